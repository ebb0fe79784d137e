"""What came of the rounds of Nine to Nothing in a class session: folds of their logs, read in one query."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from classroom.models import ClassSession, Sitting
from game.log import table_state
from game.log.codec import COLUMNS, event_of
from game.log.table_state import Manners
from game.models import Event, Round
from game.rules import nine_to_nothing as rules


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums that the children of a class laid: `right` of `tried` were true when they were laid."""

    right: int = 0
    tried: int = 0


def nine_points(rounds: QuerySet[Round]) -> dict[int, tuple[int, ...]]:
    """Return the points by seat of each round, as far as it went."""
    return {played.pk: _points(played, log) for played, log in _logs(rounds)}


def sums_of(session: ClassSession) -> Sums:
    """Count the sums that children laid at the tables of the session, none that a computer laid in a child's seat."""
    rounds = Round.objects.filter(table__seats__sitting__session=session).distinct()
    sat = set(Sitting.objects.filter(session=session).values_list("seat__table", "seat__number"))
    logs = _logs(rounds)
    tries = [right for played, log in logs for seat, right in _tries(played, log) if (played.table_id, seat) in sat]
    return Sums(sum(tries), len(tries))


def _logs(rounds: QuerySet[Round]) -> list[tuple[Round, list[rules.Event]]]:
    logs = defaultdict(list)
    lines = Event.objects.filter(round__in=rounds).order_by("round", "n")
    for round_id, *columns in lines.values_list("round", *COLUMNS):
        logs[round_id].append(event_of(*columns))
    return [(played, logs[played.pk]) for played in rounds]


def _points(played: Round, log: Iterable[rules.Event]) -> tuple[int, ...]:
    position = rules.deal(played.options, played.seats, played.seed)
    for event in log:
        position = rules.apply(position, event)
    return tuple(position.points(seat) for seat in range(played.seats))


def _tries(played: Round, log: Iterable[rules.Event]) -> Iterable[tuple[int, bool]]:
    """Return seat and truth of every sum that was laid, but those of computers that sat in for somebody."""
    position, table = rules.deal(played.options, played.seats, played.seed), Manners()
    for event in log:
        if event.kind in ("laid", "wrong") and event.seat is not None and event.seat not in table.computer:
            yield event.seat, rules.total(event.cards) == position.target(event.seat)
        position, table = rules.apply(position, event), table_state.apply(table, event)
