"""Advice for the next lesson: at most three sentences, each with the limit and the counts behind it (screens 5.6).

A sentence below its limit is left out; if all are, nothing stands out. Sentences about a class need five students, the
fewest for class numbers (measurement 5.4); those about a child's pattern do not.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.measures import CLASS_MEAN_FROM_STUDENTS, mastery
from classroom.measures.mastery import (
    LETTERS,
    NAMED_FROM,
    OWN_FROM,
    SECURE,
    SURELY_FROM,
    TEACH_FROM_SHARE,
    TEACH_FROM_STUDENTS,
)
from classroom.measures.mixture import Floats
from classroom.measures.showing import ACCURACY_MARK
from classroom.models import Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.error_patterns import ErrorAnalysis, chance_in_words
from classroom.reports.around_the_corner.findings.facts import Standings
from classroom.reports.around_the_corner.findings.grouping import HASTY, NEEDS_TEACHING, StudentStanding
from classroom.reports.around_the_corner.sources.answers import Truth
from classroom.reports.around_the_corner.sums import SKILL_OF
from classroom.reports.kit.rows import Mentions, named
from game.rules.around_the_corner.diagnosis import Code, Mistake, Pattern

READY_FROM_SHARE, READY_FROM_KNOWN = 55 / 60, 0.9
"""Share of the 60 facts, or of the played ones, that must be secure; and share of these on which enough is known."""


class Sentence(NamedTuple):
    """`kind` teach, check, ready or sit; `what` to do and `because` of what, a sentence each; `students` are those
    concerned, `perhaps` those of them who may be there already; `why` has limit and counts; `skill` of a teach, the
    weakest kind, and `fact`, the sum of it to begin with; `code` of a check, and the newest `mistake` with it."""

    kind: str
    what: str
    because: str
    why: str
    students: list[Student]
    skill: int | None = None
    code: str = ""
    perhaps: tuple[Student, ...] = ()
    fact: int | None = None
    mistake: Mistake | None = None

    @property
    def says(self) -> str:
        return f"{self.what} {self.because}"

    @property
    def label(self) -> str:
        """The common reason of a check's wrong cards."""
        return f"{words.CODES[Code(self.code)].label}" if self.code else ""

    @property
    def named(self) -> Mentions:
        return named(self.students, self.perhaps)


def sentences(
    skills: Standings, facts: Standings, error_analyses: Mapping[int, ErrorAnalysis], students: Sequence[Student]
) -> list[Sentence]:
    """Return the sentences, the most urgent first; the standings are of these students, in order."""
    found = _teach(skills, facts, students), _check(error_analyses, students), _ready(facts, students)
    return [sentence for sentence in found if sentence]


class Weakest(NamedTuple):
    """The kinds of sums to teach next: one, or two that cannot be told apart; with the chance of each student (M,) not
    to master one of them of which they have answered at least OWN_FROM cards, 0 without."""

    skills: list[int]
    chance: Floats

    @property
    def named(self) -> Truth:
        """The students (M,) named on the page: those whose own cards make the need probable."""
        return np.asarray(self.chance >= NAMED_FROM)


def weakest_first(skills: Standings) -> list[int]:
    """Return the skills that were met, beginning with those that most students are likely to lack."""
    met = np.flatnonzero(skills.counts.answered.any(axis=0))
    totals = skills.lacking[_answered(skills)].sum(axis=0)
    return sorted(met.tolist(), key=lambda skill: -totals[skill])


def weakest(skills: Standings) -> Weakest | None:
    """Return the kinds to teach, by the mean chance of "not there yet" (measurement 7, row 6)."""
    order = weakest_first(skills)
    if not order:
        return None
    said = [order[place] for place in mastery.weakest(skills.lacking[_answered(skills)][:, order])]
    own = skills.counts.answered[:, said] >= OWN_FROM
    return Weakest(said, np.where(own, skills.lacking[:, said], 0.0).max(axis=1))


def _answered(skills: Standings) -> Truth:
    return np.asarray(skills.counts.answered.any(axis=1))


def _teach(skills: Standings, facts: Standings, students: Sequence[Student]) -> Sentence | None:
    found, answered = weakest(skills), _answered(skills)
    known = int(answered.sum())
    if found is None or known < CLASS_MEAN_FROM_STUDENTS:
        return None
    expected = float(skills.lacking[answered][:, found.skills].max(axis=1).sum())
    if skills.counts.answered.sum() < OWN_FROM * known or expected < max(TEACH_FROM_STUDENTS, TEACH_FROM_SHARE * known):
        return None
    whom, count = np.flatnonzero(found.named).tolist(), round(expected)
    kinds = _(" or ").join(f"{words.SKILLS[skill]}" for skill in found.skills)
    numbers: dict[str, Any] = {"count": count, "known": known}
    what = _("Teach: %(skill)s.") % {"skill": kinds}
    because = ngettext(
        "About %(count)d of %(known)d students is not there yet.",
        "About %(count)d of %(known)d students are not there yet.",
        count,
    )
    why = _(
        "A student is there when more than 80 of 100 such cards would be right. Named are those whose own cards say "
        "that they are not; “perhaps” stands where the chance of that is below 80 of 100. Counted are the others, too, "
        "by cards like these. The kind of sum is the one that most students lack; there are two where the cards do not "
        "tell them apart. Nothing is said of fewer than 3 students, or of fewer than a quarter of the class."
    )
    why += " " + _("Nobody is named who has answered fewer than %(n)s such cards.") % {"n": OWN_FROM}
    named = [students[at] for at in sorted(whom, key=lambda at: -found.chance[at])]
    perhaps = [students[at] for at in whom if found.chance[at] < SURELY_FROM]
    skill = found.skills[0]
    fact = to_begin_with(facts, skill)
    said = because % numbers
    return Sentence("teach", what, said, why, named, skill, perhaps=tuple(perhaps), fact=fact)


def to_begin_with(facts: Standings, skill: int) -> int:
    """Return the sum of this kind, of those met, that most students are likely to lack."""
    met = (skill == SKILL_OF) & facts.counts.answered.any(axis=0)
    return int(np.where(met, facts.lacking.sum(axis=0), -1.0).argmax())


def _check(error_analyses: Mapping[int, ErrorAnalysis], students: Sequence[Student]) -> Sentence | None:
    """Return the pattern that most students show, each of them above chance (measurement 4.3)."""
    found: dict[Code, list[tuple[Student, Pattern]]] = defaultdict(list)
    for student in students:
        for pattern in error_analyses[student.pk].flagged if student.pk in error_analyses else ():
            found[pattern.code].append((student, pattern))
    if not found:
        return None
    code = max(found, key=lambda code: (len(found[code]), -min(pattern.p for _student, pattern in found[code])))
    said, people = words.CODES[code], [student for student, _pattern in found[code]]
    names = words.names([student.name for student in people])
    what = _("Check %(names)s: wrong cards are often %(label)s.") % {"names": names, "label": said.label}
    counted = " ".join(f"{student.name}: {in_numbers(pattern)}" for student, pattern in found[code])
    why = _(
        "%(counted)s This is said from 3 such cards on 2 top numbers on, where chance alone does that less than once "
        "in 100 times. Try: %(hint)s"
    ) % {"counted": counted, "hint": said.hint}
    mistakes = [mistake for mistake in error_analyses[people[0].pk].mistakes if code in mistake.codes]
    return Sentence("check", what, f"{said.likely}", why, people, code=code.value, mistake=mistakes[-1])


def sit(rows: Sequence[StudentStanding]) -> Sentence | None:
    """Return the students in the groups with fewer right cards, for a class without any other sentence."""
    found = [row for row in rows if row.corner in (NEEDS_TEACHING, HASTY)]
    if not found:
        return None
    what = ngettext("Sit with one child", "Sit with %(n)s children", len(found)) % {"n": len(found)}
    because = _("Likely fewer than %(goal)s of 100 right.") % {"goal": round(100 * ACCURACY_MARK)}
    perhaps = tuple(row.student for row in found if not row.sure)
    return Sentence("sit", what, because, "", [row.student for row in found], perhaps=perhaps)


def in_numbers(pattern: Pattern) -> str:
    """Return how often the pattern occurred, and by chance would, in a sentence."""
    numbers = {"observed": pattern.observed, "errors": pattern.errors, "chance": chance_in_words(pattern.expected)}
    return _("%(observed)d of the newest %(errors)d wrong cards; by chance it would be %(chance)s.") % numbers


def _ready(facts: Standings, students: Sequence[Student]) -> Sentence | None:
    met = facts.counts.answered.sum(axis=0) > 0
    if met.sum() == 0 or (facts.met.any(axis=1)).sum() < CLASS_MEAN_FROM_STUDENTS:
        return None
    secure = ((facts.letter == LETTERS.index(SECURE)) & facts.solid & met).sum(axis=1)
    known = (facts.met & met).sum(axis=1)
    needed = ceil(READY_FROM_SHARE * int(met.sum()))
    ready = (secure >= needed) & (known >= READY_FROM_KNOWN * met.sum())
    if not ready.any():
        return None
    numbers = {"count": int(ready.sum()), "needed": needed, "met": int(met.sum())}
    because = ngettext(
        "%(count)d student is secure on %(needed)d or more of the %(met)d sums played.",
        "%(count)d students are secure on %(needed)d or more of the %(met)d sums played.",
        numbers["count"],
    )
    why = _(
        "Secure: quick and sure, more than 80 of 100 right in time. "
        "Counted are sums with at least 3 cards of the student."
    )
    return Sentence("ready", _("Ready for more."), because % numbers, why, _at(students, ready))


def _at(students: Sequence[Student], where: Any) -> list[Student]:
    return [student for student, there in zip(students, where.tolist(), strict=True) if there]
