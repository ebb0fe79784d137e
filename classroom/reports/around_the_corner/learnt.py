"""Learning of a class for the projector, about the whole class and no single child: the kind of card in which it
improved most between sessions, and the number of new sums.

Growth of classes in each kind of sums over eight weeks, in the sums that a child met both then and now; and the
present knowledge of the sums met by now.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom import persons
from classroom.homework.around_the_corner.presets import SKILLS
from classroom.models import Classroom, ClassSession
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.facts import Standings, known_in, known_of, looked_back
from classroom.reports.around_the_corner.sources.answers import Whole
from classroom.reports.around_the_corner.sources.classes import ClassSheets, of_classes
from classroom.reports.around_the_corner.sources.sheets import stamp_of
from classroom.reports.around_the_corner.sums import SKILL_OF
from classroom.reports.kit import cache
from classroom.reports.kit.cache import kept
from classroom.reports.kit.contract import Learnt, NewSums, NewSumsAsked
from classroom.reports.kit.growth.weeks import KindGrowth, SchoolGrowth, of_all, span_of
from classroom.reports.kit.periods import EVER, usual_since
from classroom.reports.kit.rows import tables_of
from game.around_the_corner.explained.examples import Example
from game.around_the_corner.explained.how_to_play import walk
from game.models import Attempt
from game.rules.around_the_corner import Options

FEWEST = 10
"""Fewest decisions on a kind of card, now and then, for a statement about it."""
BY_CHANCE = 0.05
"""Largest chance of a statement about a class that has learnt nothing, whatever its number of kinds of cards."""


class KindOfCard(NamedTuple):
    """A kind of card: its step, and whether a card that fits goes round the corner."""

    step: int
    corner: bool


def known_at(classroom: Classroom, moments: Sequence[int]) -> list[int]:
    """Return the number of sums that all on the roll knew together at each of these moments (ms since 1970). A count is
    cached for LAST_DAYS, even if children come or go, so that a goal based on it does not move."""
    quick = float(classroom.quick_seconds)
    key_of = {moment: f"{classroom.pk}-{quick}-{moment}" for moment in moments}
    found = cache.last_of_all("known_at", key_of.values())
    missing = [moment for moment in moments if key_of[moment] not in found]
    for _pk, sheets in of_classes([classroom.pk]) if missing else ():
        for moment in missing:
            found[key_of[moment]] = int(known_among(sheets, quick, until=moment).known.sum())
            cache.keep_last("known_at", key_of[moment], found[key_of[moment]])
    return [found.get(key_of[moment], 0) for moment in moments]


def new_sums(classroom: Classroom, since: int, until: int | None = None) -> list[str]:
    """Return the sums that a child on the roll did not know at `since` and knows at `until` (ms since 1970; None: now),
    by top card, without saying whose. Forgotten sums subtract nothing, so that no child can lower the number."""
    players = list(classroom.students.values_list("pk", flat=True))
    quick = float(classroom.quick_seconds)
    then, now = (known_of(players, quick, until=moment).facts for moment in (since, until))
    return [words.sum_of(fact) for fact in np.sort(_gained(then, now))]


def new_sums_of_classes(asked: Collection[NewSumsAsked]) -> dict[int, NewSums]:
    """Count the new sums of many classes at once: with three queries, and each only once for its days."""
    key_of = {each.classroom.pk: _key(each) for each in asked}
    found = cache.last_of_all("new_sums", key_of.values())
    missing = {each.classroom.pk: each for each in asked if key_of[each.classroom.pk] not in found}
    for pk, sheets in of_classes(missing) if missing else ():
        found[key_of[pk]] = _new_in(sheets, missing[pk])
        cache.keep_last("new_sums", key_of[pk], found[key_of[pk]])
    return {pk: found[key] for pk, key in key_of.items() if key in found}


def _key(asked: NewSumsAsked) -> str:
    return f"{asked.classroom.pk}-{asked.classroom.quick_seconds}-{asked.since}-{asked.until}"


def _new_in(sheets: ClassSheets, asked: NewSumsAsked) -> NewSums:
    quick = float(asked.classroom.quick_seconds)
    then, now = (known_among(sheets, quick, until=moment) for moment in (asked.since, asked.until))
    return NewSums(len(_gained(then, now)), len(sheets.students))


def _gained(then: Standings, now: Standings) -> Whole:
    """Return the fact of each sum that a student gained."""
    return np.nonzero(now.known & ~then.known)[1]


def learnt(session: ClassSession, earlier: ClassSession) -> Learnt | None:
    now, then = _tries(session), _tries(earlier)
    chances = {kind: _chance(then[kind], now[kind]) for kind in now.keys() & then.keys()}
    best = min(sorted(chances), key=lambda kind: chances[kind], default=None)
    if best is None or chances[best] * len(chances) > BY_CHANCE:
        return None
    options = Options.from_json(session.options)
    words = _("round the corner with %(step)s") if best.corner else _("cards with %(step)s")
    named = words % {"step": f"{options.sign}{best.step}"}
    return Learnt(named, walk(_example(best, options)), *now[best])


def _tries(session: ClassSession) -> dict[KindOfCard, tuple[int, int]]:
    """Return the number of right decisions and of all, by kind, for kinds with at least FEWEST."""
    rows = Attempt.objects.filter(Attempt.is_decision(), round__table__in=tables_of(session)).order_by()
    by_stratum = rows.exclude(stratum="").values_list("stratum")
    counted = by_stratum.annotate(right=Count("pk", filter=Q(ending="C")), n=Count("pk"))
    found: defaultdict[KindOfCard, list[int]] = defaultdict(lambda: [0, 0])
    for stratum, right, tried in counted:
        step, kind, _ways = stratum.split("-")
        sums = found[KindOfCard(int(step), kind == "corner")]
        sums[0] += right
        sums[1] += tried
    return {kind: (right, tried) for kind, (right, tried) in found.items() if tried >= FEWEST}


def _chance(then: tuple[int, int], now: tuple[int, int]) -> float:
    """Return the chance of a rise as large as this one, in the share of right ones, where nothing was learnt. The same
    children are compared, whose cards are alike, so it is rather less."""
    (before, of_then), (after, of_now) = then, now
    pooled = (before + after) / (of_then + of_now)
    error = sqrt(pooled * (1 - pooled) * (1 / of_then + 1 / of_now))
    return NormalDist().cdf((before / of_then - after / of_now) / error) if error else 1.0


def _example(kind: KindOfCard, options: Options) -> Example:
    straight = "only_on" if options.sign == "+" else "both_ways"
    return Example("corner" if kind.corner else straight, kind.step, options.highest, options.sign)


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
