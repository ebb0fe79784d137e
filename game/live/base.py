"""Base class of a live table: its state, queries about it, and the acts that its parts may request.

`table.LiveTable` implements the acts; the parts (presence, telling, dealing, turn clock, computers) know only this
base.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game import catalogue, rooms, tables
from game.live.acts import TableLock
from game.live.timers import Timers, WakeUps
from game.log import table_state
from game.log.codec import First
from game.log.round import LiveRound
from game.models import Round, Seat, Table
from game.rules import Event
from game.rules.first import SeatConnection
from game.screens import languages
from game.screens.table_view import COMPUTER, TableView
from game.wire import Frame, MoveAnswer


@dataclass(slots=True)
class MoveRequest:
    """A requested move, and the callback for its answer. `first` is the reaction of its card (see `contest`);
    `was_slower` is True if it waited there and a quicker card came first."""

    seat: int
    frame: Frame
    answer: Callable[[MoveAnswer], None]
    asker: rooms.Listener | None
    computer: bool
    first: First | None = None
    was_slower: bool = False


NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the table. If `player` is None, a computer of the given level plays it."""

    player: int | None
    name: str
    computer: str
    language: str = ""


class TableBase(ABC):
    """A table and its present round.

    `record` is what the game has read for the round (`Presentation.record`); `is_left`: another process runs this table
    now. `speaks` is the language in which `telling` is drawing, "" for the active one.
    """

    def __init__(self, table: Table, seats: list[Seat], round_row: Round) -> None:
        self.row, self.code, self.number = table, table.code, table.number
        self.presentation = catalogue.of(table.game)
        self.room = f"table:{table.code}"
        self.chairs = tuple(Chair(seat.player, seat.name, seat.computer, seat.language) for seat in seats)
        self.connections = tuple(SeatConnection() for _ in seats)
        self.names = tuple(chair.name for chair in self.chairs)
        self.faces = tuple(COMPUTER if seat.player is None else seat.face for seat in seats)
        self.computers = frozenset(seat for seat, chair in enumerate(self.chairs) if chair.player is None)
        self.round = LiveRound(round_row, table.game, self.missed)
        self.record: Any = None
        self.is_left = False
        self.speaks = ""
        self.lock = TableLock()
        self.timers = Timers(self.lock)
        self.wake_ups = WakeUps()

    @property
    def version(self) -> tables.Version:
        return tables.Version(self.code, self.round.number, self.round.n, self.row.closed_at is not None)

    def view(self, seat: int | None) -> TableView:
        """Return all data from which a screen of this seat, or an onlooker's (None), may be drawn."""
        live, state, phase = self.round, self.round.state, self.round.phase
        view = live.rules.view(live.position, seat)
        return TableView(
            code=self.code,
            table=self.number,
            round=live.number,
            n=live.last_seen_by(seat),
            seat=seat,
            view=view,
            names=self.names,
            ready=state.ready,
            away=frozenset(seat for seat, _ in state.away) if state.away else NOBODY,
            computer=self.computers | state.computer,
            phase=table_state.HELD if phase == "over" and state.paused_at is not None else phase,
            go_at=live.go_at,
            language=self.speaks or languages.active(),
            options=live.options,
            labels=live.labels,
            turned=state.turn_ended,
            said=state.message,
            last_round=self.is_last_round,
            faces=self.faces,
            tally=None if seat is None or phase != "over" else live.tallies[seat],
            earlier=None if seat is None or phase != "over" else live.earlier[seat],
            try_next="" if seat is None or phase != "over" else self._try_next(seat),
            pictured=seat in state.pictured,
            cheered=state.cheered,
            run=0 if seat is None else live.tallies[seat].run,
            extra=None if self.record is None else self.presentation.extra(self, view),
        )

    def _try_next(self, seat: int) -> str:
        mistake = self.round.mistakes[seat]
        return self.presentation.try_next(*mistake) if mistake else ""

    @property
    def language(self) -> str:
        """The language of the present drawing (see screens.languages)."""
        return self.speaks or languages.active()

    # Seats and players

    def seat_of(self, player: int | None) -> int | None:
        """Return the seat of this player; None for a stranger, and for a player moved to another table."""
        if player is None:
            return None
        return next((n for n, chair in enumerate(self.chairs) if chair.player == player and n not in self.gone), None)

    def player_at(self, seat: int) -> int | None:
        """Return the player of this seat; None if a computer plays it."""
        return self.chairs[seat].player

    def language_of(self, seat: int | None) -> str:
        """Return the language for this seat's screen; for an onlooker (None) the active one."""
        return languages.active() if seat is None else self.chairs[seat].language

    def speak(self, player: int, language: str) -> None:
        """Set the language of this player's screen from now on."""
        self.chairs = tuple(replace(each, language=language) if each.player == player else each for each in self.chairs)

    @property
    def gone(self) -> frozenset[int]:
        """The seats of players moved to another table."""
        return self.round.state.moved_away

    def players(self) -> list[int]:
        """Return the seats of all players who belong to this table, whether present or not."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.player is not None and seat not in self.gone]

    def somebody_plays(self) -> bool:
        """Return whether any student at the table is not away."""
        return bool(set(self.players()) - {seat for seat, _ in self.round.state.away})

    def is_computer(self, seat: int) -> bool:
        """Return whether a computer plays this seat now."""
        ours = seat in self.computers or seat in self.round.state.computer
        return ours and self.round.phase != "over"

    def away_seconds(self, seat: int, now: int) -> int | None:
        """Return how long this seat's player has been away at `now` (ms since 1970); None if present."""
        since = self.round.state.away_since(seat)
        return None if since is None else max(0, now - since) // 1000

    # State of the round

    @property
    def settled(self) -> bool:
        return self.round.settled

    @property
    def is_last_round(self) -> bool:
        """Whether this is the table's last round in the session (option `rounds`)."""
        limit = self.round.options.get("rounds")
        return limit is not None and self.round.number >= limit

    def counts_for_seconds(self, now: int) -> int:
        """Return how long the countdown has been running at `now` (ms since 1970); 0 without a countdown."""
        return max(0, now - (self.round.state.countdown_from or now)) // 1000

    def acted_at(self, seat: int) -> int | None:
        """Return when this seat last acted in this round (ms since 1970); None if it has not yet."""
        return self.round.acted_at[seat]

    def could_act_since(self, seat: int, now: int) -> int:
        """Return since when this seat has been able to act without doing so (ms since 1970). Time in which the table
        stood still (a teacher's pause) is not counted."""
        live = self.round
        turn = live.position.turn_since if live.position.turn is not None else 0
        since = max(live.acted_at[seat] or 0, getattr(live.position, "go_at", None) or now)
        return max(since + sum(to - max(start, since) for start, to in live.state.stood if to > since), turn)

    def can_move(self, seat: int, *, but: Collection[str] = ()) -> bool:
        """Return whether the rules allow this seat any move now, other than of the kinds `but`."""
        live = self.round
        if live.position.turn not in (None, seat):
            return False
        return any(move.kind not in but for move in live.rules.moves(live.position, seat))

    # Acts. The caller holds the table's lock, except for `submit`, which acquires it.

    @abstractmethod
    async def submit(self, seat: int, frame: Frame, *, computer: bool = False) -> MoveAnswer:
        """Judge this seat's move, save it and tell all screens."""

    @abstractmethod
    def followed_at_once(self, event: Event) -> bool:
        """Follow up an event if that needs no waiting; return False if `follow_up` has to do it."""

    @abstractmethod
    async def follow_up(self, event: Event) -> None:
        """Carry out the consequences of an event; retry later if the database refuses."""

    @abstractmethod
    async def act(self, judge: Callable[[int], Event | None]) -> None:
        """Log an event decided by the table itself, tell all screens, and follow it up.

        `judge` is called with the present time, and again if another entry came first. If it returns None or raises
        Refused, nothing is done.
        """

    @abstractmethod
    async def until_saved(self, name: object, step: Callable[[], Awaitable[None]]) -> None:
        """Run this step, and retry it while the database refuses."""

    @abstractmethod
    async def missed(self, events: Sequence[Event]) -> None:
        """Take in events written by another process."""

    @abstractmethod
    async def go_on_when_ready(self) -> None:
        """Start the round, or deal the next one, once no player is waited for."""

    @abstractmethod
    async def go(self) -> None:
        """End a countdown whose time is up."""

    @abstractmethod
    async def end(self) -> None:
        """Stop the running round, and close the table."""

    @abstractmethod
    def arm_timers(self) -> None:
        """Set all timers that follow from the log, after the table was read from it."""
