"""The cards that a page has picked and not laid yet, which only that page knows.

A page with scripts keeps them in the browser (static/js/nine_to_nothing.js, the same rules). Without scripts every card
is a button that reloads the page with the picks after its tap, encoded like the wire.

A tap on a number card picks it or puts it back, together with a sign change on it. A tap on a sign change takes it up;
the next tapped number card gets it. A tap on a picked sign change puts it back.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from game.rules.nine_to_nothing.cards import Term, is_change, terms, total

FEWEST = 2
"""Fewest cards of a sum."""
_LABEL = re.compile(r"(?<!\S)c([0-9]{1,4})(?!\S)")


@dataclass(frozen=True, slots=True)
class Picks:
    """`lay` as it would be laid, each sign change after its card; `armed` is a sign change waiting for its card."""

    lay: tuple[int, ...] = ()
    armed: int | None = None

    @property
    def cards(self) -> frozenset[int]:
        return frozenset((*self.lay, self.armed or 0))

    @property
    def terms(self) -> tuple[Term, ...]:
        return terms(self.lay)

    @property
    def total(self) -> int:
        return total(self.lay)

    def wire(self, labels: Sequence[int]) -> str:
        """Return the picks as encoded in a form; a sign change without a card comes first."""
        return " ".join(f"c{labels[card]}" for card in (self.armed, *self.lay) if card)

    def read(self, card: int) -> "Picks":
        """Return the picks with the next card of the encoding added: a sign change belongs to the card before it."""
        if not is_change(card):
            return replace(self, lay=(*self.lay, card))
        if not self.lay:
            return replace(self, armed=card)
        return self if is_change(self.lay[-1]) else replace(self, lay=(*self.lay, card))

    def tapped(self, card: int) -> "Picks":
        """Return the picks after a tap on this card of the hand."""
        if card == self.armed:
            return replace(self, armed=None)
        if is_change(card):
            return self._without(card) if card in self.lay else replace(self, armed=card)
        if self.armed and card in self.lay:
            return self._flipped(card)
        if card in self.lay:
            return self._without(card)
        return Picks((*self.lay, card, *((self.armed,) if self.armed else ())))

    def _flipped(self, card: int) -> "Picks":
        """Put the armed sign change on a picked card; a sign change already on it goes back."""
        bare = self._without_change_on(card)
        at = bare.lay.index(card) + 1
        return Picks((*bare.lay[:at], self.armed or 0, *bare.lay[at:]))

    def _without(self, card: int) -> "Picks":
        bare = self if is_change(card) else self._without_change_on(card)
        return replace(bare, lay=tuple(other for other in bare.lay if other != card))

    def _without_change_on(self, card: int) -> "Picks":
        after = self.lay[self.lay.index(card) + 1 :]
        return self._without(after[0]) if after and is_change(after[0]) else self


def picks_of(wire: str, cards: Mapping[int, int], hand: Collection[int]) -> Picks:
    """Return the picks in this encoding; cards that are not in the hand, and invalid labels, are left out."""
    labels = map(int, _LABEL.findall(wire))
    known = dict.fromkeys(card for label in labels if (card := cards.get(label)) and card in hand)
    picks = Picks()
    for card in known:
        picks = picks.read(card)
    return picks
