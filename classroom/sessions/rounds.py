"""The rounds of a class session in a list: how long each took and what was left, table by table, and its replay.

For teachers only. Tables stand in order, never ranked: where all had the same deal, a teacher compares play.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Max, Min, Q, QuerySet

from classroom.models import ClassSession
from classroom.sessions.games import catalogue
from classroom.sessions.games.contract import RoundStanding, SessionGame
from game.models import Round, Seat
from game.rules.contract import GO
from game.screens.sentences import minutes


@dataclass(frozen=True, slots=True)
class Left:
    """Player of a seat and its score: cards left, or points. `won`: nobody did better."""

    name: str
    score: int
    computer: bool
    won: bool


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round that has begun. `milliseconds` from GO to its end, None while it runs; `finished`: by a last card."""

    pk: int
    table: int
    number: int
    milliseconds: int | None
    finished: bool
    left: tuple[Left, ...]

    @property
    def time(self) -> str:
        return minutes(self.milliseconds or 0)


def rounds_of(session: ClassSession) -> list[RoundLine]:
    """Return the rounds with a GO: by table, or with one deal for all by round, so that equal deals stand together."""
    game = catalogue.of(session.game)
    began = _began(session, game)
    standings = game.standings(began)
    seats = Seat.objects.filter(table__rounds__in=began).order_by().distinct()
    chairs = {(seat.table_id, seat.number): seat for seat in seats}
    lines = [_line(played, standings[played.pk], chairs) for played in began]
    by_round = session.options.get("same_deal", False)
    return sorted(lines, key=lambda line: (line.number, line.table) if by_round else (line.table, line.number))


def _began(session: ClassSession, game: SessionGame) -> QuerySet[Round]:
    rounds = Round.objects.filter(pk__in=Round.objects.filter(table__seats__sitting__session=session).values("pk"))
    timed = rounds.annotate(
        go_at=Min("events__at", filter=Q(events__kind=GO)),
        over_at=Max("events__at", filter=Q(events__kind__in=game.rules.ENDS)),
        finishes=Count("events", filter=Q(events__kind__in=game.won_by)),
    )
    return timed.exclude(go_at=None).select_related("table")


def _line(played: Round, standing: RoundStanding, chairs: Mapping[tuple[int, int], Seat]) -> RoundLine:
    timed = vars(played)
    over = timed["over_at"] is not None
    is_won = over and timed["finishes"] > 0
    there = [(seat, chairs[played.table_id, seat], score) for seat, score in enumerate(standing.scores)]
    return RoundLine(
        pk=played.pk,
        table=played.table.number,
        number=played.number,
        milliseconds=timed["over_at"] - timed["go_at"] if over else None,
        finished=timed["finishes"] > 0,
        left=tuple(
            Left(chair.name, score, chair.player is None, is_won and seat in standing.best)
            for seat, chair, score in there
        ),
    )
