"""Rounds of any game played at random, with every kind of nonsense in between, for the laws and the recordings.

Only random() is used, so that a seed means the same round in every Python.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from game.rules.contract import Event, Game, Move, Refused


class Step(NamedTuple):
    """One thing that happened. `move` is None where the table acted; `outcome` is a Refused where nothing changed."""

    before: Any
    move: Move | None
    outcome: Event | Refused
    after: Any


def wandering(game: Game, position: Any, some_move: Callable[[Any, int], Move], dice: random.Random) -> Iterator[Step]:
    """Play on to the end with these moves, whatever they come to; the table does what is due in between."""
    at = 1000
    while position.phase != "over":
        at += int(dice.random() * 900)
        move = None
        if position.phase != "playing":
            outcome: Event | Refused = game.resume(position, at)
        elif due := game.due(position, at):
            outcome = due
        else:
            move = some_move(position, at)
            outcome = judged(game, position, move)
        after = position if isinstance(outcome, Refused) else game.apply(position, outcome)
        yield Step(position, move, outcome, after)
        position = after


def judged(game: Game, position: Any, move: Move) -> Event | Refused:
    try:
        return game.judge(position, move)
    except Refused as refusal:
        return refusal


def play(game: Game, position: Any, move: Move) -> Any:
    """Return the next position; raise Refused also where the move was judged and not done."""
    event = game.judge(position, move)
    if event.kind in game.NOT_DONE:
        raise Refused(event.kind)
    return game.apply(position, event)


def pick(things: Any, dice: random.Random) -> Any:
    return things[int(dice.random() * len(things))]
