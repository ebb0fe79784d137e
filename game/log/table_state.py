"""Table manners: what a table needs beside the rules of a game. Who is ready, who is away since when, when GO comes.

Like a position it is a frozen value and a fold over the log, so it survives a restart.
"""

from dataclasses import dataclass, replace

from game.rules import Event
from game.rules.contract import HELD, RESUMED

READY, START, LEFT, BACK, TAKEOVER, CLOCK = "ready", "start", "left", "back", "takeover", "clock"
RELEASED, SAID, GAVE_UP = "released", "said", "gave_up"
KINDS = frozenset({READY, START, LEFT, BACK, TAKEOVER, CLOCK, RELEASED, SAID, GAVE_UP})

SEEN = "seen"
"""What a browser says it painted, logged for the reports; no screen shows it."""

PAUSES = frozenset({HELD, RESUMED, RELEASED})
"""The teacher's *Eyes up!* and its end; they change only what lies over a table. HELD and RESUMED are not in KINDS: the
rules stop and shift their clocks, too.

A pause of a round in play ends with START, a countdown, and RESUMED; one of a countdown or a standstill with START, and
the countdown runs anew; any other with RELEASED.
"""

_CARDS = frozenset({"drew", "played", "wrong", "beaten"})
"""What happens all the time, and changes nothing but who passed last."""

CLOCKS = {"clock1": 1, "clock2": 2, "clock10": 10, "clock0": 0}
"""What a solo player may choose for the clock (see solo): the kind on the wire, and `card` of the line in the log."""


@dataclass(frozen=True, slots=True)
class Manners:
    """`ready` (for this round; after its end for the next) and `computer` hold seat numbers; `away` maps a seat to the
    ms since 1970 at which it left; `go_from` is the ms at which the running countdown began, None where none runs.
    `turned`: whose turn ended last without a card, and how (passed, time_up, skipped), until a card is played.
    `clock` is what a solo player chose for this round (see solo). `held` is the ms at which the teacher paused the
    table, until play goes on, None otherwise; `counting`: a countdown ran then; `playing`: GO has been said and still
    holds; `resumed_at`: the ms at which the last pause ended. `said` is the teacher's last message (see
    screens.messages) and its ms. `gone` are seats whose players sit at another table from now on."""

    ready: frozenset[int] = frozenset()
    away: tuple[tuple[int, int], ...] = ()
    computer: frozenset[int] = frozenset()
    go_from: int | None = None
    turned: tuple[int, str] | None = None
    clock: int | None = None
    held: int | None = None
    counting: bool = False
    playing: bool = False
    resumed_at: int = 0
    said: tuple[int, int] | None = None
    gone: frozenset[int] = frozenset()

    @property
    def counts_down_again(self) -> bool:
        """Whether the end of a pause begins with 3, 2, 1."""
        return self.counting or self.playing

    def away_since(self, seat: int) -> int | None:
        return dict(self.away).get(seat)


def apply(manners: Manners, event: Event) -> Manners:
    """Fold an event in. Rules' own kinds matter only where they start or end a countdown or the round."""
    if event.kind in _CARDS and manners.turned is None:
        return manners
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
        case "start", _:
            return replace(manners, go_from=event.at, turned=None)
        case "standstill", _:
            return replace(manners, go_from=event.at, turned=None, playing=False, held=None, counting=False)
        case "held", _:
            counting = manners.counting or manners.go_from is not None
            return replace(manners, held=event.at, counting=counting, go_from=None)
        case "go" | "resumed", _:
            return replace(_released(manners, event.at), go_from=None, playing=True)
        case "released", _:
            return _released(manners, event.at)
        case "paused", _:
            return replace(manners, playing=False)
        case "said", _:
            return replace(manners, said=None if event.card is None else (event.card, event.at))
        case "gave_up", int(seat):
            return replace(manners, gone=manners.gone | {seat})
        case "finished" | "exhausted" | "stopped", _:
            over = replace(_released(manners, event.at), go_from=None, ready=frozenset(), turned=None)
            return replace(over, playing=False, said=None)
        case "passed" | "time_up" | "skipped", int(seat):
            return replace(manners, turned=(seat, event.kind))
        case "played", _ if manners.turned:
            return replace(manners, turned=None)
        case _:
            return manners


def _released(manners: Manners, at: int) -> Manners:
    """End a pause, if there is one."""
    return manners if manners.held is None else replace(manners, held=None, counting=False, resumed_at=at)


def _without(away: tuple[tuple[int, int], ...], seat: int) -> tuple[tuple[int, int], ...]:
    return tuple(entry for entry in away if entry[0] != seat)
