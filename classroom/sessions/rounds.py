"""The rounds of a class session in a list: how long each took and what was left, table by table, and its replay.

For teachers only. Tables stand in order, never ranked: where all had the same deal, a teacher compares play.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from classroom.models import ClassSession
from classroom.sessions.counts import Chair, SessionCounts
from game.log.counts import RoundCounts
from game.models import Round, Seat
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
    """A round that has begun. `milliseconds` from GO to its end, None while it runs; `finished`: somebody did."""

    pk: int
    table: int
    number: int
    milliseconds: int | None
    finished: bool
    left: tuple[Left, ...]

    @property
    def time(self) -> str:
        return minutes(self.milliseconds or 0)


def rounds_of(session: ClassSession, counted: SessionCounts) -> list[RoundLine]:
    """Return the rounds with a GO: by table, or with one deal for all by round, so that equal deals stand together."""
    began = [(played, counts) for played, counts in counted.rounds if counts.has_begun]
    seats = Seat.objects.filter(table__in={played.table_id for played, _counts in began})
    chairs = {(seat.table_id, seat.number): seat for seat in seats}
    lines = [_line(played, counts, chairs) for played, counts in began]
    by_round = session.options.get("same_deal", False)
    return sorted(lines, key=lambda line: (line.number, line.table) if by_round else (line.table, line.number))


def _line(played: Round, counts: RoundCounts, chairs: Mapping[Chair, Seat]) -> RoundLine:
    there = [(seat, chairs[played.table_id, seat], score) for seat, score in enumerate(counts.scores)]
    return RoundLine(
        pk=played.pk,
        table=played.table.number,
        number=played.number,
        milliseconds=None if counts.over_at is None else counts.over_at - (counts.go_at or 0),
        finished=counts.somebody_finished,
        left=tuple(Left(chair.name, score, chair.player is None, seat in counts.first) for seat, chair, score in there),
    )
