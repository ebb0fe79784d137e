"""Hidden cards, for the laws of every game: which cards a view holds, and a table whose hidden cards are others."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from game.rules import around_the_corner, nine_to_nothing
from game.rules.contract import Game

Sees = Callable[[Any, int | None], set[int]]
Mixes = Callable[[Any, int | None], Any]


def assert_views_hide(game: Game, position: Any, may_see: Sees, with_hidden_cards_mixed: Mixes) -> None:
    """Nobody's view holds a card that they may not see, nor is another one where only such cards are others."""
    for seat in (None, *range(position.seats)):
        view = game.view(position, seat)
        assert {card.id for card in cards_in(view)} <= may_see(position, seat)
        assert view == game.view(with_hidden_cards_mixed(position, seat), seat)


def cards_in(thing: Any) -> Iterator[Any]:
    """Find every card that can be reached from a view."""
    if isinstance(thing, around_the_corner.Card | nine_to_nothing.Card):
        yield thing
    elif dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from cards_in(getattr(thing, field.name))
    elif isinstance(thing, tuple | list | frozenset):
        for part in thing:
            yield from cards_in(part)


def others_for(cards: Iterable[int], seen: set[int]) -> dict[int, int]:
    """Return another card for each of these that is not seen."""
    hidden = sorted(card for card in cards if card not in seen)
    return dict(zip(hidden, [*hidden[1:], *hidden[:1]], strict=True))
