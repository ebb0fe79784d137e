"""Table manners: what a table needs beside the rules of a game. Who is ready, who is away since when, when GO comes.

Like a position it is a frozen value and a fold over the log, so it survives a restart.
"""

from dataclasses import dataclass, replace

from game.rules import Event

READY, START, LEFT, BACK, TAKEOVER, CLOCK = "ready", "start", "left", "back", "takeover", "clock"
KINDS = frozenset({READY, START, LEFT, BACK, TAKEOVER, CLOCK})

CLOCKS = {"clock1": 1, "clock2": 2, "clock10": 10, "clock0": 0}
"""What a solo player may choose for the clock (see solo): the kind on the wire, and `card` of the line in the log."""


@dataclass(frozen=True, slots=True)
class Manners:
    """`ready` (for this round; after its end for the next) and `computer` hold seat numbers; `away` maps a seat to the
    ms since 1970 at which it left; `go_from` is the ms at which the running countdown began, None where none runs.
    `turned`: whose turn ended last without a card, and how (passed, time_up, skipped), until a card is played.
    `clock` is what a solo player chose for this round (see solo)."""

    ready: frozenset[int] = frozenset()
    away: tuple[tuple[int, int], ...] = ()
    computer: frozenset[int] = frozenset()
    go_from: int | None = None
    turned: tuple[int, str] | None = None
    clock: int | None = None

    def away_since(self, seat: int) -> int | None:
        return dict(self.away).get(seat)


def apply(manners: Manners, event: Event) -> Manners:
    """Fold an event in. Rules' own kinds matter only where they start or end a countdown or the round."""
    match event.kind, event.seat:
        case "ready", int(seat):
            return replace(manners, ready=manners.ready | {seat})
        case "left", int(seat):
            return replace(manners, away=(*_without(manners.away, seat), (seat, event.at)))
        case "back", int(seat):
            return replace(manners, away=_without(manners.away, seat), computer=manners.computer - {seat})
        case "clock", _:
            return replace(manners, clock=event.card)
        case "takeover", int(seat):
            return replace(manners, computer=manners.computer | {seat})
        case "start" | "standstill", _:
            return replace(manners, go_from=event.at, turned=None)
        case "go", _:
            return replace(manners, go_from=None)
        case "finished" | "exhausted" | "stopped", _:
            return replace(manners, go_from=None, ready=frozenset(), turned=None)
        case "passed" | "time_up" | "skipped", int(seat):
            return replace(manners, turned=(seat, event.kind))
        case "played", _ if manners.turned:
            return replace(manners, turned=None)
        case _:
            return manners


def _without(away: tuple[tuple[int, int], ...], seat: int) -> tuple[tuple[int, int], ...]:
    return tuple(entry for entry in away if entry[0] != seat)
