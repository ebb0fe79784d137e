"""Encoding of an event of the rules as columns of the log, and back."""

from game.rules import Event

COLUMNS = ("kind", "seat", "card", "top", "at", "cards")
"""The columns of models.Event that hold an event of the rules; `event_of` takes them in this order."""


def columns_of(event: Event) -> tuple[str, int | None, int | None, int | None, int, str]:
    """Return the event as the values of COLUMNS; cards are ids with a space between."""
    return event.kind, event.seat, event.card, event.top, event.at, " ".join(map(str, event.cards))


def event_of(kind: str, seat: int | None, card: int | None, top: int | None, at: int, cards: str) -> Event:
    """Return the event that stands in these COLUMNS."""
    return Event(kind, seat, card, top, at, tuple(map(int, cards.split())))
