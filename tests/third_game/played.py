"""The third game as the laws and the recordings need it (see tests.rules.contract)."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from types import SimpleNamespace
from typing import Any

from game.rules.contract import Event, Game, Move, Refused
from tests.rules.contract import Offer, Played
from tests.rules.hidden import others_for
from tests.rules.wandering import Step, pick, wandering
from tests.third_game import rules

GAME: Game = rules
OPTION_SETS: Mapping[str, tuple[Mapping[str, Any], int, float]] = {
    "two": ({}, 2, 0),
    "four-some-leave": ({}, 4, 0.1),
}

UNRECORDED = frozenset({"held", "resumed", "skipped", "stopped"})
"""Kinds of events that no recorded round comes to."""


def wander(options: Mapping[str, Any], seats: int, leaving: float, seed: int) -> Iterator[Step]:
    dice = random.Random(seed)
    return wandering(rules, rules.deal(options, seats, seed), partial(_some_move, leaving=leaving, dice=dice), dice)


def _some_move(position: rules.Position, at: int, leaving: float, dice: random.Random) -> Move:
    seat = pick(range(-1, position.seats + 1), dice)
    if dice.random() < leaving:
        return Move("fold", seat, at=at)
    if dice.random() < 0.5:
        return Move(pick(("play", "draw", "fly"), dice), seat, pick(range(25), dice), at=at)
    if dice.random() < 0.2:
        return Move("play", position.turn, pick(position.hands[position.turn], dice), at=at)
    return pick(rules.moves(position, position.turn), dice)._replace(at=at)


def cards_of(position: rules.Position) -> Iterator[int]:
    return chain(position.pile, position.draw_pile, *position.hands)


def may_see(position: rules.Position, seat: int | None) -> set[int]:
    return {position.pile[-1], *(() if seat is None else position.hands[seat])}


def with_hidden_cards_mixed(position: rules.Position, seat: int | None) -> rules.Position:
    other = others_for(cards_of(position), may_see(position, seat))

    def mixed(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other.get(card, card) for card in cards)

    hands = tuple(map(mixed, position.hands))
    return position._replace(hands=hands, pile=mixed(position.pile), draw_pile=mixed(position.draw_pile))


def assert_own_laws(step: Step) -> None:
    assert isinstance(step.outcome, Event)
    played = step.outcome.kind in rules.PLACED
    assert len(step.after.pile) - len(step.before.pile) == played


def assert_offers(step: Step, offers: Sequence[Offer]) -> None:
    if step.move and step.move.kind in rules.MOVES and 0 <= step.move.seat < step.before.seats:
        taken = not isinstance(step.outcome, Refused) and step.outcome.kind not in rules.NOT_DONE
        offered = {(move.kind, move.card) for move in offers[step.move.seat].moves}
        assert taken == ((step.move.kind, step.move.card if step.move.kind == "play" else None) in offered)


def assert_own_end(position: rules.Position) -> None:
    end = rules.result(position)
    assert end is not None
    assert all(end.places[seat] > 1 for seat in position.folded) or len(position.folded) == position.seats


PLAYED = Played(
    GAME,
    rules.Card,
    SimpleNamespace(OPTION_SETS=OPTION_SETS, wander=wander),
    SimpleNamespace(
        UNRECORDED=UNRECORDED,
        cards_of=cards_of,
        may_see=may_see,
        with_hidden_cards_mixed=with_hidden_cards_mixed,
        assert_own_laws=assert_own_laws,
        assert_offers=assert_offers,
        assert_own_end=assert_own_end,
    ),
    SimpleNamespace(face=str, picture=str),
)
