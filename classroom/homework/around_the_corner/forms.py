"""Form of a practice: the sums, how many, and for whom."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf, brought_initial, field_of
from classroom.forms.people import StudentsField
from classroom.homework.forms import LastDayForm
from classroom.homework.units import UNITS
from classroom.models import Classroom, Homework
from game.around_the_corner.options import PRACTISED


class PracticeForm(forms.Form):
    """The options of a practice: the steps and numbers on the cards, plus alone or not, with or without the corner."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update({option.name: field_of(option) for option in PRACTISED})
        for option in PRACTISED:
            self.fields[option.name].help_text = ""

    @property
    def of_practice(self) -> list[BoundField]:
        """The fields of the practice's options, except the steps, which are always shown."""
        return [self[option.name] for option in PRACTISED if not option.several]

    @property
    def summary(self) -> list[str]:
        """The chosen options of the practice, in words."""
        return [f"{field.label}: {dict(field.field.choices).get(field.value(), '')}" for field in self.of_practice]  # type: ignore[attr-defined]

    def options(self) -> dict[str, Any]:
        chosen = {option.name: self.cleaned_data[option.name] for option in PRACTISED}
        return chosen | brought_initial(PRACTISED, chosen)


class HomeworkForm(LastDayForm, PracticeForm):
    """Homework for a class: how much practice, until when, and for whom."""

    unit = OneOf(
        label=_("How much"),
        choices=[(name, unit.asked) for name, unit in UNITS.items() if unit.asked],
        initial=Homework.Unit.CARDS,
        wrong=_("Choose cards, minutes or a check-up."),
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
        self.fields.update({option.name: field_of(option) for option in PRACTISED})
        self.fields["group"] = forms.ModelChoiceField(
            label=_("For"),
            queryset=classroom.groups.all(),
            required=False,
            empty_label=_("the whole class"),
            help_text=_("Homework of a group follows who is in it."),
            error_messages={"invalid_choice": _("Choose a group of this class.")},
        )
        self.fields["students"] = StudentsField(
            label=_("Only for these students"),
            queryset=classroom.students.all(),
            required=False,
            help_text=_("Choose nobody, and it is for the whole class."),
            error_messages={"invalid_choice": _("Choose students of this class.")},
        )

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or {}
        unit = UNITS[chosen.get("unit") or Homework.Unit.CARDS]
        most = unit.most
        if unit.check_up:
            chosen["amount"] = most
            self.errors.pop("amount", None)
        elif (chosen.get("amount") or 0) > most:
            self.add_error("amount", gettext("At most %(most)s.") % {"most": most})
        if group := chosen.get("group"):
            chosen["students"] = group.students.filter(classroom=group.classroom_id)
            if not chosen["students"]:
                self.add_error("group", gettext("Nobody is in this group yet."))
        return chosen
