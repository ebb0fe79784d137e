"""The ladder of number pictures: how much help a child sees beside its sums, and how that is gradually withdrawn.

Rule 1: the rungs are ALWAYS, SOON (after SOON_MS), ASKED (on request) and NEVER. A child begins at ALWAYS.
Rule 2: only first answers count, and only those given on the child's present rung: a table keeps its rung until it is
        closed, and its later answers are no evidence about the next rung.
Rule 3: after SURE right answers in a row without the picture the child moves down a rung. On ALWAYS and SOON, where the
        picture comes by itself, a right answer with it counts half. On ASKED it ends the row, as it was needed.
Rule 4: a wrong answer ends the row; a second one before the row is complete moves the child back up a rung.
Rule 5: every move between rungs resets both counts.

SURE = 5 [decision]: a child who is right nine times of ten has five in a row in three of five tries, one who is right
every other time in one of thirty. More would not be better: a high threshold helps at first and is gone after weeks
(Matayoshi 2022, practice 8.1), so the ladder is quick both ways, and two wrong answers correct a step too far.
Fading the picture in steps is Wilson's method (2006, The Number Race): dots, dots for 4 s, for 1 s, digits only.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

ALWAYS, SOON, ASKED, NEVER = RUNGS = range(1, 5)
NONE = 0
"""Instead of a rung: this child has no number pictures."""
SOON_MS = 3_000
SURE, FAULTS = 5, 2
SETTING = "pictures"
"""The name of a seat's rung among the per-seat settings of a round (option `own`)."""


class Given(NamedTuple):
    """A first answer: the rung it was given on, whether it was right, and whether the picture was shown before it."""

    rung: int
    right: bool
    pictured: bool


class Ladder(NamedTuple):
    """A child's rung on the ladder. `halves` counts the present row of right answers (2 each, 1 with the picture);
    `wrong` counts the wrong answers in it."""

    rung: int = ALWAYS
    halves: int = 0
    wrong: int = 0

    def after(self, given: Given) -> "Ladder":
        if given.rung != self.rung:
            return self
        if not given.right:
            return self._after_a_fault()
        halves = self._row(given.pictured)
        if halves < 2 * SURE:
            return self._replace(halves=halves)
        return Ladder(min(NEVER, self.rung + 1))

    def _after_a_fault(self) -> "Ladder":
        if self.wrong + 1 < FAULTS:
            return Ladder(self.rung, 0, self.wrong + 1)
        return Ladder(max(ALWAYS, self.rung - 1))

    def _row(self, pictured: bool) -> int:
        if not pictured:
            return self.halves + 2
        return self.halves + 1 if self.rung < ASKED else 0


class LadderRow(NamedTuple):
    """Row of a transition table: a rung, and the rows after a right answer, a right one with the picture, and a wrong
    one."""

    rung: int
    right: int
    pictured: int
    wrong: int


def table(ladder: Ladder, *, moves: bool) -> list[LadderRow]:
    """Return the transition table of this ladder, which is row 0, for a page that cannot ask a server."""
    if not moves:
        return [LadderRow(ladder.rung, 0, 0, 0)]
    places = {ladder: 0}
    rows: list[LadderRow] = []
    while len(rows) < len(places):
        before = list(places)[len(rows)]
        answers = (Given(before.rung, right, seen) for right, seen in ((True, False), (True, True), (False, False)))
        following = [places.setdefault(before.after(given), len(places)) for given in answers]
        rows.append(LadderRow(before.rung, *following))
    return rows


def ladder_after(answers: Iterable[Given]) -> Ladder:
    """Return a child's ladder after these answers, oldest first; the rung of the first one is the start."""
    ladder = None
    for given in answers:
        ladder = (ladder or Ladder(given.rung)).after(given)
    return ladder or Ladder()


def is_pictured(rung: int, *, asked: bool, waited: int) -> bool:
    """Return whether the picture was shown: on request, or by itself within `waited` ms."""
    return asked or rung == ALWAYS or (rung == SOON and waited >= SOON_MS)


def rung_in(options: Mapping[str, Any], seat: int | None) -> int:
    """Return a seat's rung in a round with these options; NONE without pictures."""
    own = options.get("own")
    if not own:  # shortcut: most tables have no per-seat settings, and this runs for every card drawn
        return NONE
    rung = own.get(f"{seat}", {}).get(SETTING)
    return rung if type(rung) is int and rung in RUNGS else NONE
