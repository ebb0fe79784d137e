"""Simulation of a whole round in virtual time, by the same functions as a real one: for the demo and for tests.

It yields the entries of a log, with what each player's browser would have measured (the fields of game.wire). Any game
can be played as a `PlainRound`; one whose screens report their paints, or whose players think again at other moments,
has a subclass of `SimulatedRound`.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from game.rules.computer import Pace, card_difficulty
from game.rules.contract import GO, Event, Game, Move

DOWN_MS, UP_MS, HOLD_MS = 40, 20, 90
"""Time from the server's decision to the paint; from a tap to the server; duration of a tap."""

COUNTDOWN_MS, STANDSTILL_MS = 3500, 2500
"""Time from the last *ready* to GO; from the moment when nobody can play to the card that is turned up."""

Entry = tuple[Event, dict[str, Any]]


@dataclass(slots=True)
class SimulatedPlayer:
    """One seat with its random generator and its screen. `tap` is its next tap and the intended move; `opened` is when
    its page was opened; `unsaid` are the paints not reported yet. All players share one clock."""

    seat: int
    pace: Pace
    dice: random.Random
    page: int
    opened: int
    tap: tuple[int, Move] | None = None
    hand_at: int = 0
    unsaid: list[list[Any]] = field(default_factory=list)

    def paint(self, what: str, number: int, at: int) -> None:
        self.unsaid.append([what, number, at - self.opened])
        if what == "h":
            self.hand_at = at

    def measured(self, tapped: int) -> dict[str, Any]:
        """Return what the browser sends with a tap; `rhand` is the ms since the hand's last change was painted."""
        taken = {"hold": HOLD_MS, "by": "touch", "vis": "v"}
        if self.hand_at:
            taken["rhand"] = tapped - self.hand_at
        return taken | self.report()

    def report(self) -> dict[str, Any]:
        painted, self.unsaid = self.unsaid, []
        return {"p": self.page, **({"s": painted} if painted else {})}


Somebody = TypeVar("Somebody", bound=SimulatedPlayer)


class SimulatedRound(Generic[Somebody]):
    """The simulated table: the order of taps, and the table's own events. One pace per seat.

    Equal arguments give equal rounds. Times are ms; the countdown to the first GO begins at `start_at`.
    """

    player: type[Somebody]

    def __init__(
        self, rules: Game, options: Mapping[str, Any], paces: Sequence[Pace], seed: int, start_at: int
    ) -> None:
        self.rules, self.seed, self.now = rules, seed, start_at
        self.position: Any = rules.deal(options, len(paces), seed)
        self.players = [self._seated(seat, pace) for seat, pace in enumerate(paces)]

    def _seated(self, seat: int, pace: Pace) -> Somebody:
        dice = random.Random(f"{self.seed} {seat}")
        page, opened = dice.randrange(2**31), self.now - dice.randrange(5_000, 60_000)
        return self.player(seat, pace, dice, page, opened)

    def run(self, *, countdown: int = COUNTDOWN_MS, standstill: int = STANDSTILL_MS) -> Iterator[Entry]:
        """Play to the end."""
        yield from self._resumed(countdown)
        while self.position.phase != "over":
            if self.position.phase != "playing":
                yield from self._resumed(standstill)
            elif due := self.rules.due(self.position, self.now):
                yield from self._takes(due, {})
            else:
                yield from self._next()

    def _resumed(self, wait: int) -> Iterator[Entry]:
        self.now += wait
        yield from self._takes(self.rules.resume(self.position, self.now), {})

    def _next(self) -> Iterator[Entry]:
        """Yield the entries of the next tap, or of the table's clock if that runs out before."""
        taps = [(player.tap[0], player.seat, player.tap[1]) for player in self.players if player.tap]
        if due := self._clock_before(min(taps)[0] + UP_MS if taps else None):
            self.now = due.at
            yield from self._takes(due, {})
            return
        tapped, seat, move = min(taps)
        self.now = max(self.now, tapped + UP_MS)
        sent, measured = self.sent(self.players[seat], move._replace(at=self.now), tapped)
        yield from self._takes(self.rules.judge(self.position, sent), measured)

    def _clock_before(self, at: int | None) -> Event | None:
        """Return the event of a clock before that moment (None: at any time), or None."""
        clock = self.rules.next_due(self.position)
        return self.rules.due(self.position, clock) if clock is not None and (at is None or clock < at) else None

    def _takes(self, event: Event, measured: dict[str, Any]) -> Iterator[Entry]:
        yield from self.reports(event)
        yield event, measured
        before, self.position = self.position, self.rules.apply(self.position, event)
        seen_at, difficulty = event.at + DOWN_MS, card_difficulty(f"{self.seed} {self.task()}")
        for player in self.players:
            self.paints(player, before, event, seen_at)
            if event.kind == GO or player.seat == event.seat or self.is_news(player, before, event, seen_at):
                self._plans(player, difficulty, seen_at)

    def _plans(self, player: Somebody, difficulty: float, now: int) -> None:
        view = self.rules.view(self.position, player.seat)
        after, move = self.rules.think(view, player.pace, player.dice, difficulty)
        player.tap = (max(now, view.paused_until) + after, move) if move else None

    # Methods that a game's own simulation may override

    def sent(self, player: Somebody, move: Move, tapped: int) -> tuple[Move, dict[str, Any]]:
        """Return the move as the browser sends it, and its measurements."""
        return move, player.measured(tapped)

    def reports(self, event: Event) -> Iterator[Entry]:
        """Yield the reports of idle screens before this event."""
        yield from ()

    def task(self) -> int:
        """Return the count of the present task, which is equally hard for all players."""
        return self.rules.view(self.position, None).top

    def paints(self, player: Somebody, before: Any, event: Event, at: int) -> None:
        """Paint the changes of an event on a player's screen."""

    def is_news(self, player: Somebody, before: Any, event: Event, seen_at: int) -> bool:
        """Return whether an event of another seat makes the player think again."""
        return event.kind not in self.rules.OWN_BUSINESS


class PlainRound(SimulatedRound[SimulatedPlayer]):
    """A round of any game, whose screens report no paints."""

    player = SimulatedPlayer
