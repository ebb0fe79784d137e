"""A whole round of Nine to Nothing in virtual time, through the same functions as a real one: for the demo and tests.

It yields what a log would hold, with what each player's browser would have measured (the wire's fields, game.forms).
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.rules import nine_to_nothing as rules
from game.rules.computer import Pace, card_difficulty
from game.rules.contract import Event, Move
from game.rules.nine_to_nothing.computer import think

DOWN_MS, UP_MS, HOLD_MS = 40, 20, 90
"""From the server's decision to the paint; from a tap to the server; how long a finger stays down."""

Line = tuple[Event, dict[str, Any]]


def simulate(
    options: Mapping[str, Any], paces: Sequence[Pace], seed: int, start_at: int, *, countdown: int = 3500
) -> list[Line]:
    """Play a round to its end; the countdown to GO begins at `start_at` (times in ms). One pace per seat.

    The same arguments give the same round.
    """
    return list(_Round(options, paces, seed, start_at).run(countdown))


@dataclass(slots=True)
class _Player:
    """One seat, its dice and its screen. `tap` is when its finger comes down and what for."""

    seat: int
    pace: Pace
    dice: random.Random
    page: int
    opened: int
    tap: tuple[int, Move] | None = None
    hand_at: int = 0
    unsaid: list[list[Any]] = field(default_factory=list)

    def plan(self, position: rules.Position, difficulty: float, now: int) -> None:
        after, move = think(rules.view(position, self.seat), self.pace, self.dice, difficulty)
        self.tap = (now + after, move) if move else None

    def paint(self, hand_changes: int, at: int) -> None:
        self.unsaid.append(["h", hand_changes, at - self.opened])
        self.hand_at = at

    def measured(self, tapped: int) -> dict[str, Any]:
        """What the browser sends with a tap; `rhand` is ms since the hand's last change was painted."""
        painted, self.unsaid = self.unsaid, []
        taken = {"hold": HOLD_MS, "by": "touch", "vis": "v", "p": self.page, **({"s": painted} if painted else {})}
        return taken | ({"rhand": tapped - self.hand_at} if self.hand_at else {})


class _Round:
    """The table: whose finger comes down next, and what the table does by itself."""

    def __init__(self, options: Mapping[str, Any], paces: Sequence[Pace], seed: int, start_at: int) -> None:
        self.position, self.seed, self.now = rules.deal(options, len(paces), seed), seed, start_at
        self.players = []
        for seat, pace in enumerate(paces):
            dice = random.Random(f"{seed} {seat}")
            page, opened = dice.randrange(2**31), start_at - dice.randrange(5_000, 60_000)
            self.players.append(_Player(seat, pace, dice, page, opened))

    def run(self, countdown: int) -> Iterator[Line]:
        self.now += countdown
        yield self._takes(rules.resume(self.position, self.now), {})
        while self.position.phase != "over":
            if due := rules.due(self.position, self.now):
                yield self._takes(due, {})
            else:
                yield self._next()

    def _next(self) -> Line:
        """The next finger comes down, unless the window of a 0 closes before."""
        taps = [(player.tap[0], player.seat, player.tap[1]) for player in self.players if player.tap]
        closes = rules.next_due(self.position)
        if closes is not None and (not taps or closes < min(taps)[0] + UP_MS):
            self.now = closes
            return self._takes(rules.due(self.position, closes) or Event("stopped", at=closes), {})
        tapped, seat, move = min(taps)
        self.now = max(self.now, tapped + UP_MS)
        return self._takes(rules.judge(self.position, move._replace(at=self.now)), self.players[seat].measured(tapped))

    def _takes(self, event: Event, measured: dict[str, Any]) -> Line:
        before, self.position = self.position, rules.apply(self.position, event)
        seen_at, difficulty = event.at + DOWN_MS, card_difficulty(f"{self.seed} {self.position.turns}")
        for player in self.players:
            changes = self.position.hand_changes[player.seat]
            if event.kind == "go" or changes != before.hand_changes[player.seat]:
                player.paint(changes, seen_at)
            if player.seat == event.seat or event.kind not in rules.OWN_BUSINESS:
                player.plan(self.position, difficulty, seen_at)
        return event, measured
