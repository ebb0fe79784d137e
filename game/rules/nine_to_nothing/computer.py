"""Computer players of Nine to Nothing.

Levels are those of every game: a level's error rate decides how many cards it adds up, how well it weighs the discard
pile and what to keep, and how often it notices a wrong sum. It errs as children do (measurement 4.4), so that
classmates find something to check. Its opinion of a lay depends only on the lay and the seat, so that thinking again
never changes it.
"""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from game.rules.computer import NOTHING, Pace, Thought, moment, thinking
from game.rules.contract import Move
from game.rules.nine_to_nothing.cards import Card, terms
from game.rules.nine_to_nothing.diagnosis import NineCode, codes
from game.rules.nine_to_nothing.seen import LayView, View
from game.rules.nine_to_nothing.solver import best_lay, least_missed

TEMPTING: Mapping[NineCode, float] = {
    NineCode.CHANGE_FORGOTTEN: 8,
    NineCode.SIGN_FLIP: 8,
    NineCode.IGNORED_SIGNS: 6,
    NineCode.OFF_BY_ONE: 6,
    NineCode.CARD_NOT_COUNTED: 4,
    NineCode.OFF_BY_TEN: 3,
    NineCode.OPPOSITE: 2,
    NineCode.OTHER: 0,
}
"""Relative probability of taking a wrong sum for right, by its code (our figures; the sources have none)."""

COURTESY_MS = 8000
"""Time that the others get to look at a lay before the computer draws and ends their time to check."""
MORE_PER_CARD = 0.6
"""Extra time of a sum for each further card, as a share of the median."""

USUAL_CARDS, HARDER_PER_CARD = 2.5, 0.5
"""Cards of a sum to which the level's error rate refers, and the increase of its log odds for each further card (our
figure: measurement has none)."""

SEEN_WHERE_NONE_IS = 0.1
"""How often a computer takes a wrong sum for right in a hand without a lay, as a share of its error rate."""


class Skill(NamedTuple):
    """Skill of a level. `terms`: number cards it adds up; the others are shares of 1.

    `attention`: how often it weighs piles and discards and notices a wrong lay; `doubt`: how often it checks a right
    one.
    """

    terms: int
    attention: float
    doubt: float


def skill_of(pace: Pace) -> Skill:
    """Return the skill derived from the error rate, so that "like me" has one, too: gentle adds 3 cards, steady 4,
    quick 5."""
    return Skill(max(2, round(6 - 22 * pace.error_rate)), max(0.2, 1 - 5 * pace.error_rate), pace.error_rate / 2)


def think(view: View, pace: Pace, rng: random.Random, difficulty: float = 0) -> Thought:
    """Return that seat's next move and its delay if nothing changes. Call it again after every event visible to all."""
    if view.seat is None or view.phase != "playing":
        return NOTHING
    skill = skill_of(pace)
    if found := _mistake_to_tell(view, skill):
        return Thought(_adding_up(2, pace, rng, difficulty), found)
    if "ok" in view.may:
        return Thought(_adding_up(2, pace, rng, difficulty), Move("ok", view.seat))
    if view.turn != view.seat:
        return NOTHING
    return _own_turn(view, pace, skill, rng, difficulty)


def _own_turn(view: View, pace: Pace, skill: Skill, rng: random.Random, difficulty: float) -> Thought:
    seat = view.seat or 0
    if "draw" in view.may:
        wait = COURTESY_MS if view.open_lays else 0
        return Thought(max(wait, moment(pace, rng)), Move(_pile(view, skill, rng), seat))
    if "lay" in view.may and (cards := _wanted_lay(view, pace, skill, rng)):
        return Thought(_adding_up(len(terms(cards)), pace, rng, difficulty), Move("lay", seat, cards=cards))
    if "discard" in view.may:
        return Thought(moment(pace, rng), Move("discard", seat, _worst(view, skill, rng)))
    return Thought(moment(pace, rng), Move("done", seat)) if "done" in view.may else NOTHING


def _adding_up(cards: int, pace: Pace, rng: random.Random, difficulty: float) -> int:
    """Return the ms for a sum of that many cards."""
    median = math.log(pace.median * (1 + MORE_PER_CARD * (cards - 2))) + difficulty
    return thinking(median, pace, rng)


def _mistake_to_tell(view: View, skill: Skill) -> Move | None:
    """Return a check of another seat's lay, or *My mistake* for its own."""
    seat = view.seat or 0
    for lay in view.open_lays:
        for kind, lays in (("check", view.checkable), ("mistake", view.mistakable)):
            if lay.number in lays and _doubts(lay, seat, skill):
                return Move(kind, seat, top=lay.number)
    return None


def _doubts(lay: LayView, seat: int, skill: Skill) -> bool:
    """Return whether the seat suspects this lay. It looks once at each lay, and half as sharply at its own, since a
    player believes their own sum."""
    look = random.Random(f"{seat} {lay}").random()
    sharpness = skill.attention / 2 if lay.seat == seat else skill.attention
    return look < (sharpness if lay.total != lay.target else skill.doubt * (lay.seat != seat))


def _pile(view: View, skill: Skill, rng: random.Random) -> str:
    """Return the pile to draw from: the discard pile if its top card is a sign change, makes a lay possible, or makes
    the longest one two points longer."""
    if "take" not in view.may or view.discard_top is None or view.target is None:
        return "draw"
    if rng.random() >= skill.attention:
        return "take" if rng.random() < 0.25 else "draw"
    held = _held(view)
    gain = best_lay((*held, view.discard_top.id), view.target).points - best_lay(held, view.target).points
    return "take" if view.need == 1 and (view.discard_top.is_change or gain >= 2) else "draw"


def _wanted_lay(view: View, pace: Pace, skill: Skill, rng: random.Random) -> tuple[int, ...]:
    """Return the lay it believes to be right: () if it overlooks the right one, or a wrong one of the same length."""
    if rng.random() < pace.miss_rate:
        return ()
    right = _right_lay(view, skill, rng)
    errs = _errs(pace.error_rate, len(terms(right))) if right else SEEN_WHERE_NONE_IS * pace.error_rate
    if rng.random() < errs and (wrong := _wrong_lay(view, max(2, len(terms(right))), rng)):
        return wrong
    return right


def _errs(rate: float, cards: int) -> float:
    """Return how often a sum of that many cards goes wrong at this error rate."""
    if not 0 < rate < 1:
        return rate
    odds = rate / (1 - rate) * math.exp(HARDER_PER_CARD * (cards - USUAL_CARDS))
    return odds / (1 + odds)


def _right_lay(view: View, skill: Skill, rng: random.Random) -> tuple[int, ...]:
    """Return the longest lay it can add up, or only two cards if it is not attentive; () if there is none."""
    held, target = _held(view), view.target or 0
    if rng.random() >= skill.attention and (short := best_lay(held, target, most_terms=2).cards):
        return short
    return best_lay(held, target, most_terms=skill.terms).cards


def _wrong_lay(view: View, count: int, rng: random.Random) -> tuple[int, ...]:
    """Return a lay of that many number cards with a tempting wrong sum."""
    lays = list(_some_lays([card for card in view.hand if card], count))
    weights = [_temptation(lay, view.target or 0) for lay in lays]
    return rng.choices(lays, weights)[0] if any(weights) else ()


def _some_lays(hand: Sequence[Card], count: int) -> Iterator[tuple[int, ...]]:
    """Yield lays of that many number cards, without a sign change and with one on the last card."""
    changes = tuple(card.id for card in hand if card.is_change)[:1]
    numbers = [card.id for card in hand if not card.is_change]
    for cards in combinations(numbers, count):
        yield cards
        if changes:
            yield cards + changes


def _temptation(lay: tuple[int, ...], target: int) -> float:
    return max((TEMPTING.get(code, 0) for code in codes(terms(lay), target)), default=0)


def _worst(view: View, skill: Skill, rng: random.Random) -> int:
    """Return the card least useful to the next lay; without attention, a random number card."""
    numbers = [card for card in view.hand if card and not card.is_change]
    if numbers and rng.random() >= skill.attention:
        return numbers[int(rng.random() * len(numbers))].id
    return least_missed(_held(view), view.target or 0)


def _held(view: View) -> list[int]:
    return [card.id for card in view.hand if card]
