"""The form of the seating plan: a table number for each child."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.models import Student
from classroom.sessions.games.contract import MOST_SEATS


class TablesForm(forms.Form):
    """A table number for each child who has joined."""

    def __init__(
        self,
        *args: Any,
        students: Iterable[Student],
        fewest: int = 2,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.students = list(students)
        self.fewest = fewest
        named = gettext("Table %(number)s")
        tables = [(number, named % {"number": number}) for number in range(1, len(self.students) + 1)]
        for student in self.students:
            self.fields[field_of(student)] = forms.TypedChoiceField(
                label=student.name,
                coerce=int,
                empty_value=None,
                choices=[("", _("any table")), *tables],
                required=False,
                error_messages={"invalid_choice": _("Choose a table from the list.")},
            )

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or {}
        numbers = [number for number in chosen.values() if number]
        unplaced = len(self.students) - len(numbers)
        for number in sorted(set(numbers)):
            self._check(number, numbers.count(number), unplaced)
        return chosen

    def _check(self, number: int, children: int, unplaced: int) -> None:
        known = {"number": number, "children": children}
        if children > MOST_SEATS:
            words = gettext("Table %(number)s has %(children)s children. At most 4 can sit at a table.")
            self.add_error(self._first_at(number), ValidationError(words % known))
        if children < self.fewest and not unplaced:
            words = gettext("Table %(number)s has one child alone. Choose another table or a second child.")
            self.add_error(self._first_at(number), ValidationError(words % known))

    def _first_at(self, number: int) -> str:
        return next(name for name, chosen in self.cleaned_data.items() if chosen == number)

    def chosen(self) -> dict[int, int | None]:
        """Return the table number by student, None for any table."""
        return {student.pk: self.cleaned_data[field_of(student)] for student in self.students}


def field_of(student: Student) -> str:
    return f"student_{student.pk}"
