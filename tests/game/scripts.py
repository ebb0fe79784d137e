"""Rounds played move by move, on purpose or by chance, and the exposures read out of their log."""

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from game.around_the_corner.evidence import Exposure
from game.around_the_corner.exposures import exposures
from game.log.reader import MeasuredEntry, RoundLog
from game.rules import Event as Happened
from game.rules import Move, Refused
from game.rules import around_the_corner as rules

START = 1_763_640_000_000
OPTIONS = {"mode": "race", "corner": True, "steps": [1, 2, 3], "wrong_pause": 1500}
TAP: dict[str, Any] = {"by": "touch", "vis": "v", "p": 7}


class Script:
    """A round played on purpose. Times are ms since GO."""

    def __init__(self, seed: int, seats: int = 2, people: frozenset[int] = frozenset({0, 1}), **options: Any) -> None:
        self.options, self.seats, self.seed, self.people = {**OPTIONS, **options}, seats, seed, people
        self.position = rules.deal(self.options, seats, seed)
        self.entries: list[MeasuredEntry] = []
        self.happens("go", at=0)

    def happens(self, kind: str, seat: int | None = None, at: int = 0, **measured: Any) -> None:
        self._log(Happened(kind, seat, None, None, START + at), measured)

    def draws(self, seat: int, at: int, **measured: Any) -> int:
        return self._moves(Move("draw", seat, at=START + at), measured)

    def plays(self, seat: int, card: int, at: int, top: int | None = None, **measured: Any) -> str:
        move = Move("play", seat, card, top or self.position.top, START + at, measured.get("rtop"))
        self._moves(move, measured)
        return self.entries[-1].event.kind

    def _moves(self, move: Move, measured: dict[str, Any]) -> int:
        event = rules.judge(self.position, move)
        self._log(event, measured)
        return event.card or 0

    def _log(self, event: Happened, measured: dict[str, Any]) -> None:
        self.entries.append(MeasuredEntry(event, measured))
        self.position = rules.apply(self.position, event)

    def exposures(self, seat: int | None = None) -> list[Exposure]:
        rows = exposures(RoundLog(self.options, self.seats, self.seed, self.people, self.entries))
        return [row for row in rows if seat in (None, row.seat)]


def fits(position: rules.Position, card: int, on: int | None = None) -> bool:
    face = rules.card(on or position.pile[-1])
    return rules.card(card).number in rules.Sums(position.options.corner).answers(face.number, face.step)


def dealt(wanted: Callable[[rules.Position], bool], **options: Any) -> int:
    """Return the first seed whose deal is the one that a test needs."""
    return next(seed for seed in count() if wanted(rules.deal({**OPTIONS, **options}, 2, seed)))


def first(position: rules.Position, seat: int, nth: int = 1) -> int:
    return position.draw_piles[seat][-nth]


def both_fit(position: rules.Position) -> bool:
    """Each seat's first card fits the top card; seat 0's second card fits neither, seat 1's first not on seat 0's."""
    mine, theirs, next_one = first(position, 0), first(position, 1), first(position, 0, 2)
    return (
        fits(position, mine)
        and fits(position, theirs)
        and not fits(position, theirs, on=mine)
        and not fits(position, next_one)
        and not fits(position, next_one, on=mine)
    )


def endings(rows: list[Exposure]) -> list[tuple[int, str]]:
    return [(row.top, row.ending) for row in rows]


def random_round(seed: int, seats: int, **options: Any) -> Script:
    """Play by chance to the end: fitting cards, wrong cards, cards on an old top, draws."""
    chance, at = Random(seed), 0
    script = Script(seed, seats, frozenset(range(seats)), **options)
    while script.position.phase != "over":
        at += chance.randrange(50, 1500)
        if script.position.phase == "standstill":
            happened: Happened | None = rules.resume(script.position, START + at)
        else:
            happened = rules.due(script.position, START + at) or _chance_move(script.position, chance, START + at)
        if happened:
            script._log(happened, {})
    return script


def _chance_move(position: rules.Position, chance: Random, at: int) -> Happened | None:
    seat = chance.randrange(position.seats)
    hand = [card for card in position.hands[seat] if card]
    top = max(1, position.top - (chance.random() < 0.2))
    if hand and chance.random() < 0.6:
        hand = [card for card in hand if fits(position, card)] or hand
        move = Move("play", seat, chance.choice(hand), top, at)
    else:
        move = Move("draw", seat, at=at)
    try:
        return rules.judge(position, move)
    except Refused:
        return None


def ended_before(right: bool) -> tuple[Script, int, int]:
    """Return a round that ended while a seat could answer, that seat, and a card of it that was right, or wrong."""
    for seed in range(200):
        script = random_round(seed, 2)
        position, seat = script.position, 1 - (script.position.finisher or 0)
        hand = [held for held in position.hands[seat] if held]
        fitting = [held for held in hand if fits(position, held, on=position.pile[-2])]
        others = [held for held in hand if held not in fitting]
        open_then = any(row.top == position.top - 1 and row.ending == "X" for row in script.exposures(seat))
        may_play = position.paused_until[seat] <= (position.over_at or 0) and len(hand) > 1
        if open_then and may_play and fitting and others:
            return script, seat, (fitting if right else others)[0]
    raise AssertionError("no such round")
