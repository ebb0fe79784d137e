"""Lines of a round's log, written as a lesson would: whoever puts down a card has drawn it before."""

from collections.abc import Iterable
from functools import reduce
from typing import Any

from classroom.models import Student
from game.log import reader
from game.log.codec import COLUMNS, columns_of
from game.models import Event as Line
from game.models import Round, Seat, Table
from game.rules import Event, around_the_corner, dealt_by

SOLO = {"mode": "solo", "corner": True, "steps": [1, 2, 3]}


def log(played: Round, *lines: tuple[str, int | None], move_id: str | None = None) -> None:
    """Write these lines, as (kind, seat), a second after each other behind those that are there; a card is the first
    of the hand, or drawn."""
    rules = dealt_by(played.table.game, played.options)
    before = [event for _n, event in reader.events_of([played.pk])[played.pk]]
    position: Any = reduce(rules.apply, before, rules.deal(played.options, played.seats, played.seed))
    events: list[Event] = []
    for kind, seat in lines:
        held = [card for card in position.hands[seat] if card] if kind in rules.PLACED | rules.TRIED else [0]
        if not held:
            held = [position.draw_piles[seat][-1]]
            events.append(Event("drew", seat, held[0]))
            position = rules.apply(position, events[-1])
        events.append(Event(kind, seat, held[0] or None))
        position = rules.apply(position, events[-1])
    first = len(before) + 1
    write(played, (event._replace(at=1000 * n) for n, event in enumerate(events, first)), first, move_id)


def solo_round(student: Student, cards: int, **options: object) -> Round:
    """Let the student play a solo round to its last card, a card a second."""
    kept = {**SOLO, **options}
    table = Table.objects.create(game=around_the_corner.NAME, options=kept)
    Seat.objects.create(table=table, number=0, player=student.pk, name=student.name)
    played = Round.objects.create(table=table, seed=1, seats=1, options=kept)
    log(played, ("go", None), *[("played", 0)] * cards, ("finished", 0))
    return played


def write(played: Round, events: Iterable[Event], first: int = 1, move_id: str | None = None) -> None:
    """Write these events at the places from `first` on."""
    Line.objects.bulk_create(
        Line(
            round=played, n=n, move_id=move_id and f"{move_id}{n}", **dict(zip(COLUMNS, columns_of(event), strict=True))
        )
        for n, event in enumerate(events, first)
    )
