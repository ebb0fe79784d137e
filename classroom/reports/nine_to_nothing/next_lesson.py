"""Advice for the next lesson after Nine to Nothing: at most three sentences, each with the counts behind it.

All are based on first tries. A sentence below its limit is left out. Sentences about a class need five students, the
fewest for class numbers (measurement 5.4); those about one child's mistakes do not.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from classroom.measures import mastery
from classroom.measures.clusters import counted_share
from classroom.measures.mastery import (
    MOSTLY,
    NAMED_FROM,
    OWN_FROM,
    SURELY_FROM,
    TEACH_FROM_SHARE,
    TEACH_FROM_STUDENTS,
    lacking_counted,
)
from classroom.measures.mixture import Floats, Whole
from classroom.models import Student
from classroom.reports.kit.rows import Mentions, OfStudents, named
from classroom.reports.nine_to_nothing.tally import CODES, LaidSum, SumTally, first_tries
from game.nine_to_nothing.claims import CLASSMATE, NOBODY, RIGHT, WRONG
from game.screens.sentences import listed

GOAL = MOSTLY
"""Share of right sums from which a kind is mastered."""
GROUPS = NEEDS_TEACHING, MOSTLY_RIGHT = gettext_lazy("Needs teaching"), gettext_lazy("Mostly right")
SAME_REASON = 3
"""With this many wrong sums of one reason, at least half of a child's, the child's method deserves a look."""
FOUND = 0.5
"""The class is to check more if surely (95 %) less than this share of the wrong sums was found."""
MOST_CHILDREN = 3

SUMS_OF = {
    "plus": gettext_lazy("sums with plus cards only"),
    "minus": gettext_lazy("sums with a minus card"),
    "change": gettext_lazy("sums with a sign change"),
}


class Sentence(NamedTuple):
    """`kind` teach, check, sit or whole; `says` what to do, `why` with its counts; `students` are those concerned,
    `perhaps` those of them who may be there already; `label` is the common reason of a check's wrong sums."""

    kind: str
    says: str
    why: str
    students: list[Student]
    perhaps: tuple[Student, ...] = ()
    label: Promise | str = ""

    @property
    def named(self) -> Mentions:
        return named(self.students, self.perhaps)


def sentences(report: OfStudents[SumTally], told: Sequence[LaidSum]) -> list[Sentence]:
    """Return the sentences supported by these sums, the most urgent first; students are those of the report."""
    students = {row.student.pk: row.student for row in report.rows}
    first = [row for row in first_tries(told) if row.player in students]
    found = [*_look(first, students)]
    if report.sums_up_a_class:
        found = [*_teach(first, students), *found, *_check(first)]
    return [*found, *_sit(report, {child.pk for sentence in found for child in sentence.students})][:3]


def group_of(tally: SumTally) -> tuple[Promise | str, bool]:
    """Return a student's group by their right sums, and whether it is sure."""
    between, share = tally.accuracy.range, tally.accuracy.share
    if between is None or share is None:
        return "", False
    return MOSTLY_RIGHT if share >= GOAL else NEEDS_TEACHING, not between.low <= GOAL <= between.high


def _sit(report: OfStudents[SumTally], said: Set[int]) -> Iterator[Sentence]:
    """Yield the students under "Needs teaching" in the table, if no other sentence names them."""
    found = [(row.student, *group_of(row.tally)) for row in report.rows if row.student.pk not in said]
    students = [student for student, group, _sure in found if group == NEEDS_TEACHING]
    if students:
        says = ngettext("Sit with one child", "Sit with %(n)s children", len(students)) % {"n": len(students)}
        why = _("Likely fewer than %(goal)s of 100 right.") % {"goal": round(100 * GOAL)}
        perhaps = tuple(student for student, group, sure in found if group == NEEDS_TEACHING and not sure)
        yield Sentence("sit", says, why, students, perhaps)


class _Weakest(NamedTuple):
    """The kinds to teach, one or two that cannot be told apart; the students who tried one of them OWN_FROM times and
    more likely lack it, with that chance; and the number who tried anything."""

    kinds: list[str]
    named: dict[int, float]
    known: int


class Chances(NamedTuple):
    """For the players (M) who tried anything and the kinds (K) that anybody tried: the tries, and the chance of not
    having mastered the kind, both (M, K)."""

    players: list[int]
    kinds: list[str]
    tried: Whole
    chances: Floats


def chances_of(first: Sequence[LaidSum]) -> Chances:
    players = sorted({row.player for row in first})
    kinds = [kind for kind in SUMS_OF if any(row.kind == kind for row in first)]
    cell = np.array([players.index(row.player) * len(kinds) + kinds.index(row.kind) for row in first], np.intp)
    hits = np.array([row.ending == RIGHT for row in first], bool)
    right, tried = (
        np.bincount(part, minlength=len(players) * len(kinds)).reshape(-1, max(len(kinds), 1))
        for part in (cell[hits], cell)
    )
    return Chances(players, kinds, tried, lacking_counted(right, tried))


def weakest(first: Sequence[LaidSum]) -> _Weakest | None:
    """Return the kinds to teach, by the mean chance of "not there yet" (measurement 7, row 6)."""
    if not first:
        return None
    players, kinds, tried, chances = chances_of(first)
    said = mastery.weakest(chances)
    own = tried[:, said] >= OWN_FROM
    chance = np.where(own, chances[:, said], 0.0).max(axis=1)
    named = {player: float(chance[at]) for at, player in enumerate(players) if chance[at] >= NAMED_FROM}
    return _Weakest([kinds[kind] for kind in said], named, len(players))


def of_student(told: Sequence[LaidSum], student: Student) -> list[Sentence]:
    """Return the kind of sum that a student most likely lacks, judged with the class's sums (`told`)."""
    first = first_tries(told)
    if not any(row.player == student.pk for row in first):
        return []
    players, kinds, tried, chances = chances_of(first)
    place = players.index(student.pk)
    own = np.where(tried[place] >= OWN_FROM, chances[place], 0.0)
    kind = int(own.argmax())
    if own[kind] < NAMED_FROM:
        return []
    mine = [row for row in first if row.player == student.pk and row.kind == kinds[kind]]
    says = _("Teach %(skill)s.") if own[kind] >= SURELY_FROM else _("Perhaps teach %(skill)s.")
    why = _why_to_teach(sum(row.ending == RIGHT for row in mine), len(mine))
    return [Sentence("teach", says % {"skill": SUMS_OF[kinds[kind]]}, why, [])]


def _why_to_teach(right: int, tried: int) -> str:
    """Return the counts of the kind; if these alone look as if it were mastered, add what speaks against it."""
    counts = {"right": right, "n": tried, "goal": round(100 * GOAL)}
    if right > GOAL * tried:
        why = _(
            "%(right)s of %(n)s were right at the first try. "
            "By all other sums, likely fewer than %(goal)s of 100 would be."
        )
        return why % counts
    return _("%(right)s of %(n)s were right at the first try: likely fewer than %(goal)s of 100 would be.") % counts


def _teach(first: Sequence[LaidSum], students: Mapping[int, Student]) -> Iterator[Sentence]:
    """Yield the kind of sum to teach, with its students, if they are more than a few."""
    found = weakest(first)
    if found is None or len(found.named) < max(TEACH_FROM_STUDENTS, TEACH_FROM_SHARE * found.known):
        return
    tried = [row for row in first if row.kind in found.kinds]
    counts = {"right": sum(row.ending == RIGHT for row in tried), "n": len(tried), "goal": round(100 * GOAL)}
    whom = [students[pk] for pk in students if pk in found.named]
    yield Sentence(
        "teach",
        _("Teach %(sums)s.") % {"sums": _(" or ").join(f"{SUMS_OF[kind]}" for kind in found.kinds)},
        _("%(right)s of %(n)s were right at the first try. Named is who likely gets fewer than %(goal)s of 100 right.")
        % counts,
        whom,
        tuple(student for student in whom if found.named[student.pk] < SURELY_FROM),
    )


def _look(first: Sequence[LaidSum], students: Mapping[int, Student]) -> Iterator[Sentence]:
    """Yield the students whose wrong sums have one common reason, each with the likeliest one, one sentence per
    reason."""
    reasons: defaultdict[int, list[str]] = defaultdict(list)
    for row in first:
        if row.ending == WRONG:
            reasons[row.player].append(row.codes[0] if row.codes else "")
    found: defaultdict[str, list[tuple[Student, int, int]]] = defaultdict(list)
    for pk, codes in sorted(reasons.items(), key=lambda item: -len(item[1]))[:MOST_CHILDREN]:
        code, times = Counter(codes).most_common(1)[0]
        if code in CODES and code != "OTHER" and times >= SAME_REASON and 2 * times >= len(codes):
            found[code].append((students[pk], times, len(codes)))
    for code, rows in found.items():
        whom = [student for student, _times, _laid in rows]
        times, laid = sum(times for _student, times, _laid in rows), sum(laid for _student, _times, laid in rows)
        says = ngettext(
            "Watch %(name)s lay a sum and say it aloud.", "Watch %(name)s lay a sum each and say it aloud.", len(whom)
        )
        yield Sentence(
            "check",
            says % {"name": listed([student.name for student in whom])},
            _("%(times)s of %(n)s wrong sums: %(reason)s. It may have another reason.")
            % {"times": times, "n": laid, "reason": CODES[code]},
            whom,
            label=CODES[code],
        )


def _check(first: Sequence[LaidSum]) -> Iterator[Sentence]:
    """Yield that the class checks too little, if that is sure; a wrong sum counts once, however many could see it."""
    found = Counter(row.player for row in first if row.noticed == CLASSMATE)
    unseen = Counter(row.player for row in first if row.noticed == NOBODY)
    layers = sorted(found | unseen)
    seen = np.array([found[player] for player in layers], np.intp)
    wrong = seen + np.array([unseen[player] for player in layers], np.intp)
    if finds_too_few(seen, wrong):
        counts = {"found": int(seen.sum()), "n": int(wrong.sum())}
        yield Sentence(
            "whole",
            _("Let every sum be said aloud before the next one draws."),
            _("Classmates found %(found)s of %(n)s wrong sums: surely fewer than half.") % counts,
            [],
        )


def finds_too_few(found: Whole, laid: Whole) -> bool:
    """Return whether a class surely finds fewer than half of its wrong sums; both arrays are counts by layer."""
    share = counted_share(found, laid)
    return share is not None and share.high < FOUND
