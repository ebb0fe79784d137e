"""Counts of the sums of Nine to Nothing in a class session: folds of its logs, read in one query."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from classroom.models import ClassSession, Sitting
from classroom.sessions.games.counting import SessionTries, logs_of
from game.log import table_state
from game.log.table_state import TableState
from game.models import Round
from game.rules import nine_to_nothing as rules


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums that the children of a class laid: `right` of `tried` were true when they were laid."""

    right: int = 0
    tried: int = 0


def sums_of(session: ClassSession) -> Sums:
    """Count the sums that children laid at the tables of the session, none that a computer laid in a child's seat."""
    tries = tries_of(session).values()
    return Sums(sum(mine.right for mine in tries), sum(mine.tried for mine in tries))


def tries_of(session: ClassSession) -> dict[int, SessionTries]:
    """Return the same by student."""
    rounds = Round.objects.filter(table__seats__sitting__session=session).distinct()
    sat = Sitting.objects.filter(session=session).values_list("seat__table", "seat__number", "student")
    students = {(table, seat): student for table, seat, student in sat}
    found: defaultdict[int, Counter[bool]] = defaultdict(Counter)
    for played, log in logs_of(rounds):
        for seat, right in _tries(played, log):
            if (played.table_id, seat) in students:
                found[students[played.table_id, seat]][right] += 1
    return {student: SessionTries(mine.total(), mine[True]) for student, mine in found.items()}


def _tries(played: Round, log: Iterable[rules.Event]) -> Iterable[tuple[int, bool]]:
    """Return seat and truth of every sum that was laid, but those of computers that sat in for somebody."""
    position, table = rules.deal(played.options, played.seats, played.seed), TableState()
    for event in log:
        if event.kind in rules.TRIED and event.seat is not None and event.seat not in table.computer:
            yield event.seat, rules.total(event.cards) == position.target(event.seat)
        position, table = rules.apply(position, event), table_state.apply(table, event)
