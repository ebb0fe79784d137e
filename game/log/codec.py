"""Encoding of rules' events as columns of the log, and of the judgement of who was first as JSON; and their
decoding."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from game.rules import Event

COLUMNS = ("kind", "seat", "card", "top", "at", "cards")
"""The columns of models.Event that hold an event of the rules, in the order of `event_of`."""


def columns_of(event: Event) -> tuple[str, int | None, int | None, int | None, int, str]:
    """Return the event as the values of COLUMNS; card ids are joined by spaces."""
    return event.kind, event.seat, event.card, event.top, event.at, " ".join(map(str, event.cards))


def event_of(kind: str, seat: int | None, card: int | None, top: int | None, at: int, cards: str) -> Event:
    """Return the event encoded in these COLUMNS."""
    return Event(kind, seat, card, top, at, tuple(map(int, cards.split())))


class First(NamedTuple):
    """Judgement of who was first (game.rules.first), in whole ms: a card's reaction, the credit for its connection, how
    long it was held, and the motor time of playing with one key."""

    reaction: int
    credit: int
    hold: int = 0
    motor: int = 0


def client_of(measured: Mapping[str, Any], first: First | None) -> str:
    """Return an entry's `client` as JSON: the browser's measurements and, if the card was a claim, its judgement under
    "first", a name that no browser can send."""
    if first:
        return orjson.dumps({**measured, "first": [*first] if first.motor else first[:3]}).decode()
    return orjson.dumps(measured).decode() if measured else ""


def first_of(measured: Mapping[str, Any]) -> First | None:
    """Return the judgement stored beside the measurements; None if the card was no claim."""
    return First(*measured["first"]) if "first" in measured else None
