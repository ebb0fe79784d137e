"""Computer players of Around the Corner, modelled on children (measurement 6.1): the time grows with the step and round
the corner, and some wrong cards are more tempting than others. Some top cards are harder than others of their kind,
equally for all players at the table: `difficulty`."""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from game.rules.around_the_corner.cards import Card, Sums
from game.rules.around_the_corner.position import Options
from game.rules.around_the_corner.view import View
from game.rules.computer import NOTHING, Pace, Thought, moment, thinking
from game.rules.contract import Move

CORNER = 0
EFFECT: Mapping[int, float] = {1: -0.35, 2: -0.15, 3: 0.05, CORNER: 0.45}
"""Added to the log of the median time, by step, or by CORNER for any step round the corner (measurement 6.1)."""

RIGHT: Mapping[int, float] = {1: 0.96, 2: 0.93, 3: 0.90, CORNER: 0.80}
SHARE: Mapping[int, float] = {1: 0.30, 2: 0.25, 3: 0.25, CORNER: 0.20}
USUAL_RIGHT = sum(SHARE[kind] * RIGHT[kind] for kind in RIGHT)


class Slips(NamedTuple):
    """Temptation of each kind of wrong card. Stopping one short is children's most frequent slip (measurement 4.1)."""

    one_short: float = 8
    without_corner: float = 4
    same: float = 3
    one_over: float = 3
    any: float = 1


@dataclass(frozen=True, slots=True)
class PaceWithSlips(Pace):
    """Pace of one student in this game. `miss_rate` is how often a fitting card is overlooked and another card drawn;
    `slips` weighs the kinds of wrong cards. Computers' levels use the default slips."""

    slips: Slips = Slips()


def think(view: View, pace: Pace, rng: random.Random, difficulty: float = 0) -> Thought:
    """Return that seat's next move and its delay if nothing changes. Call it again at every new top card and after each
    own move."""
    seat, top = view.seat, view.top_card
    if seat is None or top is None or view.phase != "playing" or view.turn not in (None, seat):
        return NOTHING
    held = [card for card in view.hand if card]
    fitting = _fitting(held, top, view.options)
    if view.last_card:
        return Thought(moment(pace, rng), Move("play", seat, held[0].id, view.top))
    if fitting and not (view.draw_pile and rng.random() < pace.miss_rate):
        return _answer(view, top, fitting, pace, rng, difficulty)
    if view.draw_pile:
        return Thought(moment(pace, rng), Move("draw", seat))
    return Thought(moment(pace, rng), Move("pass", seat)) if view.turn is not None else NOTHING


def _answer(view: View, top: Card, fitting: list[Card], pace: Pace, rng: random.Random, difficulty: float) -> Thought:
    """Work out one of the sums, and choose the card for it, or, at that sum's error rate, a wrong card from the hand,
    if it has one."""
    played = fitting[int(rng.random() * len(fitting))]
    kind = kind_of(top, played.number)
    others = [card for card in view.hand if card and card not in fitting]
    if others and rng.random() >= _right(kind, pace.error_rate):
        slips = pace.slips if isinstance(pace, PaceWithSlips) else Slips()
        tempting = [getattr(slips, slip(card.number, top, view.options.sums)) for card in others]
        played = rng.choices(others, tempting)[0]
    after = thinking(math.log(pace.median) + EFFECT[kind] + difficulty, pace, rng)
    return Thought(after, Move("play", view.seat or 0, played.id, view.top))


def _right(kind: int, error_rate: float) -> float:
    """Return how often a sum of that kind is answered correctly at this overall error rate."""
    if not 0 < error_rate < 1:
        return 1 - error_rate
    return 1 / (1 + math.exp(-(_logit(RIGHT[kind]) + _logit(1 - error_rate) - _logit(USUAL_RIGHT))))


def _logit(share: float) -> float:
    return math.log(share / (1 - share))


def kind_of(top: Card, number: int) -> int:
    """Return which kind of sum leads from the top card to that number: its step, or CORNER."""
    return top.step if abs(number - top.number) == top.step else CORNER


def slip(number: int, top: Card, sums: Sums) -> str:
    """Return the slip (a field of Slips) that explains a wrong card. Without the corner, going round it is an error of
    its own."""
    plus, minus = Sums(highest=sums.highest).answers(top.number, top.step)
    short = {_ring(plus, -1, sums), _ring(minus, 1, sums)}
    over = {_ring(plus, 1, sums), _ring(minus, -1, sums)}
    if not sums.corner and number in (plus, minus):
        return "without_corner"
    if number == top.number:
        return "same"
    return "one_short" if number in short else "one_over" if number in over else "any"


def _ring(number: int | None, by: int, sums: Sums) -> int:
    return ((number or 0) - 1 + by) % sums.highest + 1


def _fitting(held: list[Card], top: Card, options: Options) -> list[Card]:
    wanted = options.fitting[top.id]
    return [card for card in held if card.number in wanted]
