"""A whole round of Around the Corner in virtual time (see rules.simulation).

`seen` entries are the reports of idle screens; the rules ignore them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.rules import around_the_corner as rules
from game.rules.computer import Pace
from game.rules.contract import GO, SEEN, Event, Move
from game.rules.simulation import COUNTDOWN_MS, STANDSTILL_MS, Entry, SimulatedPlayer, SimulatedRound

COMMITTED_MS = 250
"""A tap due this soon after a new top card can no longer be stopped."""
REPORT_MS = 5000
"""Interval at which an idle screen reports what it painted."""


def simulate(
    options: Mapping[str, Any],
    paces: Sequence[Pace],
    seed: int,
    start_at: int,
    *,
    countdown: int = COUNTDOWN_MS,
    standstill: int = STANDSTILL_MS,
) -> list[Entry]:
    """Play a round to its end; the countdown to the first GO begins at `start_at` (times in ms). One pace per seat.

    Equal arguments give equal rounds.
    """
    return list(_Round(rules, options, paces, seed, start_at).run(countdown=countdown, standstill=standstill))


@dataclass(slots=True)
class _Player(SimulatedPlayer):
    """`tops`: when each top card was painted; `said_at`: when the screen last reported its paints."""

    tops: dict[int, int] = field(default_factory=dict)
    said_at: int = 0

    def paint(self, what: str, number: int, at: int) -> None:
        SimulatedPlayer.paint(self, what, number, at)
        if what == "t":
            self.tops[number] = at

    def on_screen(self, at: int) -> int:
        return max(top for top, painted_at in self.tops.items() if painted_at <= at)

    def measured(self, tapped: int) -> dict[str, Any]:
        """Return what the browser sends with a tap; times count from the paint of the top card on screen."""
        top, self.said_at = self.on_screen(tapped), tapped
        before = {"rprev": tapped - self.tops[top - 1]} if top - 1 in self.tops else {}
        return {"rtop": tapped - self.tops[top], **before, **SimulatedPlayer.measured(self, tapped)}


class _Round(SimulatedRound[_Player]):
    player = _Player

    def __init__(self, game: Any, options: Mapping[str, Any], paces: Sequence[Pace], seed: int, start_at: int) -> None:
        super().__init__(game, options, paces, seed, start_at)
        for player in self.players:
            player.said_at = start_at

    def sent(self, player: _Player, move: Move, tapped: int) -> tuple[Move, dict[str, Any]]:
        top, measured = player.on_screen(tapped) if move.kind == "play" else None, player.measured(tapped)
        return move._replace(top=top, since_top=measured["rtop"]), measured

    def task(self) -> int:
        return int(self.position.top)

    def reports(self, event: Event) -> Iterator[Entry]:
        for player in self.players:
            if player.seat != event.seat and player.unsaid and event.at - player.said_at >= REPORT_MS:
                player.said_at = event.at
                yield Event(SEEN, player.seat, at=event.at), player.report()

    def paints(self, player: _Player, before: rules.Position, event: Event, at: int) -> None:
        first_go = event.kind == GO and before.phase == "dealt"
        if (self.position.top != before.top or first_go) and self.position.finisher is None:
            player.paint("t", self.position.top, at)
        changes = self.position.hand_changes[player.seat]
        if changes != before.hand_changes[player.seat]:
            player.paint("h", changes, at)

    def is_news(self, player: _Player, before: rules.Position, event: Event, seen_at: int) -> bool:
        """Return whether a new top card makes the player think again; not if the tap can no longer be stopped."""
        if self.position.turn != before.turn:
            return True
        changed = self.position.top != before.top
        return changed and (player.tap is None or player.tap[0] > seen_at + COMMITTED_MS)
