"""Growth of a class in each kind of sums over eight weeks: of the sums that a child met then and now."""

import numpy as np
from django.utils import timezone

from classroom.homework.around_the_corner.presets import SKILLS
from classroom.models import Classroom
from classroom.reports.around_the_corner.findings.facts import Standings, known_of
from classroom.reports.around_the_corner.sums import SKILL_OF
from classroom.reports.kit.cache import kept
from classroom.reports.kit.growth.kinds import KindGrowth
from classroom.reports.kit.growth.weeks import span_of


def kinds_grown(classroom: Classroom) -> tuple[KindGrowth, ...]:
    """Return the growth of each of SKILLS; it is computed once a day."""
    today = timezone.localdate()

    def found() -> tuple[KindGrowth, ...]:
        players = list(classroom.students.values_list("pk", flat=True))
        quick, since = float(classroom.quick_seconds), span_of(today)[0]
        then, now = known_of(players, quick, until=since).facts, known_of(players, quick).facts
        return tuple(_grown(then, now, skill) for skill in range(len(SKILLS)))

    return kept(f"{classroom.pk}:{today}", "kinds_grown", found)


def _grown(then: Standings, now: Standings, skill: int) -> KindGrowth:
    met = then.met & now.met & (skill == SKILL_OF)
    gained = (met & now.known).sum(axis=1) - (met & then.known).sum(axis=1)
    counts = met.any(axis=1), gained > 0, gained < 0
    return KindGrowth(*(int(np.count_nonzero(part)) for part in counts))
