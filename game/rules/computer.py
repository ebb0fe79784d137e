"""Computer players: what all games share. A computer sees only a View, and its moves are judged like a student's (rules
1.8).

Randomness is passed in: `think` takes the generator. Response times follow the model of measurement 6.1: SHIFT to see
and tap, plus a lognormal thinking time.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from game.rules.contract import Move

SHIFT = 0.4
"""Seconds of seeing and tapping, without any arithmetic."""

DIFFICULTY = 0.10
"""Variation between cards of one kind, equal for all at a table: standard deviation of the log of the median."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Pace of a player. `median` (thinking, without SHIFT) and `draw` are seconds; rates are shares of 1.

    `spread` is the sigma of the log of the thinking time; `error_rate` is that of a game's usual mix of tasks;
    `miss_rate` is how often a possible move is overlooked.
    """

    median: float = 2.6
    spread: float = 0.45
    error_rate: float = 0.095
    draw: float = 0.7
    miss_rate: float = 0.04


LEVELS: Mapping[str, Pace] = {
    "gentle": Pace(median=4.5, error_rate=0.14, draw=1.2, miss_rate=0.08),
    "steady": Pace(),
    "quick": Pace(median=1.5, error_rate=0.04, draw=0.5, miss_rate=0.02),
}


class Thought(NamedTuple):
    """A player's next move, and its delay from the moment of seeing the present table. None: wait for an event."""

    after_ms: int
    move: Move | None


NOTHING = Thought(0, None)


class Offering(Protocol):
    """A view that lists the moves which its seat may make now, none if it has to wait.

    A move that could be repeated without end (sorting a hand) must not be listed.
    """

    @property
    def moves(self) -> tuple[Move, ...]: ...


def think(view: Offering, pace: Pace, rng: random.Random, difficulty: float = 0) -> Thought:
    """Return any allowed move at the level's pace, for a game without a computer player of its own."""
    if not view.moves:
        return NOTHING
    return Thought(thinking(math.log(pace.median) + difficulty, pace, rng), rng.choice(view.moves))


def thinking(median: float, pace: Pace, rng: random.Random) -> int:
    """Return a random delay in ms from a shifted lognormal distribution; `median` is the log of its median in
    seconds."""
    return round(1000 * (SHIFT + rng.lognormvariate(median, pace.spread)))


def moment(pace: Pace, rng: random.Random) -> int:
    """Return the ms of a tap that needs no thinking."""
    return round(1000 * rng.lognormvariate(math.log(pace.draw), 0.25))


def card_difficulty(of: str) -> float:
    """Return a card's extra difficulty (added to the log of the time); `of` identifies the round and the top card's
    count."""
    return random.Random(of).gauss(0, DIFFICULTY)
