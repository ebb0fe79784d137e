"""Hidden cards, for the laws of every game: which cards a view holds, and other cards in their place."""

import dataclasses
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any


def cards_in(thing: Any, card: type) -> Iterator[Any]:
    """Find every card (a value of that type) that can be reached from a view."""
    if isinstance(thing, card):
        yield thing
    elif isinstance(thing, (tuple, list, frozenset)):
        for part in thing:
            yield from cards_in(part, card)
    else:
        kind: type = type(thing)
        for name in _fields_of(kind):
            yield from cards_in(getattr(thing, name), card)


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    """Return the names of its fields; of what is no dataclass, none."""
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else ()


def others_for(cards: Iterable[int], seen: set[int]) -> dict[int, int]:
    """Return another card for each of these that is not seen."""
    hidden = sorted(card for card in cards if card not in seen)
    return dict(zip(hidden, [*hidden[1:], *hidden[:1]], strict=True))
