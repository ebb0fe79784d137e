"""The state of a table that no game's rules know: readiness, absence, pause, countdown.

Like a position it is a frozen value and a fold over the log, so it survives a restart.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from game import rules
from game.rules import Event, UnknownKindError
from game.rules.contract import (
    BACK,
    CHEERED,
    CLOCK,
    GAVE_UP,
    GO,
    HELD,
    LEFT,
    PASSED,
    PAUSED,
    PICTURED,
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
    "BACK", "CHEERED", "CLOCK", "GAVE_UP", "HELD", "KINDS", "LEFT", "PAUSES", "PICTURED", "READY", "RELEASED",
    "RESUMED", "SAID", "SEEN", "START", "TAKEOVER", "TableState", "apply",
]  # fmt: skip

KINDS = TABLE_EVENTS - {SEEN}
"""Kinds of events that change only the table's state. SEEN (what a browser reports to have painted) changes nothing and
is logged for the reports."""

PAUSES = frozenset({HELD, RESUMED, RELEASED})
"""The teacher's *Eyes up!* and its end; they change only what covers a table. HELD and RESUMED are not in KINDS, since
the rules stop and shift their clocks by them.

A pause of a round in play ends with START, a countdown, and RESUMED; one of a countdown or a standstill with START,
which begins the countdown again; any other with RELEASED.
"""


@dataclass(frozen=True, slots=True)
class TableState:
    """State of the table; times are ms since 1970. `ready` (for this round; after its end for the next) and `computer`
    are seat numbers; `away` maps a seat to the time at which it left; `countdown_from` is the start of the running
    countdown, or None. `turn_ended` is the seat whose turn last ended without a card, and how (passed, time_up,
    skipped), until a card is played. `chosen` holds each player's choice for this round (see Presentation.choose).
    `paused_at` is when the teacher paused the table, None while play goes on; `was_counting`: a countdown was running
    then; `playing`: GO has been said and holds; `stood` are the spans of this round's pauses. `message` is the
    teacher's last message (see screens.messages) and its time. `moved_away` are seats of players moved to another
    table. `pictured` are seats that have asked for the number picture since their last card. `cheered` are seats with
    the number of the message that each sent to the table at the round's end, in order (see screens.messages)."""

    ready: frozenset[int] = frozenset()
    away: tuple[tuple[int, int], ...] = ()
    computer: frozenset[int] = frozenset()
    countdown_from: int | None = None
    turn_ended: tuple[int, str] | None = None
    chosen: int | None = None
    paused_at: int | None = None
    was_counting: bool = False
    playing: bool = False
    stood: tuple[tuple[int, int], ...] = ()
    message: tuple[int, int] | None = None
    moved_away: frozenset[int] = frozenset()
    pictured: frozenset[int] = frozenset()
    cheered: tuple[tuple[int, int], ...] = ()

    @property
    def resumed_at(self) -> int:
        """When the last pause ended (ms since 1970)."""
        return self.stood[-1][1] if self.stood else 0

    @property
    def counts_down_again(self) -> bool:
        """Whether the end of the present pause begins a countdown."""
        return self.was_counting or self.playing

    def away_since(self, seat: int) -> int | None:
        return dict(self.away).get(seat)


def apply(state: TableState, event: Event) -> TableState:
    """Fold an event in. Of the rules' own kinds only those matter that start or end a countdown, a turn or the round.

    Raises UnknownKindError if the kind is neither the table's nor one of any game's.
    """
    if fold := _FOLDS.get(event.kind):
        return fold(state, event)
    known = rules.CATALOGUE
    if event.kind in known.ends:
        return _over(state, event)
    if event.kind not in known.events:
        raise UnknownKindError(event)
    if event.kind in known.placed and (state.turn_ended or event.seat in state.pictured):
        return replace(state, turn_ended=None, pictured=state.pictured - {event.seat})
    return state


def _left(state: TableState, event: Event) -> TableState:
    return replace(state, away=(*_without(state.away, _seat(event)), (_seat(event), event.at)))


def _back(state: TableState, event: Event) -> TableState:
    seat = _seat(event)
    return replace(state, away=_without(state.away, seat), computer=state.computer - {seat})


def _standstill(state: TableState, event: Event) -> TableState:
    return replace(_released(state, event), countdown_from=event.at, turn_ended=None, playing=False)


def _held(state: TableState, event: Event) -> TableState:
    counting = state.was_counting or state.countdown_from is not None
    return replace(state, paused_at=event.at, was_counting=counting, countdown_from=None)


def _goes_on(state: TableState, event: Event) -> TableState:
    return replace(_released(state, event), countdown_from=None, playing=True)


def _released(state: TableState, event: Event) -> TableState:
    """End the present pause, if any."""
    if state.paused_at is None:
        return state
    stood = (*state.stood, (state.paused_at, event.at))
    return replace(state, paused_at=None, was_counting=False, stood=stood)


def _turned(state: TableState, event: Event) -> TableState:
    return replace(state, turn_ended=(_seat(event), event.kind))


def _over(state: TableState, event: Event) -> TableState:
    over = replace(_released(state, event), countdown_from=None, ready=frozenset(), turn_ended=None)
    return replace(over, playing=False, message=None)


_FOLDS: Mapping[str, Callable[[TableState, Event], TableState]] = {
    READY: lambda state, event: replace(state, ready=state.ready | {_seat(event)}),
    LEFT: _left,
    BACK: _back,
    CLOCK: lambda state, event: replace(state, chosen=event.card),
    TAKEOVER: lambda state, event: replace(state, computer=state.computer | {_seat(event)}),
    GAVE_UP: lambda state, event: replace(state, moved_away=state.moved_away | {_seat(event)}),
    SAID: lambda state, event: replace(state, message=None if event.card is None else (event.card, event.at)),
    SEEN: lambda state, event: state,
    START: lambda state, event: replace(state, countdown_from=event.at, turn_ended=None),
    STANDSTILL: _standstill,
    GO: _goes_on,
    RESUMED: _goes_on,
    HELD: _held,
    RELEASED: _released,
    PAUSED: lambda state, event: replace(state, playing=False),
    PICTURED: lambda state, event: replace(state, pictured=state.pictured | {_seat(event)}),
    CHEERED: lambda state, event: replace(state, cheered=(*state.cheered, (_seat(event), event.card or 0))),
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
