"""Acts on a plan of seats: each is a word and the numbers it concerns, as a button posts them ("swap:12:7").

A press picks a child up, the next press says what becomes of it; a drag says both at once. Nothing is kept but the
lines between children, until the teacher keeps the seats.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from classroom.forms.people import posted_number

Seats = Mapping[int, int]
"""Table number by student, 0 for any table."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A plan while it is changed: who sits where, who is `picked` up (0: nobody), and the `line` that is being drawn
    from there ("together", "apart", "" for none). `undo` is the act that takes the last one back."""

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
    """No button says this."""


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
