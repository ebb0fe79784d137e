"""The answers of some students in a period, as arrays: read from the answer sheets, one row each, and then counted.

One mode at a time: modes are never merged into one number (measurement). The result of an answer is `outcome`; the fact
it is evidence of is `fact`, right or wrong only if the hand offered one direction (measurement 7, row 3). Facts count
from 0, top card by top card, each from "back 3" to "on 3"; strata as in strata.STRATA.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from classroom import persons
from classroom.measures import CUT, RIGHT, WRONG, Exposures
from classroom.measures.mixture import RIGHT_SERVED, WRONG_SERVED
from classroom.reports.around_the_corner.sources.sheets import sheets, stamp_of_sheets
from classroom.reports.kit.growth.weeks import day_of
from classroom.server.time_zone import DAY_MS
from game.around_the_corner import answer_sheets
from game.around_the_corner.answer_sheets import (
    CORNER,
    GOES_ROUND,
    LATE,
    LOW,
    MINUS,
    ONLY_PLUS,
    OWN_TOP,
    PLUS,
    SERVED,
    TIMED,
)
from game.rules.around_the_corner import FIVE
from game.rules.around_the_corner.practice import CHECK_UP

Whole = NDArray[np.intp]
Truth = NDArray[np.bool_]

RECORD = np.dtype([(name, f"<{code}") for name, code in answer_sheets.LAYOUT])
"""A record of an answer sheet, as numpy reads it."""

CAME_RIGHT, CAME_WRONG, BEATEN_RIGHT, BEATEN_WRONG, MISSED, LOST, UNFIT, VOID = range(8)
"""Outcomes. Beaten: came too late; missed: drew although a card fitted; unfit: played while nothing fitted."""

FACTS, NO_FACT = 60, -1
RACE = "race"
AVOIDED_SECONDS = 6.0
HALF_LIFE_MS = 42 * DAY_MS
_ENDING = {letter: place for place, letter in enumerate(answer_sheets.ENDINGS)}
_BEATEN = {"C": BEATEN_RIGHT, "W": BEATEN_WRONG}
_CAME = dict(zip(answer_sheets.ENDINGS, (CAME_RIGHT, CAME_WRONG, MISSED, LOST, VOID), strict=True))
_OUTCOMES = np.array(
    [
        UNFIT if letter == "W" and not could_fit else _BEATEN.get(letter, _CAME[letter]) if late else _CAME[letter]
        for letter in answer_sheets.ENDINGS
        for late in (False, True)
        for could_fit in (False, True)
    ],
    np.uint8,
)
"""The outcome by ending, whether it was late, and whether a card fitted."""
_FIT_ENDING = np.array([[RIGHT, WRONG, CUT, CUT, CUT], [RIGHT_SERVED, WRONG_SERVED, CUT, CUT, CUT]])
"""The ending in a fit, indexed by whether the time is the server's, and by ending."""


@dataclass(frozen=True)
class Answers:
    """N answers of M students. `records` (N,) as packed; `student` (N,) are indices in `players` (M,); `sheet` (N,)
    indices of the S sheets, whose tables are `tables` (S,) and whose beginnings (ms since 1970) are `began_at` (S,). A
    student's answers are in order of time. `stamp` changes whenever any of the sheets does."""

    mode: str
    players: tuple[int, ...]
    records: NDArray[np.void]
    student: Whole
    sheet: Whole
    tables: Whole
    began_at: Whole
    stamp: str

    def __len__(self) -> int:
        return len(self.records)

    def where(self, kept: Truth) -> "Answers":
        places = np.flatnonzero(kept)
        parts = self.records[places], self.student[places], self.sheet[places]
        return Answers(self.mode, self.players, *parts, self.tables, self.began_at, self.stamp)

    def of(self, player: int) -> "Answers":
        return self.where(self.student == self.players.index(player))

    @property
    def digest(self) -> str:
        """A hash of these answers, independent of the period with which they were read."""
        return sha256(
            self.records.tobytes() + self.student.tobytes() + f"{self.mode}{self.players}".encode()
        ).hexdigest()

    def since(self, ms: int) -> "Answers":
        """Return the answers on sheets begun at this time (ms since 1970) or later."""
        return self.where(self.began_at[self.sheet] >= ms)

    @cached_property
    def outcome(self) -> Whole:
        """Outcome of each answer (N,): CAME_RIGHT … VOID."""
        return np.asarray(_OUTCOMES[4 * self.records["ending"] + 2 * self.has(LATE) + self.could_fit])

    @cached_property
    def right(self) -> Truth:
        """Whether the card was right, beaten or not (N,)."""
        return np.asarray(self.records["ending"] == _ENDING["C"])

    @cached_property
    def wrong(self) -> Truth:
        """Whether the card was wrong, beaten or not, though another fitted (N,)."""
        return np.asarray((self.records["ending"] == _ENDING["W"]) & self.could_fit)

    @cached_property
    def could_fit(self) -> Truth:
        return np.asarray((self.records["ways"] & (PLUS | MINUS)) > 0)

    @cached_property
    def seconds(self) -> NDArray[np.float64]:
        return self.records["ms"] / 1000.0

    @cached_property
    def number(self) -> Whole:
        """The number on the top card (N,)."""
        return np.asarray(self.records["top"] // 3 + 1, np.intp)

    @cached_property
    def step(self) -> Whole:
        return np.asarray(self.records["top"] % 3 + 1, np.intp)

    @cached_property
    def fact(self) -> Whole:
        """The fact that each answer is evidence of (N,), or NO_FACT."""
        offered = self.records["ways"] & (PLUS | MINUS)
        column = np.where(offered == PLUS, 2 + self.step, 3 - self.step)
        return np.where((offered == PLUS) | (offered == MINUS), 6 * (self.number - 1) + column, NO_FACT)

    @cached_property
    def stratum(self) -> Whole:
        """The index of each answer's stratum in strata.STRATA (N,); meaningless for answers of which no card could
        fit."""
        both = (self.records["ways"] & (PLUS | MINUS)) == (PLUS | MINUS)
        return 4 * (self.step - 1) + 2 * self.has(GOES_ROUND) + both

    @cached_property
    def clocked(self) -> Truth:
        """Whether the time may be used (N,): never on the student's own top card, which in a race they saw before the
        others."""
        return self.has(TIMED) & self.could_fit & ~self._own_top

    @property
    def fitted(self) -> Truth:
        """Whether a fit uses the answer (N,)."""
        return self.clocked | ((self.right | self.wrong) & ~self.has(TIMED) & ~self._own_top)

    @property
    def _own_top(self) -> Truth:
        return self.has(OWN_TOP) & (self.mode == RACE)

    @cached_property
    def round_five(self) -> Truth:
        """Whether a sum of the top card goes round the corner of five (N,): such sums are separate facts."""
        beyond = (self.number + self.step > FIVE) | ((self.number <= self.step) & ~self.has(ONLY_PLUS))
        return np.asarray(self.has(LOW) & self.has(CORNER) & beyond)

    def has(self, flag: int) -> Truth:
        return np.asarray((self.records["flags"] & flag) > 0)

    def counted(self, groups: Whole, size: int) -> Whole:
        """Return the counts of each of `size` groups (N,) by outcome (size, 8)."""
        return np.bincount(groups * 8 + self.outcome, minlength=size * 8).reshape(size, 8)

    def exposures(self, *, fading: bool = False) -> Exposures:
        """Return the input of a fit (measures.fit_class): timed answers, with the server's time if there is no other;
        with `fading` the weight halves for every six weeks of age (measurement 7, row 18)."""
        kept = self.fitted
        served = self.has(SERVED)
        seconds = np.where(self.has(TIMED) | served, self.seconds, np.nan)
        card = self.records["top"].astype(np.intp)
        weight = 0.5 ** (fading * (self.began_at.max(initial=0) - self.began_at[self.sheet]) / HALF_LIFE_MS)
        whole = (self.student, self.stratum, self.fact, card, self._day)
        student, stratum, fact, card, day = (column[kept] for column in whole)
        ending = _FIT_ENDING[served.astype(int), self.records["ending"]][kept]
        return Exposures(seconds[kept], ending, student, stratum, fact, card, day, weight[kept])

    @property
    def _day(self) -> Whole:
        """The day at the school of each answer (N,), counting from 0 only days with answers."""
        used = np.flatnonzero(np.bincount(self.sheet, minlength=len(self.began_at)))
        of_sheet = np.zeros(len(self.began_at), np.intp)
        of_sheet[used] = np.unique(day_of(self.began_at[used]), return_inverse=True)[1]
        return of_sheet[self.sheet]

    @property
    def steps(self) -> tuple[int, ...]:
        return tuple(int(step) for step in np.unique(self.step))

    @property
    def corner(self) -> bool:
        """Whether any of the rounds was played round the corner."""
        return bool(self.has(CORNER).any())


def last_of(group: Whole, most: int) -> Truth:
    """Return which answers (N,), in order of time, are among the last `most` of their group (N,)."""
    in_order = np.argsort(group.astype(np.min_scalar_type(int(group.max(initial=0)))), kind="stable")
    ends = np.cumsum(np.bincount(group))
    last = np.zeros(len(group), bool)
    last[in_order] = np.arange(len(group)) >= ends[group[in_order]] - most
    return last


def read(players: Iterable[int], mode: str, *, since: int = 0, until: int | None = None,
         tables: Sequence[int] | None = None, checked: bool = False) -> Answers:  # fmt: skip
    """Read the answers of these players in one mode, in whatever class: of a period (ms since 1970), or at some tables;
    `checked`: including those of their check-ups.

    Answers to a top card with a sum round the corner of five are left out (`read_round_five`).
    """
    return round_ten(_read(tuple(players), mode, since, until, tables, checked))


def round_ten(found: Answers) -> Answers:
    return found.where(~found.round_five) if found.has(LOW).any() else found


def read_round_five(players: Iterable[int], mode: str, *, tables: Sequence[int] | None = None) -> Answers:
    """Read the answers that `read` leaves out: those to top cards with a sum round the corner of five."""
    found = _read(tuple(players), mode, 0, None, tables)
    return found.where(found.round_five)


def _read(order: tuple[int, ...], mode: str, since: int, until: int | None, tables: Sequence[int] | None,
          checked: bool = False) -> Answers:  # fmt: skip
    found = sheets(persons.players_of(*order), mode, since, until, tables, checked)
    rows = list(found.values_list("player", "table", "began_at", "answers", "pk", "mode"))
    student_of = persons.students_by_player(order, (row[0] for row in rows))
    if len(student_of) > len(order):
        rows.sort(key=lambda row: (student_of[row[0]], row[2], row[4]))
    places = {student: place for place, student in enumerate(order)}
    return put_together(order, mode, [places[student_of[row[0]]] for row in rows], rows)


def put_together(order: tuple[int, ...], mode: str, students: list[int], rows: Sequence[tuple]) -> Answers:
    """Make arrays of sheets (player, table, beginning, answers, number, mode) and their students' indices in `order`.
    In a check-up "not sure yet" counts like a wrong card: the sum is not known yet."""
    lengths = np.array([len(row[3]) // RECORD.itemsize for row in rows], np.intp)
    records = np.frombuffer(b"".join(row[3] for row in rows), RECORD)
    checked = np.repeat(np.array([row[5] == CHECK_UP for row in rows], bool), lengths)
    if checked.any():
        records = records.copy()
        records["ending"][checked & (records["ending"] == _ENDING["D"])] = _ENDING["W"]
    return Answers(
        mode=mode,
        players=order,
        records=records,
        student=np.repeat(np.array(students, np.intp), lengths),
        sheet=np.repeat(np.arange(len(rows)), lengths),
        tables=np.array([row[1] for row in rows], np.intp),
        began_at=np.array([row[2] for row in rows], np.intp),
        stamp=stamp_of_sheets(order, mode, [row[4] for row in rows]),
    )
