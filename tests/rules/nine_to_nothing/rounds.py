"""Rounds of Nine to Nothing played at random, with every kind of nonsense in between (see `wandering`)."""

import random
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from game.rules import nine_to_nothing as rules
from game.rules.contract import Move
from game.rules.nine_to_nothing.solver import best_lay
from tests.rules.wandering import Step, pick, wandering

BY_CLASSMATES = {"checking": "classmates", "check_window": 3000}
OPTION_SETS: Mapping[str, tuple[Mapping[str, Any], int, float]] = {
    "referee-of-two": ({}, 2, 0),
    "referee-of-four-some-leave": ({"dealer": 3}, 4, 0.004),
    "referee-of-two-one-leaves": ({}, 2, 0.006),
    "classmates-of-two": (BY_CLASSMATES, 2, 0),
    "classmates-of-four-some-leave": ({**BY_CLASSMATES, "dealer": 1, "best": False}, 4, 0.004),
    "classmates-of-three": ({**BY_CLASSMATES, "ask": False}, 3, 0),
    "alone": ({}, 1, 0),
    "from-five-of-three": ({"highest": 5}, 3, 0.004),
    "from-five-by-classmates": ({**BY_CLASSMATES, "highest": 5}, 4, 0),
}
"""Options, seats, and how often somebody leaves for good instead of moving."""

KINDS = ("draw", "take", "lay", "lay", "lay", "discard", "done", "check", "mistake", "ok", "ask", "sort", "skip", "fly")


def wander(options: Mapping[str, Any], seats: int, leaving: float, seed: int) -> Iterator[Step]:
    """Play a round to its end, at random."""
    dice = random.Random(seed)
    some_move = partial(_some_move, leaving=leaving, dice=dice)
    return wandering(rules, rules.deal(options, seats, seed), some_move, dice)


def _some_move(position: rules.Position, at: int, leaving: float, dice: random.Random) -> Move:
    if dice.random() < leaving:
        return Move("fold", pick(range(position.seats), dice), at=at)
    if dice.random() < 0.25:
        return _nonsense(position, at, dice)
    other = pick(range(position.seats), dice)
    if other != position.turn and position.open_lays and dice.random() < 0.3:
        return Move("check", other, top=pick(position.open_lays, dice), at=at)
    if position.stage == "draw" and position.open_lays and dice.random() < 0.1:
        last = max((lay for laid in position.laid for lay in laid), key=lambda lay: lay.number)
        return Move("mistake", last.seat, top=last.number, at=at)
    if other != position.turn and position.stage == "closing":
        return Move("ok", other, at=at)
    return in_turn(position, position.turn or 0, at, dice)


def in_turn(position: rules.Position, seat: int, at: int, dice: random.Random) -> Move:
    """What somebody does who plays well and errs at times; whether that is allowed is not asked."""
    if position.stage == "draw":
        full = len(position.discard_pile) >= position.need(seat)
        return Move("take" if full and dice.random() < 0.3 else "draw", seat, at=at)
    if position.open_lays and dice.random() < 0.15:
        return Move("mistake", seat, top=pick(position.open_lays, dice), at=at)
    held = position.held(seat)
    if position.stage == "lay" and len(held) > 1 and dice.random() < 0.8:
        if dice.random() < 0.15:
            return Move("lay", seat, at=at, cards=tuple(pick(held, dice) for _ in range(2)))
        if cards := best_lay(held, position.target(seat) or 0).cards:
            return Move("lay", seat, at=at, cards=cards)
    if position.discarded and position.stage == "lay":
        return Move("done", seat, at=at)
    return Move("discard", seat, pick(held, dice) if held else None, at=at)


def _nonsense(position: rules.Position, at: int, dice: random.Random) -> Move:
    seat = pick(range(position.seats), dice) if dice.random() < 0.9 else pick(range(-1, position.seats + 1), dice)
    hands = [held for held in position.hands[max(0, min(seat, position.seats - 1))] if held]
    known = hands if hands and dice.random() < 0.8 else range(-1, 165)
    return Move(
        kind=pick(KINDS, dice),
        seat=seat,
        card=pick(known, dice),
        top=position.lays - pick((0, 0, 1, 2, -1), dice) if dice.random() < 0.9 else None,
        at=at,
        cards=tuple(pick(known, dice) for _ in range(pick((0, 0, 1, 2, 2, 3, 3, 4), dice))),
    )
