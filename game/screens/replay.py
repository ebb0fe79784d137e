"""Replay of a finished round as moments, one for every publicly visible entry of its log: what all games' replays
share.

A running round has no replay, as its hands are hidden. A moment is named by the place `n` of the last entry folded in,
0 is the deal; invisible entries (paint times, sorting, getting ready) are skipped.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from string import ascii_uppercase
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.log import reader, table_state
from game.log.codec import first_of
from game.log.table_state import TableState
from game.models import Round
from game.rules import Event, dealt_by
from game.rules.contract import GO, HELD, PAUSED, RESUMED, SKIPPED, SORTED, STOPPED
from game.screens.sentences import minutes_in_words, one_full_stop
from game.screens.table_view import TableView, words_of

PASSED_OVER = frozenset(
    {SORTED}
    | {table_state.SEEN, table_state.READY, table_state.START, table_state.RELEASED, table_state.SAID}
    | {table_state.PICTURED, table_state.CHEERED, table_state.CLOCK}
)
"""Kinds of events that change nothing on the table, or are private, like a request for a number picture."""


class StillRunning(Exception):
    """The round is not over, so its hands are still hidden."""


@dataclass(frozen=True, slots=True)
class SeatAtMoment:
    """A seat at that moment; `character`, `colour` and `hat` are those of its face (see table_view)."""

    name: str
    character: str
    colour: str
    hat: str
    computer: bool
    away: bool
    folded: bool
    turn: bool

    @property
    def count(self) -> int | None:
        """Number beside the name at the table; None if the game has none."""
        return None


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after entry `n`. `at` is ms since the first GO (negative before it), `later` ms since the moment
    before, `until` ms to the next one.

    `step` of `steps` counts the moments; `previous` and `next` are the places of the neighbouring moments, None at an
    end. `words` say what happened; `times` are, for a card judged by reaction, the child's reaction and the arrival,
    for teachers only; `by` is the acting seat; `asked`: the page asks what could have been played here.
    """

    n: int
    step: int
    steps: int
    previous: int | None
    next: int | None
    last: int
    at: int
    later: int
    until: int
    words: str
    times: str
    by: int | None
    asked: bool
    seats: tuple[SeatAtMoment, ...]

    @property
    def clock(self) -> str:
        """Minutes, seconds and tenths since GO."""
        tenths = max(0, self.at) // 100
        return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"

    @property
    def seconds(self) -> int:
        """Position of the second hand, from 0 to 59."""
        return max(0, self.at) // 1000 % 60

    @property
    def clock_in_words(self) -> str:
        return minutes_in_words(self.at)

    @property
    def since(self) -> str:
        """Seconds since the moment before."""
        return number_format(round(self.later / 1000, 1), 1)


class Replay(ABC):
    """The log of one finished round; its game's subclass draws the table. Raises StillRunning if it is not over."""

    def __init__(self, played: Round) -> None:
        self.played = played
        written = reader.entries_of([played.pk])[played.pk]
        self.entries = {entry.n: entry.event for entry in written}
        self.claims = {entry.n: claim for entry in written if (claim := first_of(entry.measured.measured))}
        self.rules = dealt_by(played.table.game, played.options)
        self.dealt = self.rules.deal(played.options, played.seats, played.seed)
        if reduce(self.rules.apply, self.entries.values(), self.dealt).phase != "over":
            raise StillRunning
        self.seats = list(played.table.seats.all())
        self.places = [0, *(n for n, event in self.entries.items() if event.kind not in PASSED_OVER)]
        not_done = self.rules.NOT_DONE
        self.done = [0, *(n for n in self.places[1:] if self.entries[n].kind not in not_done)]
        self.go_at = next((event.at for event in self.entries.values() if event.kind == GO), 0)

    def moment(self, wanted: int, *, named: bool = True) -> Moment:
        """Return the table after that entry, or after the last visible one before it.

        `named` False is for a screen that all can see: names are hidden, and attempts that were not carried out are
        skipped.
        """
        when = self._when(wanted, self.places if named else self.done)
        before, position, state = self.fold(when["n"])
        names = [seat.name if named else anonymous(seat.number) for seat in self.seats]
        return self.table(
            position,
            **when,
            words=self.said(before, self.entries[when["n"]], names) if when["n"] else _("The cards are dealt."),
            times=self._times(when["n"], names) if named else "",
            by=self.entries[when["n"]].seat if when["n"] else None,
            asked=position.phase == "playing",
            seats=tuple(
                self.seat(position, number, **self._sat(position, state, number), name=name)
                for number, name in enumerate(names)
            ),
        )

    @abstractmethod
    def table(self, position: Any, **fields: Any) -> Moment:
        """Complete the fields of a moment with the cards on the table."""

    @abstractmethod
    def seat(self, position: Any, number: int, **fields: Any) -> SeatAtMoment:
        """Complete the fields of a seat with its cards."""

    def said(self, before: Any, event: Event, names: Sequence[str]) -> str:
        """Return `words` as they are shown."""
        return one_full_stop(self.words(before, event, names))

    @abstractmethod
    def words(self, before: Any, event: Event, names: Sequence[str]) -> str:
        """Return one sentence about the event."""

    def _times(self, n: int, names: Sequence[str]) -> str:
        claim, seat = self.claims.get(n), self.entries[n].seat if n else None
        if claim is None or seat is None:
            return ""
        needed, came = (number_format(ms / 1000, 2) for ms in (claim.reaction, claim.reaction + claim.credit))
        times = {"name": names[seat], "needed": needed, "came": came}
        return _("%(name)s needed %(needed)s s; the card arrived after %(came)s s.") % times

    def _when(self, wanted: int, places: Sequence[int]) -> dict[str, Any]:
        step = max(place for place, n in enumerate(places) if n <= max(0, wanted))
        at = [self.entries[max(n, places[1])].at for n in places[max(0, step - 1) : step + 2]]
        now = min(step, 1)
        return {
            "n": places[step],
            "step": step,
            "steps": len(places) - 1,
            "previous": places[step - 1] if step else None,
            "next": places[step + 1] if step + 1 < len(places) else None,
            "last": places[-1],
            "at": at[now] - self.go_at,
            "later": at[1] - at[0] if step > 1 else 0,
            "until": at[now + 1] - at[now] if step + 1 < len(places) else 0,
        }

    def fold(self, wanted: int) -> tuple[Any, Any, TableState]:
        """Return the positions before and after that entry, and the state of the table after it."""
        before = position = self.dealt
        state = TableState()
        for n, event in self.entries.items():
            if n > wanted:
                break
            before, position, state = position, self.rules.apply(position, event), table_state.apply(state, event)
        return before, position, state

    def _sat(self, position: Any, state: TableState, seat: int) -> dict[str, Any]:
        character, colour, _team, hat = words_of(tuple(each.face for each in self.seats), seat)
        return {
            "character": character,
            "colour": colour,
            "hat": hat,
            "computer": self.seats[seat].player is None or seat in state.computer,
            "away": state.away_since(seat) is not None,
            "folded": seat in position.folded,
            "turn": position.turn == seat and position.phase == "playing",
        }


@dataclass(frozen=True, slots=True)
class BoardMoment(Moment):
    """The table at that moment, as HTML."""

    board: str


class BoardReplay(Replay):
    """Replay of a game without one of its own: at every moment the board as an onlooker saw it."""

    def __init__(self, played: Round, board: Callable[[TableView], str]) -> None:
        self._board = board
        super().__init__(played)

    def table(self, position: Any, **fields: Any) -> BoardMoment:
        return BoardMoment(**fields, board=self._board(self._seen(position, fields["n"], fields["seats"])))

    def seat(self, position: Any, number: int, **fields: Any) -> SeatAtMoment:
        return SeatAtMoment(**fields)

    def words(self, before: Any, event: Event, names: Sequence[str]) -> str:
        name = names[event.seat] if event.seat is not None else ""
        return sentence_of_all(event.kind) % {"name": name} or ": ".join(filter(None, (name, event.kind)))

    def _seen(self, position: Any, n: int, seats: Sequence[SeatAtMoment]) -> TableView:
        """Return an onlooker's view, without an overlay."""
        nobody: frozenset[int] = frozenset()
        return TableView(
            code="",
            table=self.played.table.number,
            round=self.played.number,
            n=n,
            seat=None,
            view=self.rules.view(position, None),
            names=tuple(seat.name for seat in seats),
            ready=nobody,
            away=frozenset(number for number, seat in enumerate(seats) if seat.away),
            computer=frozenset(number for number, seat in enumerate(seats) if seat.computer),
            phase="playing",
            go_at=None,
            language=get_language() or "",
            options=self.played.options,
            labels=(),
        )


def sentence_of_all(kind: str) -> str:
    """Return the sentence about an event common to all games; `name` is the placeholder of the acting player."""
    return {
        GO: _("GO"),
        SKIPPED: _("The table went on without %(name)s."),
        table_state.LEFT: _("%(name)s was away."),
        table_state.BACK: _("%(name)s was back."),
        table_state.GAVE_UP: _("%(name)s moved to another table."),
        table_state.TAKEOVER: _("A computer played for %(name)s."),
        HELD: _("The teacher paused the game."),
        PAUSED: _("%(name)s paused."),
        RESUMED: _("The game went on."),
        STOPPED: _("The round was stopped."),
    }.get(kind, "")


def anonymous(seat: int) -> str:
    """Return a name of a seat by its letter, for the projector."""
    return _("Seat %(letter)s") % {"letter": letter_of(seat)}


def letter_of(seat: int) -> str:
    """Return a seat's letter; from the 27th seat on (a whole class at one table) a number after Z."""
    return ascii_uppercase[seat] if seat < len(ascii_uppercase) else str(seat + 1)
