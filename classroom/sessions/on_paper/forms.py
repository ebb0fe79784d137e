"""The form of a round on paper: one line a child; a child whose line is filled in has played."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.models import Classroom, ClassSession, Student
from classroom.sessions.games import catalogue
from game import catalogue as presentations

MOST_CARDS, MOST_PLAYERS = 99, 20
_new_code = ClassSession._meta.get_field("code").get_default


class PaperRoundForm(forms.Form):
    """A child who won or has cards left counts as a player even if its box is not ticked, which saves presses.

    `code` is unique to each form, so that a form that is sent twice makes one round.
    """

    code = forms.CharField(initial=_new_code, max_length=6, required=False, widget=forms.HiddenInput)
    day = forms.DateField(
        label=_("Day"),
        initial=timezone.localdate,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose a day, like 2026-05-31."),
            "invalid": _("Choose a day, like 2026-05-31."),
        },
    )

    def __init__(self, classroom: Classroom, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(game.name, presentations.of(game.name).title()) for game in catalogue.all_games()]
        self.fields["game"] = OneOf(label=_("Game"), choices=games, usual=games[0][0], wrong=_("Choose from the list."))
        self.students = list(classroom.students.all())
        self.fields["won"] = OneOf(
            label=_("Who won?"),
            choices=[(str(student.pk), student.name) for student in self.students],
            wrong=_("Say who won."),
        )
        for student in self.students:
            self.fields[f"played_{student.pk}"] = forms.BooleanField(label=student.name, required=False)
            self.fields[f"left_{student.pk}"] = forms.IntegerField(
                label=_("Cards left"),
                required=False,
                min_value=0,
                max_value=MOST_CARDS,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    def clean_code(self) -> str:
        return self.cleaned_data["code"] or _new_code()

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if day > timezone.localdate():
            raise ValidationError(_("This day is still to come."))
        return day

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "won" in cleaned and not 2 <= len(self.left) <= MOST_PLAYERS:
            raise ValidationError(
                _("Press the names of those who played: 2 to %(most)s children."), params={"most": MOST_PLAYERS}
            )
        return cleaned

    @property
    def winner(self) -> Student:
        return next(student for student in self.students if str(student.pk) == self.cleaned_data["won"])

    @property
    def left(self) -> dict[Student, int | None]:
        """Return the cards left of each student who played; None where the form does not say."""
        return {student: self._left(student) for student in self.students if self._has_played(student)}

    def _left(self, student: Student) -> int | None:
        return self.cleaned_data.get(f"left_{student.pk}")

    def _has_played(self, student: Student) -> bool:
        said = self.cleaned_data.get(f"played_{student.pk}") or self._left(student) is not None
        return said or self.cleaned_data.get("won") == str(student.pk)

    @property
    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield the fields of each line: the child, its box, its cards left, and the button that it won."""
        won = {button.data["value"]: button for button in self["won"]}
        for student in self.students:
            played, left = self[f"played_{student.pk}"], self[f"left_{student.pk}"]
            yield {"student": student, "played": played, "left": left, "won": won[str(student.pk)]}
