"""The deck of Around the Corner for cutting out, and its number circle as a poster."""

from functools import cache

from django.utils.safestring import SafeString

from game.around_the_corner.explained.how_to_play import FOLDER
from game.rules.around_the_corner.cards import DECK, TEN
from game.screens.number_pictures import Walk, number_picture
from game.screens.stencils import draw


@cache
def deck() -> tuple[tuple[str, SafeString], ...]:
    """Return the 73 cards, each with its name."""
    return tuple(
        (f"{card.number} ±{card.step}", draw(f"{FOLDER}/one_card", {"card": card, "sign": "±"})) for card in DECK
    )


def poster() -> SafeString:
    """Return the numbers in a circle, with the corner after the highest."""
    return number_picture("circle", Walk(0, (), True, size=TEN), "")
