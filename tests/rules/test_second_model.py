"""Both games played move by move beside a second model of their rules: no difference.

`make compare` plays many rounds (ROUNDS of each kind); the usual run plays a few.
"""

import os
import random
from collections.abc import Iterator
from functools import partial

import pytest

from game.rules import around_the_corner as corner
from game.rules import nine_to_nothing as nine
from game.rules.contract import Event, Move, Refused
from game.rules.hands import shuffled
from tests.rules.around_the_corner import rounds, second_model
from tests.rules.around_the_corner.second_model import REFUSED
from tests.rules.nine_to_nothing import rounds as nine_rounds
from tests.rules.nine_to_nothing import second_model as second_nine
from tests.rules.wandering import Step, pick, wandering

ROUNDS = int(os.environ.get("ROUNDS", "6"))
SEEDS = [random.Random(f"second {n}").getrandbits(60) for n in range(ROUNDS)]
SLIPS = {**nine_rounds.BY_CLASSMATES, "check_window": 20_000}

FACES = {card.id: (card.number, card.step) for card in corner.CARDS}
VALUES = {card.id: card.value for card in nine.DECK}


def said(step: Step) -> str:
    return REFUSED if isinstance(step.outcome, Refused) else step.outcome.kind


def test_the_decks_are_those_of_the_rules():
    assert sorted(FACES[card.id] for card in corner.DECK) == sorted(second_model.composition())
    low = corner.Options(highest=5).deck
    assert sorted(FACES[card] for card in low) == sorted(second_model.low_composition())
    assert sorted(VALUES.values()) == sorted([*range(-9, 0), *range(1, 10)] * 8 + [0] * 18)


@pytest.mark.parametrize("name", rounds.OPTION_SETS)
def test_around_the_corner_is_what_a_second_model_makes_of_it(name):
    options, seats, leaving = rounds.OPTION_SETS[name]
    dealers = 1 if seats == 1 else seats
    for number, seed in enumerate(SEEDS):
        play_the_corner({**options, "dealer": number % dealers}, seats, leaving, seed)


def play_the_corner(options, seats: int, leaving: float, seed: int) -> None:
    pack = shuffled(pack_of(options), seed)
    model = second_model.Table(options, seats, pack, FACES)
    assert_same_corner(model, corner.deal(options, seats, seed))
    for step in rounds.wander(options, seats, leaving, seed):
        at = step.outcome.at if isinstance(step.outcome, Event) else 0
        assert (model.takes(step.move) if step.move else model.acts(at)) == said(step), (seed, step.move)
        assert_same_corner(model, step.after)
        if step.after.phase == "playing":
            assert bool(corner.due(step.after, 0)) == model.is_stuck()
    end = corner.result(step.after)
    assert end is not None
    assert tuple(model.places()) == end.places


def pack_of(options) -> list[int]:
    """Return the cards with the session's steps and numbers, without those on which nothing would ever fit."""
    row, steps = options.get("highest", 10), options.get("steps", (1, 2, 3))
    model = second_model.Table(options, 1, [1], FACES)
    there = [card for card in FACES if FACES[card][0] <= row and (row < 10 or card <= 73)]
    return [card for card in there if FACES[card][1] in steps and any(model._fits(n, card) for n in range(1, row + 1))]


def assert_same_corner(model: second_model.Table, position: corner.Position) -> None:
    assert model.pile == list(position.pile)
    assert model.draw_piles == [list(pile) for pile in position.draw_piles]
    assert [[card or 0 for card in hand] for hand in model.hands] == [list(hand) for hand in position.hands]
    assert (model.turn, model.top, model.phase) == (position.turn, position.top, position.phase)
    if position.go_at is not None:
        assert model.waits == list(position.paused_until)


@pytest.mark.parametrize("name", nine_rounds.OPTION_SETS)
def test_nine_to_nothing_is_what_a_second_model_makes_of_it(name):
    options, seats, leaving = nine_rounds.OPTION_SETS[name]
    for number, seed in enumerate(SEEDS):
        dealt = {**options, "dealer": number % seats}
        play_nine(dealt, seats, seed, nine_rounds.wander(dealt, seats, leaving, seed))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_of_nine_to_nothing_is_what_a_second_model_makes_of_it(seats):
    for seed in SEEDS * 4:
        target = 1 + seed % 3
        seed += target
        play_nine(SLIPS, seats, seed, slipping(seats, seed, target), target)


def slipping(seats: int, seed: int, target: int) -> Iterator[Step]:
    """A round where everybody has come down to this target, and errs, takes back, checks and leaves a lot."""
    dice = random.Random(seed)
    dealt = nine.deal(SLIPS, seats, seed)
    come_down = tuple(tuple(nine.Lay(0, s, made, (), ()) for made in range(9, target, -1)) for s in range(seats))
    return wandering(nine, dealt._replace(laid=come_down), partial(slip, dice=dice), dice)


def slip(position: nine.Position, at: int, dice: random.Random) -> Move:
    """Return a move: after a discard the layer often says *My mistake*, tries again, and is often checked then."""
    turn, held, chance = position.turn or 0, position.held(position.turn or 0), dice.random()
    doubt = 0.5 if position.stage == "draw" else 0.1
    if position.open_lays and chance < doubt:
        number = pick(position.open_lays, dice)
        layer = next(seat for seat, lays in enumerate(position.laid) if number in [lay.number for lay in lays])
        return Move("mistake", layer, top=number, at=at)
    if position.open_lays and dice.random() < (0.4 if position.discarded else 0.1):
        return Move("check", pick(range(position.seats), dice), top=position.open_lays[-1], at=at)
    if dice.random() < 0.06:
        return Move(pick(("skip", "skip", "ok", "ok", "fold"), dice), pick(range(position.seats), dice), at=at)
    if position.stage == "lay" and len(held) > 1 and dice.random() < 0.4:
        return Move("lay", turn, at=at, cards=tuple(pick(held, dice) for _ in range(2)))
    return nine_rounds.in_turn(position, turn, at, dice)


def play_nine(options, seats: int, seed: int, steps: Iterator[Step], target: int = 0) -> None:
    low, target = options.get("highest", 9), target or options.get("highest", 9)
    changes = [card for card, value in VALUES.items() if value == 0][: 2 * low]
    pack = shuffled([*(card for card, value in VALUES.items() if 1 <= abs(value) <= low), *changes], seed)
    model = second_nine.Table(options, seats, pack, VALUES, target)
    for number, step in enumerate(steps):
        if not number:
            assert_same_nine(model, step.before, target)
        if step.move and step.move.kind == "sort":
            continue
        event = step.outcome if isinstance(step.outcome, Event) else Event(REFUSED)
        order = [*step.after.draw_pile, *reversed(event.cards)] if event.kind == "drew" else ()
        answer = model.takes(step.move, order) if step.move else model.acts(event.at)
        assert answer == said(step), (seed, step.move)
        assert_same_nine(model, step.after, target)
    end = nine.result(step.after)
    assert end is not None
    assert tuple(model.places()) == end.places


def assert_same_nine(model: second_nine.Table, position: nine.Position, first_target: int) -> None:
    assert (model.draws, model.discards) == (list(position.draw_pile), list(position.discard_pile))
    assert [sorted(hand) for hand in model.hands] == [sorted(position.held(s)) for s in range(position.seats)]
    mine = [[(lay.number, lay.target, tuple(lay.cards)) for lay in lays] for lays in model.laid]
    theirs = [[(lay.number, lay.target, lay.cards) for lay in lays if lay.number] for lays in position.laid]
    assert mine == theirs
    assert (model.turn, model.phase) == (position.turn, position.phase)
    assert model.points() == [position.points(s) for s in range(position.seats)]
    if position.phase == "playing":
        assert (model.step, model.closes_at) == (position.stage, position.closes_at)
        assert [lay.number for lay in model.checkable] == list(position.open_lays)
        assert all(len(model.hands[s]) <= 7 + (s == model.turn and model.step != "draw") for s in model.active())
