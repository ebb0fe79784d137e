"""Growth of classes in each kind of sums over eight weeks, in the sums that a child met both then and now; and the
present knowledge of the sums met by now."""

from collections.abc import Collection

import numpy as np
from django.utils import timezone

from classroom import persons
from classroom.homework.around_the_corner.presets import SKILLS
from classroom.models import Classroom
from classroom.reports.around_the_corner.findings.facts import Standings, known_in, looked_back
from classroom.reports.around_the_corner.sources.classes import ClassSheets, of_classes
from classroom.reports.around_the_corner.sources.sheets import stamp_of
from classroom.reports.around_the_corner.sums import SKILL_OF
from classroom.reports.kit.cache import kept
from classroom.reports.kit.growth.kinds import KindGrowth, SchoolGrowth, of_all
from classroom.reports.kit.growth.weeks import span_of
from classroom.reports.kit.periods import EVER, usual_since


def kinds_grown(classrooms: Collection[Classroom]) -> SchoolGrowth:
    """Return the growth in each of SKILLS, by class and in all; computed once a day, with four queries."""
    quick_in = {each.pk: float(each.quick_seconds) for each in classrooms}
    today = timezone.localdate()

    def found() -> SchoolGrowth:
        since, once = span_of(today)[0], persons.counted_once(quick_in)
        grown = {pk: _grown_in(sheets, quick_in[pk], since, once) for pk, sheets in of_classes(quick_in)}
        of_class = {pk: of_kinds for pk, (of_kinds, _rest) in grown.items()}
        return SchoolGrowth(of_class, of_all([counted for _of_kinds, counted in grown.values()]))

    return kept(stamp_of(sorted(quick_in), today), "kinds_grown", found)


def _grown_in(
    sheets: ClassSheets, quick: float, since: int, once: Collection[int]
) -> tuple[tuple[KindGrowth, ...], tuple[KindGrowth, ...]]:
    """Return the growth of all in the class; and of those of them who are counted here and in no other class."""
    then, now = known_among(sheets, quick, until=since), known_among(sheets, quick, lately=usual_since())
    counted = np.array([student in once for student in sheets.students], bool)
    all_of_them = np.ones_like(counted)
    grown = [[_grown(then, now, skill, rows) for skill in range(len(SKILLS))] for rows in (all_of_them, counted)]
    return tuple(grown[0]), tuple(grown[1])


def known_among(sheets: ClassSheets, quick: float, *, until: int = EVER, lately: int = 0) -> Standings:
    """Return the result of facts.known_of for the sheets of a class that are already read."""
    since, modes = looked_back(sheets.last_by_mode(until))
    return known_in([sheets.read(mode, since, until) for mode in modes], quick, lately).facts


def _grown(then: Standings, now: Standings, skill: int, rows: np.ndarray) -> KindGrowth:
    of_now = now.met & (skill == SKILL_OF) & rows[:, None]
    met = then.met & of_now
    gained = (met & now.known).sum(axis=1) - (met & then.known).sum(axis=1)
    counts = met.any(axis=1), gained > 0, gained < 0, of_now.any(axis=1), of_now, of_now & now.known
    return KindGrowth(*(int(np.count_nonzero(part)) for part in counts))
