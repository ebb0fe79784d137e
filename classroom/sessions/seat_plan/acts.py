"""Acts on a seating plan: each is a word and the numbers of children or tables, as a button posts them ("swap:12:7").

One press picks a child up, the next says what happens to it; a drag says both at once. Only the lines between children
are stored, until the teacher saves the seats.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from classroom.forms.people import posted_number

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


def read(press: str) -> tuple[str, list[int]]:
    """Return the word and the numbers of an act."""
    word, *numbers = press.split(":")
    return word, [posted_number(number) for number in numbers]


def done(plan: SeatPlan, word: str, numbers: list[int]) -> SeatPlan:
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
