"""Tables as a child may find them, for pages that are drawn without a server: names that are long, high and deep."""

from dataclasses import fields, replace
from typing import Any

from game.around_the_corner.solo import SoloStanding
from game.log.tally import SeatTally
from game.rules import Event, Move
from game.rules import around_the_corner as corner_rules
from game.rules import nine_to_nothing as nine_rules
from game.rules.nine_to_nothing.solver import best_lay
from game.screens.table_view import TableView
from tests.game.around_the_corner.positions import dealt, does, seen

NAMES = ("Åsbjörg", "Mohammed", "Jyggy", "Amiryou")
SOON = 4_000_000_000_000
"""ms since 1970: a clock that stands at nought while it is looked at, or a countdown that is not over."""


def corner(
    seats: int = 2, draw: int = 12, seat: int = 0, options: dict[str, Any] | None = None, **seen_as: Any
) -> TableView:
    """What this seat sees of a running round in which everybody who may draw has drawn so many cards."""
    position = corner_rules.apply(corner_rules.deal(options or {}, seats, seed=7), Event("go", at=1))
    for number in range(seats) if position.turn is None else [position.turn]:
        for _ in range(draw):
            position = does(position, number, "draw")
    return seen(position, seat, **{"names": NAMES[:seats], **seen_as})


def by_turns(seats: int = 2, draw: int = 12, **options: Any) -> TableView:
    """What the one sees whose turn it is: seat 1 begins."""
    return corner(seats, draw, seat=1, options={"mode": "turns", **options})


def solo(draw: int = 12, **options: Any) -> TableView:
    nothing: dict[str, Any] = {field.name: None for field in fields(SoloStanding)}
    standing = {"started_at": SOON, "clock": 1, "elapsed": 5000, "frame": 60_000, "is_best": False, "ahead": 2}
    return corner(1, draw, options={"mode": "solo", **options}, extra=SoloStanding(**nothing | standing))


def solo_over() -> TableView:
    """A solo round that has ended faster than any before."""
    view = solo(0)
    assert isinstance(view.extra, SoloStanding)
    standing = replace(view.extra, time=83_000, best=95_000, is_best=True)
    return view._replace(phase="over", extra=standing, tally=SeatTally(71, 4, 60, 20, 30), try_next="8 − 3 = 5")


def one_left() -> TableView:
    """The first seat and the second have one card left."""
    full = dealt(seats=3, draw=10)
    one = full._replace(hands=((0, 7, 0), full.hands[1][:1], full.hands[2]), draw_piles=((), (), full.draw_piles[2]))
    return seen(one, 0, names=NAMES[:3])


def finished(seat: int, **seen_as: Any) -> TableView:
    """The second has laid the last card; the third has two left and the first three."""
    last = dealt()._replace(hands=((3, 5, 9), (7,), (1, 2)), draw_piles=((), (), ()))
    return seen(does(last, 1, "play", 7), seat, names=NAMES[:3], phase="over", **seen_as)


def nine(seats: int = 2, turns: int = 8, **options: Any) -> TableView:
    """What seat 0 sees at its turn, before it draws, after so many turns of all in which everybody laid what went."""
    position = nine_rules.apply(nine_rules.deal(options, seats, seed=11), Event("go", at=1))
    while turns > 0 or position.turn:
        turns -= 1
        position = _takes_a_turn(position)
    labels = range(500, 700)
    return seen(dealt(), 0, view=nine_rules.view(position, 0), names=NAMES[:seats], labels=labels)


def nine_over() -> TableView:
    """What seat 0 sees once the teacher has stopped its round."""
    position = nine_rules.apply(nine_rules.deal({}, 2, seed=11), Event("go", at=1))
    for _ in range(8):
        position = _takes_a_turn(position)
    view = nine_rules.view(_moves(position, Move("stop", 0, at=20)), 0)
    return nine(2)._replace(view=view, phase="over", tally=SeatTally(9, 1, 8, 5, 6))


def same_hand(*, over: bool = False) -> TableView:
    """What seat 0 sees of a hand that three have, done with the longest sum; `over` seat 1, which found none."""
    options = {"mode": "same_hand", "hand_limit": 60_000}
    position = nine_rules.apply(nine_rules.deal(options, 3, seed=11), Event("go", at=1))
    position = _moves(position, Move("lay", 0, cards=best_lay(position.held(0), position.goal or 0).cards, at=2))
    for seat in range(3 if over else 1):
        position = _moves(position, Move("done", seat, at=3))
    if over and (event := nine_rules.due(position, 61_000)):
        position = nine_rules.apply(position, event)
    labels = range(500, 700)
    seat, phase = (1, "over") if over else (0, "playing")
    return seen(dealt(), seat, view=nine_rules.view(position, seat), names=NAMES[:3], labels=labels, phase=phase)


def _takes_a_turn(position: nine_rules.Position) -> nine_rules.Position:
    seat = position.turn
    assert seat is not None
    position = _moves(position, Move("draw", seat, at=10))
    while cards := best_lay(position.held(seat), position.target(seat) or 0).cards:
        position = _moves(position, Move("lay", seat, cards=cards, at=10))
    return _moves(position, Move("discard", seat, position.held(seat)[0], at=10))


def _moves(position: nine_rules.Position, move: Move) -> nine_rules.Position:
    return nine_rules.apply(position, nine_rules.judge(position, move))
