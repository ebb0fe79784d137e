"""The state of a table that no game's rules know: readiness, absence, pause, countdown.

Like a position it is a frozen value and a fold over the log, so it survives a restart.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from game import rules
from game.rules import Event, UnknownKindError
from game.rules.contract import (
    BACK,
    CLOCK,
    GAVE_UP,
    GO,
    HELD,
    LEFT,
    PASSED,
    PAUSED,
    READY,
    RELEASED,
    RESUMED,
    SAID,
    SEEN,
    SKIPPED,
    STANDSTILL,
    START,
    TABLE_EVENTS,
    TAKEOVER,
    TIME_UP,
)

__all__ = [
    "BACK", "CLOCK", "CLOCKS", "GAVE_UP", "HELD", "KINDS", "LEFT", "PAUSES", "READY", "RELEASED", "RESUMED", "SAID",
    "SEEN", "START", "TAKEOVER", "Manners", "apply",
]  # fmt: skip

KINDS = TABLE_EVENTS - {SEEN}
"""Kinds of events that change the state of a table alone. SEEN, what a browser says it painted, changes nothing: it is
logged for the reports."""

PAUSES = frozenset({HELD, RESUMED, RELEASED})
"""The teacher's *Eyes up!* and its end; they change only what lies over a table. HELD and RESUMED are not in KINDS: the
rules stop and shift their clocks, too.

A pause of a round in play ends with START, a countdown, and RESUMED; one of a countdown or a standstill with START, and
the countdown runs anew; any other with RELEASED.
"""

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
    """Fold an event in. Of the rules' own kinds those matter that start or end a countdown, a turn or the round.

    UnknownKindError where the kind is neither the table's nor one of any game's.
    """
    if fold := _FOLDS.get(event.kind):
        return fold(manners, event)
    known = rules.CATALOGUE
    if event.kind in known.ends:
        return _over(manners, event)
    if event.kind not in known.events:
        raise UnknownKindError(event)
    return replace(manners, turned=None) if manners.turned and event.kind in known.placed else manners


def _ready(manners: Manners, event: Event) -> Manners:
    return replace(manners, ready=manners.ready | {_seat(event)})


def _left(manners: Manners, event: Event) -> Manners:
    return replace(manners, away=(*_without(manners.away, _seat(event)), (_seat(event), event.at)))


def _back(manners: Manners, event: Event) -> Manners:
    seat = _seat(event)
    return replace(manners, away=_without(manners.away, seat), computer=manners.computer - {seat})


def _clock(manners: Manners, event: Event) -> Manners:
    return replace(manners, clock=event.card)


def _takeover(manners: Manners, event: Event) -> Manners:
    return replace(manners, computer=manners.computer | {_seat(event)})


def _gave_up(manners: Manners, event: Event) -> Manners:
    return replace(manners, gone=manners.gone | {_seat(event)})


def _start(manners: Manners, event: Event) -> Manners:
    return replace(manners, go_from=event.at, turned=None)


def _standstill(manners: Manners, event: Event) -> Manners:
    return replace(manners, go_from=event.at, turned=None, playing=False, held=None, counting=False)


def _held(manners: Manners, event: Event) -> Manners:
    counting = manners.counting or manners.go_from is not None
    return replace(manners, held=event.at, counting=counting, go_from=None)


def _goes_on(manners: Manners, event: Event) -> Manners:
    return replace(_released(manners, event), go_from=None, playing=True)


def _released(manners: Manners, event: Event) -> Manners:
    """End a pause, if there is one."""
    return manners if manners.held is None else replace(manners, held=None, counting=False, resumed_at=event.at)


def _paused(manners: Manners, event: Event) -> Manners:
    return replace(manners, playing=False)


def _said(manners: Manners, event: Event) -> Manners:
    return replace(manners, said=None if event.card is None else (event.card, event.at))


def _turned(manners: Manners, event: Event) -> Manners:
    return replace(manners, turned=(_seat(event), event.kind))


def _seen(manners: Manners, event: Event) -> Manners:
    return manners


def _over(manners: Manners, event: Event) -> Manners:
    over = replace(_released(manners, event), go_from=None, ready=frozenset(), turned=None)
    return replace(over, playing=False, said=None)


_FOLDS: Mapping[str, Callable[[Manners, Event], Manners]] = {
    READY: _ready,
    LEFT: _left,
    BACK: _back,
    CLOCK: _clock,
    TAKEOVER: _takeover,
    GAVE_UP: _gave_up,
    SAID: _said,
    SEEN: _seen,
    START: _start,
    STANDSTILL: _standstill,
    GO: _goes_on,
    RESUMED: _goes_on,
    HELD: _held,
    RELEASED: _released,
    PAUSED: _paused,
    PASSED: _turned,
    TIME_UP: _turned,
    SKIPPED: _turned,
}


def _seat(event: Event) -> int:
    if event.seat is None:
        raise ValueError(f"no seat: {event}")
    return event.seat


def _without(away: tuple[tuple[int, int], ...], seat: int) -> tuple[tuple[int, int], ...]:
    return tuple(entry for entry in away if entry[0] != seat)
