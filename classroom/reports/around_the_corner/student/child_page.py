"""A child's own page (screens S12), as plain values: cards placed, sums found, best times; no other child is on it.

Words are those of grade 2. A sum appears once, as a tile of the picture, with one count: a star repeats its tile. The
reports decide which sums are known. A time is voluntary: only solo rounds with the clock have one.
"""

from typing import Any, NamedTuple

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom import persons
from classroom.homework.around_the_corner import practice
from classroom.homework.around_the_corner.picture import picture_after
from classroom.models import Student
from classroom.reports.around_the_corner.sums import NUMBERS
from classroom.server.time_zone import midnight, monday_of
from game.around_the_corner.options import cards_in_words
from game.around_the_corner.solo import BestRun, bests_of
from game.log.table_state import BACK, TAKEOVER
from game.models import Event
from game.rules.around_the_corner import PLACED
from game.screens.sentences import minutes, minutes_in_words


class MyBest(NamedTuple):
    """A best solo time: its cards, the time on a clock and in words, and the growth since the first one."""

    cards: str
    time: str
    time_in_words: str
    grown: str


def context(student: Student) -> dict[str, Any]:
    """Return the page's context: a query for the cards, one for the picture, two for the best times."""
    today = timezone.localdate()
    monday, placed = midnight(monday_of(today)), placed_at(student.pk)
    return {
        "student": student,
        "placed": len(placed),
        "this_week": sum(at >= monday for at in placed),
        "columns": NUMBERS,
        "picture": picture_after(practice.history(student, None), today),
        "bests": [my_best(best) for best in bests_of(student.pk)],
    }


def placed_at(student: int) -> list[int]:
    """Return when (ms since 1970) a child placed each of its cards, at tables and in practice, at whatever try: what it
    was told at the end of each round. Not what a computer placed in its seat (from "takeover" to "back"). One query."""
    own_seat = Q(round__table__seats__player__in=persons.players_of(student), round__table__seats__number=F("seat"))
    log = Event.objects.filter(own_seat, kind__in={*PLACED, TAKEOVER, BACK}).order_by("round", "n")
    found, taken_over = [], set()
    for played, kind, at in log.values_list("round", "kind", "at"):
        if kind == TAKEOVER:
            taken_over.add(played)
        elif kind == BACK:
            taken_over.discard(played)
        elif played not in taken_over:
            found.append(at)
    return found


def my_best(best: BestRun) -> MyBest:
    sums, steps = best.played_with
    said = cards_in_words({"steps": steps, **sums._asdict()}) + [_("round the corner")] * sums.corner
    quicker = (best.first - best.best) // 1000
    grown = _("%(time)s quicker than your first time") % {"time": minutes(1000 * quicker)} if quicker else ""
    return MyBest(", ".join(said), minutes(best.best), minutes_in_words(best.best), grown)
