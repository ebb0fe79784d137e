"""Computer players: what those of every game share. They see a View and nothing else, and go through the same door as a
student (rules 1.8).

Their dice come from outside: `think` is given the generator. How long they take follows the response-time model of
measurement 6.1: SHIFT to see and tap, and a lognormal time of thinking.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from game.rules.contract import Move

SHIFT = 0.4
"""Seconds that seeing and tapping take before any arithmetic."""

DIFFICULTY = 0.10
"""By how much cards of one kind differ for everybody at a table: a standard deviation of the log of the median."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Pace of a player. Seconds for `median` (thinking, without SHIFT) and `draw`; shares of 1 for the rates.

    `spread` is the sigma of the log of the thinking time; `error_rate` over a game's usual mix of tasks; `miss_rate`
    how often a move that can be made is overlooked.
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
    """Next move of a player, and how long after it saw what it sees now. Without a move it waits for news."""

    after_ms: int
    move: Move | None


NOTHING = Thought(0, None)


class Offering(Protocol):
    """A view that holds the moves which its seat may make now, none where it has to wait.

    A move that the player could make again and again without an end (sorting a hand) does not belong here.
    """

    @property
    def moves(self) -> tuple[Move, ...]: ...


def think(view: Offering, pace: Pace, rng: random.Random, difficulty: float = 0) -> Thought:
    """Return any move that is allowed, at the level's pace: for a game that has no computer of its own."""
    if not view.moves:
        return NOTHING
    return Thought(thinking(math.log(pace.median) + difficulty, pace, rng), rng.choice(view.moves))


def thinking(median: float, pace: Pace, rng: random.Random) -> int:
    """Draw how many ms a player thinks before it taps, from a shifted log-normal; `median` is the log of its median in
    seconds."""
    return round(1000 * (SHIFT + rng.lognormvariate(median, pace.spread)))


def moment(pace: Pace, rng: random.Random) -> int:
    """Return ms for a tap that needs no thinking."""
    return round(1000 * rng.lognormvariate(math.log(pace.draw), 0.25))


def card_difficulty(of: str) -> float:
    """Return how much harder (in the log of the time) a card is; `of` names the round and the top card's count."""
    return random.Random(of).gauss(0, DIFFICULTY)
