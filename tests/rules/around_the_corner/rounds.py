"""Rounds of Around the Corner played at random, with every kind of nonsense in between (see `wandering`)."""

import random
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.rules import around_the_corner as rules
from game.rules.contract import Move
from tests.rules.wandering import Step, pick, wandering

OPTION_SETS: Mapping[str, tuple[Mapping[str, Any], int, float]] = {
    "race-of-two": ({}, 2, 0),
    "race-of-three-without-corner": ({"corner": False}, 3, 0),
    "race-of-four-some-leave": ({"wrong_pause": 0}, 4, 0.01),
    "race-with-small-steps": ({"steps": [1]}, 4, 0),
    "race-with-two-steps-without-corner": ({"steps": [1, 2], "corner": False, "dealer": 1}, 2, 0.003),
    "turns-of-three": ({"mode": "turns"}, 3, 0),
    "turns-without-corner-on-a-clock": ({"mode": "turns", "corner": False, "turn_clock": 4000}, 2, 0.003),
    "solo": ({"mode": "solo"}, 1, 0),
    "solo-without-corner": ({"mode": "solo", "corner": False, "steps": [1, 2]}, 1, 0),
    "solo-with-a-handicap": ({"mode": "solo", "own": {"0": {"delay": 5000}}}, 1, 0),
    "race-to-five": ({"highest": 5}, 4, 0.003),
    "race-to-five-without-corner": ({"highest": 5, "corner": False}, 2, 0),
    "race-only-plus": ({"only_plus": True}, 3, 0),
    "turns-to-five-only-plus": ({"mode": "turns", "highest": 5, "only_plus": True, "steps": [1]}, 3, 0),
    "sun/of-three": ({"mode": "sun"}, 3, 0.003),
    "sun/that-sets": ({"mode": "sun", "sun": 60_000, "wrong_pause": 0}, 4, 0),
    "sun/of-two-without-corner": ({"mode": "sun", "corner": False, "own": {"1": {"clock": 2}}}, 2, 0),
    "sun/that-waits": ({"mode": "sun", "sun": 0, "highest": 5}, 4, 0.003),
    "solo-to-five-without-corner": ({"mode": "solo", "highest": 5, "corner": False, "steps": [1]}, 1, 0),
}
"""Options, seats, and how often somebody leaves for good instead of moving."""


def wander(options: Mapping[str, Any], seats: int, leaving: float, seed: int) -> Iterator[Step]:
    """Play a round to its end, at random."""
    dice = random.Random(seed)
    some_move = partial(_some_move, leaving=leaving, dice=dice)
    return wandering(rules, rules.deal(options, seats, seed), some_move, dice)


def _some_move(position: rules.Position, at: int, leaving: float, dice: random.Random) -> Move:
    seat = pick(range(position.seats), dice)
    if dice.random() < leaving:
        return Move("fold", seat, at=at)
    return _sensible(position, seat, at, dice) if dice.random() < 0.7 else _nonsense(position, seat, at, dice)


def _sensible(position: rules.Position, seat: int, at: int, dice: random.Random) -> Move:
    """A fitting card, or a draw, or else a pass; whether that is allowed is not asked."""
    top = rules.card(position.pile[-1])
    wanted = position.options.answers(top.number, top.step)
    fitting = [held for held in position.hands[seat] if held and rules.card(held).number in wanted]
    if position.draw_piles[seat] and (not fitting or dice.random() < 0.4):
        return Move("draw", seat, at=at)
    if dice.random() < 0.03:
        return Move("sort", seat, at=at)
    return Move("play", seat, pick(fitting, dice), position.top, at) if fitting else Move("pass", seat, at=at)


def _nonsense(position: rules.Position, seat: int, at: int, dice: random.Random) -> Move:
    hand = [held for held in position.hands[seat] if held]
    return Move(
        kind=pick(("play", "play", "play", "draw", "pass", "sort", "fly"), dice),
        seat=seat if dice.random() < 0.9 else pick(range(-1, position.seats + 1), dice),
        card=pick(hand, dice) if hand and dice.random() < 0.8 else pick(range(-1, 76), dice),
        top=position.top - pick((0, 0, 0, 1, 2, -1), dice) if dice.random() < 0.95 else None,
        at=at,
        since_top=int(dice.random() * 1500) if dice.random() < 0.5 else None,
    )
