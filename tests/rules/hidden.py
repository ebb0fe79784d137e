"""Hidden cards, for the laws of every game: which cards a view holds, and other cards in their place."""

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any


def cards_in(thing: Any, card: type) -> Iterator[Any]:
    """Find every card (a value of that type) that can be reached from a view."""
    if isinstance(thing, card):
        yield thing
    elif dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from cards_in(getattr(thing, field.name), card)
    elif isinstance(thing, tuple | list | frozenset):
        for part in thing:
            yield from cards_in(part, card)


def others_for(cards: Iterable[int], seen: set[int]) -> dict[int, int]:
    """Return another card for each of these that is not seen."""
    hidden = sorted(card for card in cards if card not in seen)
    return dict(zip(hidden, [*hidden[1:], *hidden[:1]], strict=True))
