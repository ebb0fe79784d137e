"""Screens at tables of Nine to Nothing, and hands as a test wants them."""

import json
import re
from collections.abc import Callable, Sequence
from html import unescape
from typing import Any

from game.rules import nine_to_nothing as rules
from game.rules.nine_to_nothing.solver import best_lay
from game.wire import MoveAnswer
from tests.game.conftest import Screen, begin

NINE = (6, -2, 5, 9, -9, 1, 3)


class Player(Screen):
    """A player's screen; cards are named by their values: 6, -2, and 0 for a sign change."""

    async def lays(self, *values: int, **fields) -> MoveAnswer:
        return await self.says("lay", cards=self.labels(values), **fields)

    async def throws(self, *values: int) -> MoveAnswer:
        labels = self.labels(values)
        return await self.says("discard", **({"card": labels[0]} if len(labels) == 1 else {"cards": labels or (0,)}))

    async def ends_the_turn(self) -> MoveAnswer:
        return await self.throws(rules.card(self.hand()[0]).value)

    def labels(self, values: Sequence[int]) -> tuple[int, ...]:
        """The wire's labels of cards of these values in this hand, each card once."""
        held, labels = self.hand(), []
        for value in values:
            card = next(one for one in held if rules.card(one).value == value)
            held.remove(card)
            labels.append(self.table.round.labels[card])
        return tuple(labels)

    def holds(self, *values: int) -> None:
        """Swap cards with the draw pile until the hand is these values; the pack stays whole."""
        position = self.table.round.position
        pool = [*position.draw_pile, *position.held(self.seat)]
        hand = [_take(pool, value) for value in values]
        hands = (*position.hands[: self.seat], tuple(hand), *position.hands[self.seat + 1 :])
        self.table.round.position = position._replace(hands=hands, draw_pile=tuple(pool))

    def is_at(self, target: int) -> None:
        """Let this seat have laid everything above this target; nothing of it is checked any more."""
        position = self.table.round.position
        done = tuple(rules.Lay(0, self.seat, made, (), ()) for made in range(9, target, -1))
        laid = (*position.laid[: self.seat], done, *position.laid[self.seat + 1 :])
        self.table.round.position = position._replace(laid=laid)

    def best(self) -> tuple[int, ...]:
        """The values of the longest lay that this hand holds now."""
        position = self.table.round.position
        cards = best_lay(position.held(self.seat), position.target(self.seat)).cards
        return tuple(rules.card(card).value for card in cards)

    def told(self) -> str:
        """The HTML of the newest push."""
        return json.loads(self.texts[-1])["html"]


def _take(pool: list[int], value: int) -> int:
    card = next(one for one in pool if rules.card(one).value == value)
    pool.remove(card)
    return card


async def table_of_nine(lay: Callable, *names: str, **options: Any) -> Any:
    """Return a table after GO, by default of Ana and Ben, and its players. Ben sits at the dealer's left and begins."""
    return await begin(await lay(*(names or ("Ana", "Ben")), game=rules.NAME, seed=7, **options), Player)


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())
