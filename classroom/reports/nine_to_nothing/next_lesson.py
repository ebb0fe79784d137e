"""What to do next lesson after Nine to Nothing: at most three sentences, each with the counts behind it.

Everything is from first tries. A sentence that does not reach its limit is not said. Sentences about a class need the
five students from whom a class may be summed up (measurement.md 5.4); those about one child's mistakes do not.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.measures import wilson
from classroom.models import Student
from classroom.reports.nine_to_nothing.tally import CODES, LaidSum
from classroom.reports.rows import Counted, OfStudents
from game.nine_to_nothing.claims import CLASSMATE, MISSED, NOBODY, RIGHT, WRONG

GOAL = 0.8
"""A kind of sum is to be taught where, of all students together, surely fewer than so many of 1 are right (95 %)."""
OWN_TRIES = 4
"""From so many tries of a kind a child is named."""
SAME_REASON = 3
"""From so many wrong sums with one reason, at least half of a child's, the child's way is worth a look."""
FOUND = 0.5
"""The class is to check more where surely fewer than so many of 1 of the wrong sums were found (95 %)."""
MOST_CHILDREN = 3

SUMS_OF = {
    "plus": gettext_lazy("sums with plus cards only"),
    "minus": gettext_lazy("sums with a minus card"),
    "change": gettext_lazy("sums with a sign change"),
}


class Sentence(NamedTuple):
    """`kind` teach, check or whole; `says` what to do, `why` with its counts; `students` whom it is about, `perhaps`
    those of them with few tries."""

    kind: str
    says: str
    why: str
    students: list[Student]
    perhaps: tuple[Student, ...] = ()


def sentences(report: OfStudents[Counted], told: Sequence[LaidSum]) -> list[Sentence]:
    """Return what stands out of these sums, the most urgent first; students are those of the report."""
    students = {row.student.pk: row.student for row in report.rows}
    first = [row for row in told if not row.retry and row.ending != MISSED and row.player in students]
    found = [*_look(first, students)]
    if report.sums_up_a_class:
        found = [*_teach(first, students), *found, *_check(first)]
    return found[:3]


def _teach(first: Sequence[LaidSum], students: Mapping[int, Student]) -> Iterator[Sentence]:
    """Say which kind of sum to teach: of those surely below the goal the one with the smallest share."""
    shares = {}
    for kind in SUMS_OF:
        tried = [row for row in first if row.kind == kind]
        right = sum(row.ending == RIGHT for row in tried)
        if tried and wilson(right, len(tried)).high < GOAL:
            shares[kind] = (right / len(tried), right, len(tried))
    if not shares:
        return
    kind = min(shares, key=lambda name: shares[name])
    _share, right, tries = shares[kind]
    named = _named([row for row in first if row.kind == kind], students)
    counts = {"right": right, "n": tries, "goal": round(100 * GOAL)}
    yield Sentence(
        "teach",
        _("Teach %(sums)s.") % {"sums": SUMS_OF[kind]},
        _("%(right)s of %(n)s were right at the first try: surely fewer than %(goal)s of 100.") % counts,
        [student for student, _sure in named],
        tuple(student for student, sure in named if not sure),
    )


def _named(tried: Sequence[LaidSum], students: Mapping[int, Student]) -> list[tuple[Student, bool]]:
    """Return who is below the goal in these sums, and whether surely."""
    of_player = defaultdict(list)
    for row in tried:
        of_player[row.player].append(row.ending == RIGHT)
    counted = {pk: (sum(right), len(right)) for pk, right in of_player.items() if len(right) >= OWN_TRIES}
    return [
        (students[pk], wilson(*counted[pk]).high < GOAL)
        for pk in students
        if pk in counted and counted[pk][0] / counted[pk][1] < GOAL
    ]


def _look(first: Sequence[LaidSum], students: Mapping[int, Student]) -> Iterator[Sentence]:
    """Say whose wrong sums have one reason in common, the likeliest of each."""
    reasons: defaultdict[int, list[str]] = defaultdict(list)
    for row in first:
        if row.ending == WRONG:
            reasons[row.player].append(row.codes[0] if row.codes else "")
    for pk, codes in sorted(reasons.items(), key=lambda item: -len(item[1]))[:MOST_CHILDREN]:
        code, times = Counter(codes).most_common(1)[0]
        if code in CODES and code != "OTHER" and times >= SAME_REASON and 2 * times >= len(codes):
            counts = {"name": students[pk].name, "times": times, "n": len(codes), "reason": CODES[code]}
            yield Sentence(
                "check",
                _("Watch %(name)s lay a sum and say it aloud.") % counts,
                _("%(times)s of %(n)s wrong sums: %(reason)s. It may have another reason.") % counts,
                [students[pk]],
            )


def _check(first: Sequence[LaidSum]) -> Iterator[Sentence]:
    """Say that the class checks too little, where that is sure; a wrong sum counts once, whoever could see it."""
    found = sum(row.noticed == CLASSMATE for row in first)
    wrong = found + sum(row.noticed == NOBODY for row in first)
    if wrong and wilson(found, wrong).high < FOUND:
        yield Sentence(
            "whole",
            _("Let every sum be said aloud before the next one draws."),
            _("Classmates found %(found)s of %(n)s wrong sums: surely fewer than half.") % {"found": found, "n": wrong},
            [],
        )
