"""The rounds of a class session in a list: how long each took and what was left, table by table, and its replay.

For teachers only. Tables stand in order, never ranked: where all had the same deal, a teacher compares play.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Min, Q, QuerySet

from classroom.models import ClassSession
from classroom.sessions.games.nine_results import nine_points
from game.models import Event, Round, Seat
from game.rules import around_the_corner as rules
from game.rules import nine_to_nothing

ENDS = ("finished", "exhausted", "stopped")


@dataclass(frozen=True, slots=True)
class Left:
    """Who sat in a seat and how many cards were left; in Nine to Nothing its points. `won`: nobody did better."""

    name: str
    cards: int
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
        seconds = (self.milliseconds or 0) // 1000
        return f"{seconds // 60}:{seconds % 60:02}"


def rounds_of(session: ClassSession) -> list[RoundLine]:
    """Return the rounds with a GO: by table, or with one deal for all by round, so that equal deals stand together."""
    began = _began(session)
    by_points = session.game == nine_to_nothing.NAME
    scores = nine_points(began) if by_points else _cards_left(began)
    seats = Seat.objects.filter(table__rounds__in=began).order_by().distinct()
    chairs = {(seat.table_id, seat.number): seat for seat in seats}
    lines = [_line(played, scores[played.pk], chairs, max if by_points else min) for played in began]
    by_round = session.options.get("same_deal", False)
    return sorted(lines, key=lambda one: (one.number, one.table) if by_round else (one.table, one.number))


def _began(session: ClassSession) -> QuerySet[Round]:
    rounds = Round.objects.filter(pk__in=Round.objects.filter(table__seats__sitting__session=session).values("pk"))
    timed = rounds.annotate(
        go_at=Min("events__at", filter=Q(events__kind="go")),
        over_at=Max("events__at", filter=Q(events__kind__in=ENDS)),
        finishes=Count("events", filter=Q(events__kind="finished")),
    )
    return timed.exclude(go_at=None).select_related("table")


def _line(
    played: Round, scores: Sequence[int], chairs: Mapping[tuple[int, int], Seat], best: Callable[[Sequence[int]], int]
) -> RoundLine:
    timed = vars(played)
    over = timed["over_at"] is not None
    there = [(chairs[played.table_id, seat], score) for seat, score in enumerate(scores)]
    return RoundLine(
        pk=played.pk,
        table=played.table.number,
        number=played.number,
        milliseconds=timed["over_at"] - timed["go_at"] if over else None,
        finished=timed["finishes"] > 0,
        left=tuple(
            Left(seat.name, score, seat.player is None, over and timed["finishes"] > 0 and score == best(scores))
            for seat, score in there
        ),
    )


def _cards_left(began: QuerySet[Round]) -> dict[int, tuple[int, ...]]:
    """Return the cards left by seat of each round of Around the Corner."""
    placed = Event.objects.filter(round__in=began, kind__in=("played", "finished"), seat__isnull=False).order_by()
    counts = {(row[0], row[1]): row[2] for row in placed.values_list("round", "seat").annotate(Count("pk"))}
    return {
        played.pk: tuple(_dealt(played) - counts.get((played.pk, seat), 0) for seat in range(played.seats))
        for played in began
    }


def _dealt(played: Round) -> int:
    """Return how many cards each seat was dealt."""
    steps = rules.Options.from_json(played.options).steps
    deck = sum(card.step in steps for card in rules.DECK)
    return (deck - 1) // played.seats
