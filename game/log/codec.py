"""Encoding of an event of the rules as columns of the log, and back; of how a card was judged to be first, too."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from game.rules import Event

COLUMNS = ("kind", "seat", "card", "top", "at", "cards")
"""The columns of models.Event that hold an event of the rules; `event_of` takes them in this order."""


def columns_of(event: Event) -> tuple[str, int | None, int | None, int | None, int, str]:
    """Return the event as the values of COLUMNS; cards are ids with a space between."""
    return event.kind, event.seat, event.card, event.top, event.at, " ".join(map(str, event.cards))


def event_of(kind: str, seat: int | None, card: int | None, top: int | None, at: int, cards: str) -> Event:
    """Return the event that stands in these COLUMNS."""
    return Event(kind, seat, card, top, at, tuple(map(int, cards.split())))


class First(NamedTuple):
    """How it was judged who was first (game.rules.first): what a card's claim was, and for how long it was held until
    it was judged; `motor` is what its one key took. Whole ms."""

    reaction: int
    credit: int
    hold: int = 0
    motor: int = 0


def client_of(measured: Mapping[str, Any], first: First | None) -> str:
    """Return an entry's `client`: what the browser measured, and under a name that no browser can send how the card was
    judged, if it was a claim."""
    if first:
        return orjson.dumps({**measured, "first": [*first] if first.motor else first[:3]}).decode()
    return orjson.dumps(measured).decode() if measured else ""


def first_of(measured: Mapping[str, Any]) -> First | None:
    """Return how the card of an entry was judged, from what stands beside the measured; None where it was no claim."""
    return First(*measured["first"]) if "first" in measured else None
