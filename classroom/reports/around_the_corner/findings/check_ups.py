"""Findings of a class's newest check-up: which children need help with which kind, the cards that show it, and the
changes since the check-up before (measurement 7, row 23)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from django.db.models import Max
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.homework import assignments
from classroom.homework.around_the_corner import practice
from classroom.homework.around_the_corner.review import skill_index
from classroom.measures import CLASS_MEAN_FROM_STUDENTS
from classroom.measures.mastery import OWN_FROM, SURELY_FROM
from classroom.models import Classroom, Homework, Practice, Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.facts import Known, Standings, known_of
from classroom.reports.around_the_corner.sources.answers import Truth
from classroom.reports.kit.rows import Mentions, named
from game.clock import in_ms
from game.models import Attempt
from game.rules.around_the_corner.cards import TEN

WIDE = 160
"""Width in px of the line that compares then and now."""


class HelpLine(NamedTuple):
    """A child that needs help: with which kind, and whether surely; its cards of that kind in the check-up, right or
    not; right and all among its other cards of the kind; and whether it needed help then, None if it was absent."""

    student: Student
    kind: Promise
    surely: bool
    cards: list[bool]
    right: int
    other_right: int
    others: int
    then: bool | None


class KindLine(NamedTuple):
    """How many children know a kind of sum, then and now, and both positions on a line of width WIDE."""

    short: str
    kind: Promise
    then: int
    now: int
    then_at: int
    now_at: int


class Changes(NamedTuple):
    """Counts of children who did both check-ups: no longer in need of help, still in need, newly in need."""

    since: date
    helped: list[Student]
    still: int
    new: int


@dataclass(frozen=True)
class CheckUp:
    """A check-up, and the one before it; `students` are the class's, in the order of the standings."""

    students: Sequence[Student]
    quick: float
    task: Homework
    earlier: Homework | None

    @cached_property
    def known(self) -> Known:
        return known_of(self._players, self.quick)

    @property
    def now(self) -> Standings:
        return self.known.skills

    @cached_property
    def then(self) -> Standings:
        """The known sums at the end of the check-up before; without one, those of now."""
        if self.earlier is None:
            return self.now
        return known_of(self._players, self.quick, in_ms(_ended(self.earlier)) + 1).skills

    @property
    def _players(self) -> list[int]:
        return [student.pk for student in self.students]

    @cached_property
    def cards(self) -> dict[int, list[tuple[int, bool]]]:
        """For each child the kind of each sum, and whether it was right, in order. One query."""
        told = Attempt.objects.filter(practice.TOLD, round__practice__homework=self.task, retry=False)
        found: dict[int, list[tuple[int, bool]]] = {}
        columns = *practice.COLUMNS, "round__practice__student"
        for *row, student in told.order_by("started_at", "pk").values_list(*columns):
            answer = practice.answered(tuple(row), 0)
            if answer and answer.fact.highest == TEN:
                found.setdefault(student, []).append((skill_index(answer.fact), answer.right))
        return found

    @cached_property
    def did(self) -> Truth:
        """Which students did it (M,)."""
        return np.isin(self._players, list(self.cards))

    @cached_property
    def did_both(self) -> Truth:
        """Which students also did the one before (M,)."""
        if self.earlier is None:
            return np.zeros(len(self.students), bool)
        before = practice.completed(self.earlier.practices.all()).values_list("student", flat=True)
        return np.asarray(self.did & np.isin(self._players, list(before)))

    @cached_property
    def needs(self) -> Truth:
        """Which students need help with some kind (M,)."""
        return np.asarray(self.did & self.now.needed.any(axis=1))

    @property
    def lines(self) -> list[HelpLine]:
        """The children that need help, the surest first."""
        places = np.flatnonzero(self.needs).tolist()
        return [self._line(place) for place in sorted(places, key=lambda place: -self.chance[place])]

    @cached_property
    def chance(self) -> np.ndarray:
        """The chance of each child's likeliest need (M,)."""
        return np.asarray(np.where(self.now.needed, self.now.lacking, 0.0).max(axis=1))

    @cached_property
    def kind(self) -> np.ndarray:
        """The kind with which each child most likely needs help (M,), as on its own page."""
        return np.asarray(np.where(self.now.needed, self.now.lacking, 0.0).argmax(axis=1))

    def _line(self, place: int) -> HelpLine:
        student, kind = self.students[place], int(self.kind[place])
        cards = [right for skill, right in self.cards[student.pk] if skill == kind]
        counts = self.now.counts
        others = int(counts.answered[place, kind]) - len(cards), int(counts.right[place, kind]) - sum(cards)
        needed = bool(self.then.needed[place].any()) if self.did_both[place] else None
        return HelpLine(
            student, words.SKILLS[kind], bool(self.chance[place] >= SURELY_FROM), cards, sum(cards),
            max(0, others[1]), max(0, others[0]), needed,
        )  # fmt: skip

    @property
    def commonest(self) -> int:
        """The kind with which most of these children need help."""
        counted = Counter(self.kind[self.needs].tolist())
        return max(counted, key=lambda kind: (counted[kind], -kind))

    @property
    def named(self) -> Mentions:
        """The children named in the sentence: those with enough cards of that kind to show the need (measurement 7, row
        21)."""
        kind = self.commonest
        here = self.needs & (self.kind == kind) & (self.now.counts.answered[:, kind] >= OWN_FROM)
        places = sorted(np.flatnonzero(here).tolist(), key=lambda place: -self.chance[place])
        perhaps = [self.students[place] for place in places if self.chance[place] < SURELY_FROM]
        return named([self.students[place] for place in places], perhaps)

    @property
    def says(self) -> str:
        count = int(self.needs.sum())
        if not count:
            return _("Nobody needs help with a kind of sum just now.")
        alike = len(set(self.kind[self.needs].tolist())) == 1
        said = {"count": count, "kind": words.SKILLS[self.commonest]}
        if alike:
            return ngettext(
                "%(count)d student needs help: %(kind)s.", "%(count)d students need help: %(kind)s.", count
            ) % said  # fmt: skip
        return _("%(count)d students need help, most often with %(kind)s.") % said

    @property
    def changes(self) -> Changes | None:
        if self.earlier is None or not self.did_both.any():
            return None
        helped, still, new = (each & self.did_both for each in moved(self.then, self.now))
        there = [self.students[place] for place in np.flatnonzero(helped).tolist()]
        return Changes(_day(self.earlier), there, int(still.sum()), int(new.sum()))

    @property
    def kinds(self) -> list[KindLine]:
        """How many children knew each kind then and know it now, of those who did both; empty for too few children."""
        all_there = int(self.did_both.sum())
        if all_there < CLASS_MEAN_FROM_STUDENTS:
            return []
        then, now = ((each.known & self.did_both[:, None]).sum(axis=0).tolist() for each in (self.then, self.now))
        return [
            KindLine(words.SHORT_SKILLS[kind], words.SKILLS[kind], *counts, *(_place(n, all_there) for n in counts))
            for kind in words.FROM_MINUS_TO_PLUS
            for counts in [(then[kind], now[kind])]
        ]

    @property
    def away(self) -> list[Student]:
        """The students who were assigned the check-up and have not done it."""
        meant = {row.student.pk for row in assignments.rows(self.task)}
        return [
            student for student, did in zip(self.students, self.did, strict=True) if not did and student.pk in meant
        ]


def moved(then: Standings, now: Standings) -> tuple[Truth, Truth, Truth]:
    """Return which students (M,) needed help and no longer do, since they know every kind with a chance of .8; which
    still need it; and which newly do."""
    needed, needs = (np.asarray(each.needed.any(axis=1)) for each in (then, now))
    there = np.asarray((now.lacking <= 1 - SURELY_FROM).all(axis=1))
    return needed & there, needed & needs, needs & ~needed


def newest(classroom: Classroom, students: Sequence[Student]) -> CheckUp | None:
    """Return the class's check-up that was completed last by any student."""
    tasks, quick = list(_ended_of(classroom)[:2]), float(classroom.quick_seconds)
    return CheckUp(students, quick, tasks[0], tasks[1] if len(tasks) > 1 else None) if tasks else None


def context(classroom: Classroom, students: Sequence[Student]) -> dict[str, Any]:
    """Return the context of this part of the class's report."""
    found = newest(classroom, students)
    if found is None:
        return {"check_up": None}
    shown: dict[str, Any] = {"check_up": found, "day": _day(found.task), "lines": found.lines, "wide": WIDE}
    shown |= {"did": int(found.did.sum()), "both": int(found.did_both.sum()), "kinds": found.kinds}
    return shown | {"changes": found.changes, "away": found.away, "is_over": assignments.is_over(found.task)}


def _ended_of(classroom: Classroom) -> Any:
    completed = practice.completed(Practice.objects.filter(homework__classroom=classroom))
    ended = classroom.homework.filter(unit=Homework.Unit.CHECK_UPS, practices__in=completed)
    return ended.annotate(ended=Max("practices__round__finished_at")).order_by("-ended", "-pk")


def _ended(task: Homework) -> datetime:
    """Return when a student last completed this check-up; `_ended_of` has read it."""
    ended: datetime = task.__dict__["ended"]
    return ended


def _day(task: Homework) -> date:
    return timezone.localdate(_ended(task))


def _place(n: int, of: int) -> int:
    return round(WIDE * n / of)
