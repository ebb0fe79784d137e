"""The class's common goal: on the projector more cards than last time, on a teacher's first page more known sums than
on Monday. A total of all, without anybody's share."""

from typing import Any, NamedTuple

from classroom.models import ClassSession
from classroom.sessions import counts, teams

WIDTH = 1000
"""The length of the bar, in the units of its picture."""
ROPE_FROM = 20
"""Cards that the class must place before the rope shows a lead: after one card it would be at one end."""
FULL_PULL = 2.0
"""Lead of one team in cards per member with which the knot is at its end."""


class Goal(NamedTuple):
    """A total, the last one it is compared with, and the next round number above that, which is the goal."""

    now: int
    last: int
    goal: int

    @property
    def bar(self) -> int:
        return min(self.now, self.goal) * WIDTH // self.goal

    @property
    def mark(self) -> int:
        """Position of last time's total on the bar."""
        return self.last * WIDTH // self.goal

    @property
    def more(self) -> int:
        """Excess over last time; 0 if not more."""
        return max(0, self.now - self.last)

    @property
    def to_go(self) -> int:
        return max(0, self.goal - self.now)

    @property
    def reached(self) -> bool:
        return self.now >= self.goal


def goal_of(session: ClassSession, placed: int) -> Goal | None:
    """Return the class's goal; None if no earlier session had the same settings."""
    for earlier in teams.alike_before(session):
        if last := counts.placed_by(earlier).total():
            return Goal(placed, last, next_round_number(last))
    return None


def next_round_number(number: int) -> int:
    """Return the next round number: in tens below 100, in fifties below 1000, in hundreds above."""
    step = 10 if number < 100 else 50 if number < 1000 else 100
    return (number // step + 1) * step


def rope(found: list[teams.Team], placed: int) -> dict[str, Any]:
    """Return the tug of war of two teams, by the means over all their members; rolled up until enough cards are
    placed."""
    if placed < ROPE_FROM:
        return {"teams": found, "rolled_up": [number < placed for number in range(ROPE_FROM)]}
    left, right = (team.mean or 0.0 for team in found)
    pull = max(-1.0, min(1.0, (right - left) / FULL_PULL))
    return {"teams": found, "knot": round(WIDTH / 2 + pull * WIDTH / 2 * 0.8)}
