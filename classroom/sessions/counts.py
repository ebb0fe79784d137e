"""What the children of class sessions did, counted in one place for every page and file that shows it.

Cards placed and rounds won come from the fold of the rounds' logs (game.log.counts); tries and right answers come from
the decisions on which the reports rest (Evidence.is_decision), or, in a game without measures, from the same fold. An
entry belongs to a child if it comes from the seat at which the child sat.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils import timezone

from classroom.models import ClassSession, Sitting
from game import catalogue, clock
from game.log import counts
from game.log.counts import RoundCounts
from game.log.prepared import Prepared
from game.models import Evidence, Round

SETTLED = timedelta(minutes=1)
"""Time after a session's end in which a table may still write its last entry."""

Chair = tuple[int, int]
"""A table and the number of a seat."""


class SessionTries(NamedTuple):
    """Tries of a child in a session, and how many of them were right."""

    tried: int = 0
    right: int = 0

    @property
    def wrong(self) -> int:
        return self.tried - self.right

    @property
    def wrong_of_100(self) -> float:
        return 100 * self.wrong / self.tried if self.tried else 0.0

    def plus(self, tried: int, right: int) -> "SessionTries":
        return SessionTries(self.tried + tried, self.right + right)


class SessionCounts(NamedTuple):
    """The rounds of one or more sessions with their counts, in the order of their deals, and who sat where."""

    rounds: Sequence[tuple[Round, RoundCounts]]
    students: Mapping[Chair, int]

    @property
    def played_out(self) -> int:
        """Number of rounds that were played to their end, without those that ended with the session."""
        return sum(counted.is_played_out for _played, counted in self.rounds)

    @property
    def placed(self) -> Counter[int]:
        """Return by student how many cards or sums they placed that were not taken back."""
        return self._by_student(lambda counted: counted.placed)

    @property
    def last(self) -> int:
        """Number of placed cards that required no answer."""
        return self._by_student(lambda counted: counted.last).total()

    @property
    def wins(self) -> Counter[int]:
        """Return by student the number of rounds in which, by the rules, nobody did better."""
        return +self._by_student(lambda counted: [seat in counted.won for seat in range(len(counted.placed))])

    @property
    def tries(self) -> dict[int, SessionTries]:
        tried, right = self._by_student(lambda counted: counted.tried), self._by_student(lambda counted: counted.right)
        return {student: SessionTries(n, right[student]) for student, n in tried.items()}

    def stood(self, until: datetime) -> int:
        """Return for how long (ms) the teacher had paused any of the tables until this moment."""
        end = clock.in_ms(until)
        pauses = [pause for _played, counted in self.rounds for pause in counted.stood]
        pauses += [(counted.held_at, end) for _played, counted in self.rounds if counted.held_at is not None]
        total = reached = 0
        for began, ended in sorted(pauses):
            total += max(0, ended - max(began, reached))
            reached = max(reached, ended)
        return total

    def _by_student(self, counted_of: Callable[[RoundCounts], Sequence[int]]) -> Counter[int]:
        found: Counter[int] = Counter()
        for played, counted in self.rounds:
            for seat, n in enumerate(counted_of(counted)):
                if student := self.students.get((played.table_id, seat)):
                    found[student] += n
        return found


_sat = Prepared(
    lambda *sessions: Sitting.objects.filter(session__in=sessions).values_list("seat__table", "seat__number", "student")
)
_dealt = Prepared(
    lambda *tables: (
        Round.objects.filter(table__in=tables).select_related("table").order_by("dealt_at", "table__number", "pk")
    )
)


def of_session(session: ClassSession, *others: ClassSession) -> SessionCounts:
    """Return the counts of a session, or of several of one game together. Three queries, the last one for entries that
    were logged during the others."""
    sat = _sat.rows(session.pk, *(other.pk for other in others))
    students = {(table, seat): student for table, seat, student in sat}
    dealt = _dealt.all(*{table for table, _seat in students})
    found = counts.of_rounds(session.game, dealt)
    return SessionCounts([(played, found[played.pk]) for played in dealt], students)


def placed_by(session: ClassSession) -> Counter[int]:
    """Return by student how many cards or sums they placed."""
    return of_session(session).placed


def placed_in(sessions: Iterable[ClassSession]) -> dict[int, int]:
    """Return by session the number of cards that all children placed together. It is stored with a session once that
    has ended."""
    return {session.pk: _placed(session) if session.placed is None else session.placed for session in sessions}


def _placed(session: ClassSession) -> int:
    total = placed_by(session).total()
    if session.ended_at and timezone.now() - session.ended_at > SETTLED:
        ClassSession.objects.filter(pk=session.pk).update(placed=total)
    return total


class SessionTotals(NamedTuple):
    """Totals of all children of a session: placed, of these without an answer (`last`), tries, right ones, rounds to
    their end."""

    placed: int
    last: int
    tried: int
    right: int
    rounds: int


def totals(session: ClassSession, counted: SessionCounts | None = None) -> SessionTotals:
    found, tries = counted or of_session(session), tries_of(session).values()
    tried, right = sum(mine.tried for mine in tries), sum(mine.right for mine in tries)
    return SessionTotals(found.placed.total(), found.last, tried, right, found.played_out)


def tries_of(session: ClassSession) -> Mapping[int, SessionTries]:
    """Return by student the tries in a session, and how many were right."""
    return tries_in([session])[session.pk]


def tries_in(sessions: Iterable[ClassSession]) -> dict[int, Mapping[int, SessionTries]]:
    """Return the same for several sessions; two queries for those of games with measures."""
    sessions = list(sessions)
    found: dict[int, Mapping[int, SessionTries]] = {}
    measured: defaultdict[type[Evidence], list[ClassSession]] = defaultdict(list)
    for session in sessions:
        if kind := catalogue.of(session.game).decides:
            measured[kind].append(session)
        else:
            found[session.pk] = of_session(session).tries
    for kind, of_kind in measured.items():
        found |= _decided(kind, of_kind)
    return found


def _decided(kind: type[Evidence], sessions: Sequence[ClassSession]) -> dict[int, Mapping[int, SessionTries]]:
    """Return the same from the decisions of this kind of evidence."""
    sat = Sitting.objects.filter(session__in=sessions).values_list("seat__table", "student", "session").distinct()
    session_of = {(table, student): session for table, student, session in sat}
    tables = {table for table, _student in session_of}
    rows = kind._default_manager.filter(kind.is_decision(), round__table__in=tables).order_by()
    by_table = rows.values("round__table", "player").annotate(n=Count("pk"), right=Count("pk", filter=Q(ending="C")))
    found: dict[int, dict[int, SessionTries]] = {session.pk: {} for session in sessions}
    for table, student, tried, right in by_table.values_list("round__table", "player", "n", "right"):
        if session := session_of.get((table, student)):
            found[session][student] = found[session].get(student, SessionTries()).plus(tried, right)
    return dict(found)


def students(*sessions: ClassSession) -> int:
    """Return how many students sat at a table. Every page uses this number."""
    return Sitting.objects.filter(session__in=sessions).values("student").distinct().count()
