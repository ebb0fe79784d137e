"""The next step for one child: what to do, why in one line, and one button. It is the most urgent one that its cards
support.

The limits are those of the class's sentences (findings.next_lesson), so that both pages agree on a child.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classroom.measures.mastery import MOSTLY, OWN_FROM, SURELY_FROM
from classroom.models import Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.error_patterns import FlaggedPattern
from classroom.reports.around_the_corner.findings.facts import Standings
from classroom.reports.around_the_corner.findings.figures import in_words
from classroom.reports.around_the_corner.findings.grouping import CAREFUL, SECURE, StudentStanding
from classroom.reports.around_the_corner.findings.pictures import of_sum
from classroom.reports.around_the_corner.student.at_home import sum_of
from classroom.reports.around_the_corner.student.one_mode import OneMode


class NextStep(NamedTuple):
    """A sentence that `says` what to do, `why` in one line, the `button` and its address; `icon` stands beside the
    words.

    If a kind of sum is to be taught, `picture` shows a sum to begin with as hops.
    """

    says: str
    why: str
    button: str
    href: str
    icon: str = "book"
    picture: SafeString = SafeString()


def next_step(in_mode: OneMode, told: list[FlaggedPattern]) -> NextStep:
    """Return the child's next step; `told` are the patterns of its wrong cards."""
    return _teach(in_mode) or _look(told) or _more(in_mode)


def _teach(in_mode: OneMode) -> NextStep | None:
    """Return the step for the kind of sum that the child most likely lacks."""
    skill = weakest(in_mode.known.skills)
    if skill is None:
        return None
    chance = in_mode.known.skills.lacking[0, skill]
    says = _("Teach %(skill)s.") if chance >= SURELY_FROM else _("Perhaps teach %(skill)s.")
    counts = in_mode.known.skills.counts
    picture = of_sum(*sum_of(in_mode.known, skill))
    why = _why_to_teach(int(counts.right[0, skill]), int(counts.answered[0, skill]))
    said = says % {"skill": words.SKILLS[skill]}
    return NextStep(said, why, _("Set practice"), practice(in_mode, skill), picture=picture)


def _why_to_teach(right: int, answered: int) -> str:
    """Return the counts of the kind; if these alone look as if it were mastered, add what speaks against it."""
    counts = {"right": right, "n": answered}
    if right > MOSTLY * answered:
        why = _("%(right)s of %(n)s such cards were right. By all other cards, likely fewer than 80 of 100 would be.")
        return why % counts
    return _("%(right)s of %(n)s such cards were right: likely fewer than 80 of 100 would be.") % counts


def _look(told: list[FlaggedPattern]) -> NextStep | None:
    if not told:
        return None
    hint = _("Try: %(hint)s") % {"hint": told[0].words.hint}
    return NextStep(f"{told[0].words.likely}", hint, _("The wrong cards"), told[0].plays, "eye")


def _more(in_mode: OneMode) -> NextStep:
    """Return the step of a child to whom nothing has to be taught."""
    standing = in_mode.standing
    match standing.corner:
        case corner if corner == CAREFUL and (skill := slowest(in_mode.known.skills)) is not None:
            says = _("Go on with %(skill)s, until it comes at once.") % {"skill": words.SKILLS[skill]}
            return NextStep(says, _slow(standing), _("Set practice"), practice(in_mode, skill))
        case corner if corner == SECURE:
            harder = reverse("session_new", args=[in_mode.student.classroom_id])
            return NextStep(
                _("Ready for more."), _("Quick and right: other sums, longer games."), _("Start"), harder, "play"
            )
        case None:
            few = _("After 10 cards on the clock it says here what comes next; %(n)s so far.")
            return NextStep(
                _("Play more."), few % {"n": standing.ability.decisions}, _("Set practice"), practice(in_mode)
            )
    return NextStep(_("Carry on."), _("Nothing stands out in these cards."), _("Set practice"), practice(in_mode))


def _slow(standing: StudentStanding) -> str:
    seconds = standing.known.seconds
    return _("Nearly always right; a right card takes %(n)s s.") % {"n": in_words(seconds.value)} if seconds else ""


def weakest(skills: Standings) -> int | None:
    """Return the kind of sum, of those met often enough to be named, that is most likely not mastered; None if all are
    more likely mastered."""
    needed = skills.needed[0] & (skills.counts.answered[0] >= OWN_FROM)
    return int(np.where(needed, skills.lacking[0], 0.0).argmax()) if needed.any() else None


def slowest(skills: Standings) -> int | None:
    """Return the mastered kind of sum that was quick least often; None if no clock has run."""
    clocked, quick = skills.counts.clocked[0], skills.counts.quick[0]
    here = np.flatnonzero(skills.known[0] & (clocked > 0))
    return int(min(here, key=lambda skill: quick[skill] / clocked[skill])) if len(here) else None


def homework_address(classroom: int, skill: int | None, students: Iterable[Student]) -> str:
    """Return the address of the homework form, filled in with this kind of sum and these students."""
    asked: dict[str, Any] = {} if skill is None else {"skill": skill}
    asked["student"] = [student.pk for student in students]
    return f"{reverse('class_homework', args=[classroom])}?{urlencode(asked, doseq=True)}#set-homework"


def practice(in_mode: OneMode, skill: int | None = None) -> str:
    return homework_address(in_mode.student.classroom_id, skill, [in_mode.student])
