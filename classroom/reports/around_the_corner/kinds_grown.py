"""Growth of classes in each kind of sums over eight weeks: of the sums that a child met then and now; and what is known
of those met now."""

from collections.abc import Collection

import numpy as np
from django.utils import timezone

from classroom.homework.around_the_corner.presets import SKILLS
from classroom.models import Classroom
from classroom.reports.around_the_corner.findings.facts import Standings, known_in, looked_back
from classroom.reports.around_the_corner.sources.classes import ClassSheets, of_classes
from classroom.reports.around_the_corner.sources.scope import usual_since
from classroom.reports.around_the_corner.sources.sheets import stamp_of
from classroom.reports.around_the_corner.sums import SKILL_OF
from classroom.reports.kit.cache import kept
from classroom.reports.kit.growth.kinds import KindGrowth
from classroom.reports.kit.growth.weeks import span_of
from classroom.reports.kit.periods import EVER


def kinds_grown(classrooms: Collection[Classroom]) -> dict[int, tuple[KindGrowth, ...]]:
    """Return by class the growth of each of SKILLS; it is computed once a day, with three queries."""
    quick_in = {each.pk: float(each.quick_seconds) for each in classrooms}
    today = timezone.localdate()

    def found() -> dict[int, tuple[KindGrowth, ...]]:
        since = span_of(today)[0]
        return {pk: _grown_in(sheets, quick_in[pk], since) for pk, sheets in of_classes(quick_in)}

    return kept(stamp_of(sorted(quick_in), today), "kinds_grown", found)


def _grown_in(sheets: ClassSheets, quick: float, since: int) -> tuple[KindGrowth, ...]:
    then, now = known_among(sheets, quick, until=since), known_among(sheets, quick, lately=usual_since())
    return tuple(_grown(then, now, skill) for skill in range(len(SKILLS)))


def known_among(sheets: ClassSheets, quick: float, *, until: int = EVER, lately: int = 0) -> Standings:
    """Return what facts.known_of would, of a class that is read already."""
    since, modes = looked_back(sheets.last_by_mode(until))
    return known_in([sheets.read(mode, since, until) for mode in modes], quick, lately).facts


def _grown(then: Standings, now: Standings, skill: int) -> KindGrowth:
    of_now = now.met & (skill == SKILL_OF)
    met = then.met & of_now
    gained = (met & now.known).sum(axis=1) - (met & then.known).sum(axis=1)
    counts = met.any(axis=1), gained > 0, gained < 0, of_now.any(axis=1), of_now, of_now & now.known
    return KindGrowth(*(int(np.count_nonzero(part)) for part in counts))
