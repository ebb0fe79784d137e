"""The deck of Nine to Nothing to be cut out, and its stairs for the wall."""

from functools import cache

from django.utils.safestring import SafeString

from game.nine_to_nothing.how_to_play import FOLDER
from game.rules.nine_to_nothing.cards import DECK, NINE
from game.screens.sentences import MINUS
from game.screens.stencils import draw

TREAD, RISE = 48, 48
"""Width and height of a stair, in units of the picture."""


@cache
def deck() -> tuple[tuple[str, SafeString], ...]:
    """Return the 162 cards, each with its name; a sign change says both signs."""
    names = ("+/−" if card.is_change else f"{'+' if card.value > 0 else MINUS}{abs(card.value)}" for card in DECK)
    return tuple((name, draw(f"{FOLDER}/one_card", {"written": name})) for name in names)


@cache
def poster() -> SafeString:
    """Return the numbers as stairs, from the first one down to 0."""
    stairs = [(number, (NINE - number) * TREAD, (NINE - number) * RISE + 4) for number in range(NINE, -1, -1)]
    return draw(f"{FOLDER}/stairs", {"stairs": stairs})
