"""Form of a practice: the sums, how many, and for whom."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.homework.forms import LastDayForm
from classroom.models import Classroom, Homework
from classroom.sessions.games.around_the_corner.form import AroundTheCornerForm, small

Unit = Homework.Unit
MOST = {Unit.CARDS: 300, Unit.MINUTES: 60}
"""More than that is no homework for a child."""


ASKED = ("steps", "highest", "only_plus", "corner")
"""The options of a practice, in the order in which they are asked for."""


class PracticeForm(forms.Form):
    """The options of a practice: the steps and numbers on the cards, plus alone or not, with or without the corner."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked_at_set_up = AroundTheCornerForm().fields
        self.fields.update({name: asked_at_set_up[name] for name in ASKED})
        for name in ("steps", "highest", "only_plus"):
            self.fields[name].help_text = ""
        self.fields["steps"].in_a_row = True  # type: ignore[attr-defined]

    @property
    def of_practice(self) -> list[BoundField]:
        """The fields of what is practised, but for the steps, which everybody chooses."""
        return [self[name] for name in ASKED[1:]]

    @property
    def summary(self) -> list[str]:
        """The choices of what is practised, in words."""
        return [self._chosen(field) for field in self.of_practice]

    def _chosen(self, field: BoundField) -> str:
        chosen = str(field.value())
        said = [str(label) for value, label in field.field.choices if str(value) == chosen]  # type: ignore[attr-defined]
        return f"{field.label}: {said[0]}" if said else f"{field.label}"

    def options(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return {"corner": chosen["corner"] or chosen["only_plus"], "steps": chosen["steps"], **small(chosen)}


class HomeworkForm(LastDayForm, PracticeForm):
    """Homework for a class: how much practice, until when, and for whom."""

    unit = OneOf(
        label=_("How much"),
        choices=[(Unit.CARDS, _("a number of cards")), (Unit.MINUTES, _("a number of minutes"))],
        initial=Unit.CARDS,
        wrong=_("Choose cards or minutes."),
    )
    amount = forms.IntegerField(
        label=_("How many"),
        min_value=1,
        initial=20,
        help_text=_("20 cards take most children about 4 minutes."),
        error_messages={
            "required": _("Type a number."),
            "invalid": _("Type a whole number, like 20."),
            "min_value": _("Type 1 or more."),
        },
    )

    def __init__(self, classroom: Classroom, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["only_plus"].help_text = AroundTheCornerForm.base_fields["only_plus"].help_text
        self.fields["students"] = forms.ModelMultipleChoiceField(
            label=_("Only for these students"),
            queryset=classroom.students.all(),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            help_text=_("Choose nobody, and it is for the whole class."),
            error_messages={"invalid_choice": _("Choose students of this class.")},
        )

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or {}
        most = MOST.get(chosen.get("unit", Unit.CARDS))
        if most and (chosen.get("amount") or 0) > most:
            self.add_error("amount", gettext("At most %(most)s.") % {"most": most})
        return chosen
