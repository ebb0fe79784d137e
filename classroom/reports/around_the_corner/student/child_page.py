"""A child's own page (screens S12), as plain values: cards placed, sums found, best times; no other child is on it.

Words are those of grade 2. A sum appears once, as a tile of the picture, with one count: a star repeats its tile. The
reports decide which sums are known. A time is voluntary: only solo rounds with the clock have one.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom.homework.around_the_corner import practice
from classroom.homework.around_the_corner.picture import picture_after
from classroom.models import Student
from classroom.reports.around_the_corner.sources.answers import CAME_RIGHT, Answers, read
from classroom.reports.around_the_corner.sums import NUMBERS
from classroom.server.time_zone import midnight, monday_of
from classroom.sessions.games.around_the_corner.modes import MODES
from game.around_the_corner.options import cards_in_words
from game.around_the_corner.solo import BestRun, bests_of
from game.log.table_state import BACK, TAKEOVER
from game.models import Event
from game.rules.around_the_corner import events
from game.screens.sentences import minutes, minutes_in_words

LAST_CARDS = frozenset({events.FINISHED, events.EMPTIED})
"""Kinds of events of last cards, which need no sum, so that only the log has them."""


class MyBest(NamedTuple):
    """A best solo time: its cards, the time on a clock and in words, and the growth since the first one."""

    cards: str
    time: str
    time_in_words: str
    grown: str


def context(student: Student) -> dict[str, Any]:
    """Return the page's context: a query for each mode, one for the picture, two for the best times and four for last
    cards."""
    today = timezone.localdate()
    monday = midnight(monday_of(today))
    answers = [read([student.pk], mode) for mode in MODES]
    this_week = last_cards(student.pk, since=monday)
    return {
        "student": student,
        "placed": placed(answers) + last_cards(student.pk),
        "this_week": placed(each.since(monday) for each in answers) + this_week,
        "columns": NUMBERS,
        "picture": picture_after(practice.history(student, None), today),
        "bests": [my_best(best) for best in bests_of(student.pk)],
    }


def placed(answers: Iterable[Answers]) -> int:
    """Return how many cards were placed because they fitted; last cards need not fit."""
    return sum(int((each.outcome == CAME_RIGHT).sum()) for each in answers)


def last_cards(player: int, since: int = 0) -> int:
    """Return how many last cards a player has played in class sessions since then (ms since 1970), without those that a
    computer played in its seat (from "takeover" to "back"). Two queries, three with computers."""
    seat = {"round__table__seats__player": player, "round__table__seats__sitting__isnull": False}
    entries = Event.objects.filter(**seat, round__table__seats__number=F("seat"), at__gte=since)
    return entries.filter(kind__in=LAST_CARDS).count() - _by_computers(entries)


def _by_computers(entries: QuerySet[Event]) -> int:
    rounds = set(entries.filter(kind=TAKEOVER).values_list("round", flat=True))
    taken: set[int] = set()
    found = 0
    log = entries.filter(round__in=rounds, kind__in={*LAST_CARDS, TAKEOVER, BACK}).order_by("round", "n")
    for played, kind in log.values_list("round", "kind"):
        if kind == TAKEOVER:
            taken.add(played)
        elif kind == BACK:
            taken.discard(played)
        elif played in taken:
            found += 1
    return found


def my_best(best: BestRun) -> MyBest:
    sums, steps = best.played_with
    said = cards_in_words({"steps": steps, **sums._asdict()}) + [_("round the corner")] * sums.corner
    quicker = (best.first - best.best) // 1000
    grown = _("%(time)s quicker than your first time") % {"time": minutes(1000 * quicker)} if quicker else ""
    return MyBest(", ".join(said), minutes(best.best), minutes_in_words(best.best), grown)
