"""A whole round of Nine to Nothing in virtual time (see rules.simulation)."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.rules import nine_to_nothing as rules
from game.rules.computer import Pace
from game.rules.contract import GO, Event
from game.rules.simulation import COUNTDOWN_MS, Entry, SimulatedPlayer, SimulatedRound


def simulate(
    options: Mapping[str, Any], paces: Sequence[Pace], seed: int, start_at: int, *, countdown: int = COUNTDOWN_MS
) -> list[Entry]:
    """Play a round to its end; the countdown to GO begins at `start_at` (times in ms). One pace per seat.

    Equal arguments give equal rounds.
    """
    return list(_Round(rules, options, paces, seed, start_at).run(countdown=countdown))


class _Round(SimulatedRound[SimulatedPlayer]):
    player = SimulatedPlayer

    def task(self) -> int:
        return int(self.position.turns)

    def paints(self, player: SimulatedPlayer, before: rules.Position, event: Event, at: int) -> None:
        changes = self.position.hand_changes[player.seat]
        if event.kind == GO or changes != before.hand_changes[player.seat]:
            player.paint("h", changes, at)
