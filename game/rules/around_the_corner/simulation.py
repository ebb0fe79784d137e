"""A whole round in virtual time, through the same functions as a real one: for the demo and for tests.

It yields what a log would hold, with what each player's browser would have measured (the wire's fields, game.forms).
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.rules import around_the_corner as rules
from game.rules.around_the_corner.computer import think
from game.rules.computer import Pace, card_difficulty
from game.rules.contract import Event, Move

DOWN_MS = 40  # from the server's decision to the paint on a screen
UP_MS = 20  # from a tap to the server
COMMITTED_MS = 250  # a finger that would come down this soon after a new top card comes down all the same
REPORT_MS = 5000  # how often a screen that does nothing says what it painted
HOLD_MS = 90

Line = tuple[Event, dict[str, Any]]


def simulate(
    options: Mapping[str, Any],
    paces: Sequence[Pace],
    seed: int,
    start_at: int,
    *,
    countdown: int = 3500,
    standstill: int = 2500,
) -> list[Line]:
    """Play a round to its end; the countdown to the first GO begins at `start_at` (times in ms). One pace per seat.

    The same arguments give the same round. `seen` lines are what an idle screen reports; rules ignore them.
    """
    return list(_Round(options, paces, seed, start_at).run(countdown, standstill))


@dataclass(slots=True)
class _Player:
    """One seat, its dice and its screen. `tap` is when its finger comes down and what for. One clock for everybody."""

    seat: int
    pace: Pace
    dice: random.Random
    page: int
    opened: int
    tap: tuple[int, Move] | None = None
    tops: dict[int, int] = field(default_factory=dict)
    hand_at: int = 0
    unsaid: list[list[Any]] = field(default_factory=list)
    said_at: int = 0

    def paint(self, what: str, number: int, at: int) -> None:
        self.unsaid.append([what, number, at - self.opened])
        if what == "t":
            self.tops[number] = at
        else:
            self.hand_at = at

    def plan(self, position: rules.Position, difficulty: float, now: int) -> None:
        after, move = think(rules.view(position, self.seat), self.pace, self.dice, difficulty)
        start = max(now, position.paused_until[self.seat])
        self.tap = (start + after, move) if move else None

    def on_screen(self, at: int) -> int:
        return max(top for top, painted_at in self.tops.items() if painted_at <= at)

    def measured(self, tapped: int) -> dict[str, Any]:
        """What the browser sends with a tap; times run from the paint of the top card it had on screen."""
        top = self.on_screen(tapped)
        taken = {"rtop": tapped - self.tops[top], "hold": HOLD_MS, "by": "touch", "vis": "v"}
        if top - 1 in self.tops:
            taken["rprev"] = tapped - self.tops[top - 1]
        if self.hand_at:
            taken["rhand"] = tapped - self.hand_at
        return {**taken, **self.report(tapped)}

    def report(self, at: int) -> dict[str, Any]:
        painted, self.unsaid, self.said_at = self.unsaid, [], at
        return {"p": self.page, **({"s": painted} if painted else {})}


class _Round:
    """The table: whose finger comes down next, and what the table does by itself."""

    def __init__(self, options: Mapping[str, Any], paces: Sequence[Pace], seed: int, start_at: int) -> None:
        self.position, self.seed = rules.deal(options, len(paces), seed), seed
        self.now = start_at
        self.players = []
        for seat, pace in enumerate(paces):
            dice = random.Random(f"{seed} {seat}")
            page, opened = dice.randrange(2**31), start_at - dice.randrange(5_000, 60_000)
            self.players.append(_Player(seat, pace, dice, page, opened, said_at=start_at))

    def run(self, countdown: int, standstill: int) -> Iterator[Line]:
        self.now += countdown
        yield from self._takes(rules.resume(self.position, self.now), {})
        while self.position.phase != "over":
            if self.position.phase == "standstill":
                self.now += standstill
                yield from self._takes(rules.resume(self.position, self.now), {})
            elif due := rules.due(self.position, self.now):
                yield from self._takes(due, {})
            else:
                yield from self._next_tap()

    def _next_tap(self) -> Iterator[Line]:
        """The next finger comes down, unless the turn's clock runs out before."""
        tapped, seat, move = min((p.tap[0], p.seat, p.tap[1]) for p in self.players if p.tap)
        turn_ends = rules.next_due(self.position)
        if turn_ends is not None and turn_ends < tapped + UP_MS and (time_up := rules.due(self.position, turn_ends)):
            self.now = turn_ends
            yield from self._takes(time_up, {})
            return
        self.now = max(self.now, tapped + UP_MS)
        player = self.players[seat]
        top = player.on_screen(tapped) if move.kind == "play" else None
        measured = player.measured(tapped)
        sent = move._replace(top=top, at=self.now, since_top=measured["rtop"])
        yield from self._takes(rules.judge(self.position, sent), measured)

    def _takes(self, event: Event, measured: dict[str, Any]) -> Iterator[Line]:
        yield from self._idle_reports(event)
        yield event, measured
        before, self.position = self.position, rules.apply(self.position, event)
        seen_at, difficulty = event.at + DOWN_MS, card_difficulty(f"{self.seed} {self.position.top}")
        for player in self.players:
            self._shows(player, before, event.kind, seen_at)
            if event.kind == "go" or player.seat == event.seat or self._is_new_to(player, before, seen_at):
                player.plan(self.position, difficulty, seen_at)

    def _idle_reports(self, event: Event) -> Iterator[Line]:
        for player in self.players:
            if player.seat != event.seat and player.unsaid and event.at - player.said_at >= REPORT_MS:
                yield Event("seen", player.seat, at=event.at), player.report(event.at)

    def _shows(self, player: _Player, before: rules.Position, kind: str, at: int) -> None:
        first_go = kind == "go" and before.phase == "dealt"
        if (self.position.top != before.top or first_go) and self.position.finisher is None:
            player.paint("t", self.position.top, at)
        changes = self.position.hand_changes[player.seat]
        if changes != before.hand_changes[player.seat]:
            player.paint("h", changes, at)

    def _is_new_to(self, player: _Player, before: rules.Position, seen_at: int) -> bool:
        """Whether a new top card makes the player think anew: not when the finger is on its way down already."""
        if self.position.turn != before.turn:
            return True
        changed = self.position.top != before.top
        return changed and (player.tap is None or player.tap[0] > seen_at + COMMITTED_MS)
