"""The rules of the card games, and nothing else.

Rule 1: nothing here imports Django, reads a clock or draws a random number after the deal.
Rule 2: a Position never changes; `judge` says what a move comes to, `apply` folds that event into the next position.
Rule 3: `view` is the only way out for a hidden card.

The contract is in `contract`; this is the catalogue. A game's module imports the contract, never the catalogue.
"""

from game.rules import around_the_corner, nine_to_nothing
from game.rules.contract import Event, Game, Move, Refused, Result

__all__ = ["GAMES", "Event", "Game", "Move", "Refused", "Result", "game"]

GAMES: tuple[Game, ...] = (around_the_corner, nine_to_nothing)
_BY_NAME = {known.NAME: known for known in GAMES}


def game(name: str) -> Game:
    """Return the game of that name; KeyError where there is none."""
    return _BY_NAME[name]
