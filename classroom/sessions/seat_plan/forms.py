"""The form of the seating plan: a table number for each child.

Acts on a seating plan: each is a word and the numbers of children or tables, as a button posts them ("swap:12:7").

One press picks a child up, the next says what happens to it; a drag says both at once. Only the lines between children
are stored, until the teacher saves the seats.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from classroom.forms.people import posted_number
from classroom.models import Student
from classroom.sessions.games.contract import MOST_SEATS

Seats = Mapping[int, int]
"""Table number by student, 0 for any table."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A plan that is being changed: the seats, the child that is `picked` up (0: none), and the kind of `line` that is
    being drawn from it ("together", "apart", "" for none). `undo` is the act that reverts the last one."""

    seats: Seats
    picked: int = 0
    line: str = ""
    undo: str = ""

    def swapped(self, one: int, other: int) -> "SeatPlan":
        seats = {**self.seats, one: self.seats[other], other: self.seats[one]}
        return SeatPlan(seats, undo=f"swap:{one}:{other}")

    def moved(self, child: int, table: int) -> "SeatPlan":
        return SeatPlan({**self.seats, child: table}, undo=f"move:{child}:{self.seats[child]}")


class NoSuchAct(ValueError):
    """The press is not one that a button sends."""


class TablesForm(forms.Form):
    """A table number for each child who has joined."""

    def __init__(self, *args: Any, students: Iterable[Student], fewest: int = 2, **kwargs: Any) -> None:
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


def read_act(press: str) -> tuple[str, list[int]]:
    """Return the word and the numbers of an act."""
    word, *numbers = press.split(":")
    return word, [posted_number(number) for number in numbers]


def seats_after(plan: SeatPlan, word: str, numbers: list[int]) -> SeatPlan:
    """Return the plan after an act on seats. Raises NoSuchAct."""
    match word, numbers:
        case "pick", [child] if child in plan.seats and plan.picked in (0, child):
            return replace(plan, picked=0 if plan.picked else child, undo="")
        case "pick", [child] if child in plan.seats and plan.picked in plan.seats:
            return plan.swapped(plan.picked, child)
        case "swap", [one, other] if one in plan.seats and other in plan.seats:
            return plan.swapped(one, other)
        case "table", [table] if plan.picked in plan.seats and table <= len(plan.seats):
            return plan.moved(plan.picked, table)
        case "move", [child, table] if child in plan.seats and table <= len(plan.seats):
            return plan.moved(child, table)
        case (("together" | "apart"), []):
            return replace(plan, line=word, undo="")
        case "back", []:
            return SeatPlan(plan.seats)
    raise NoSuchAct(word)
