"""The contract of a game's screens: what a module must have to be shown at a table, and how it tells of an event.

The catalogue is in `catalogue`; a game's module imports the contract, never the catalogue.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from game.log.round import LiveRound
from game.rules import Event
from game.screens.table_view import TableView


class Told(NamedTuple):
    """What an event is told as: `mine` to the seat that moved; to the others `same`, the same bytes for all of them,
    or `each`, a drawing for every one of their screens; nothing where it is nobody else's business.

    `why`, `say` and `ms` are set where the move was not done (see wire.Answer).
    """

    mine: str = ""
    same: str = ""
    each: Callable[[TableView], str] | None = None
    why: str = ""
    say: str = ""
    ms: int = 0


class Glance(NamedTuple):
    """A table at a glance, for its teacher: what lies on top, a number to call out (None: none), each seat in words."""

    top: str
    called: int | None
    seats: tuple[str, ...]


class Shown(Protocol):
    """What is needed of a live table to tell of it; a view costs a little, so it is asked for."""

    names: tuple[str, ...]
    language: str
    round: LiveRound

    def view(self, seat: int | None) -> TableView: ...


class Showing(Protocol):
    """How a game is shown. Every drawing returns HTML, the same bytes as its part of a fresh board."""

    PAGE: str
    """The template of the whole page."""

    def title(self) -> str:
        """Return the name of the game, as on every screen."""

    def page_context(self, table: TableView, asked: Mapping[str, str]) -> dict[str, Any]:
        """Return the context of PAGE; `asked` is what the address asks for."""

    def board(self, table: TableView) -> str:
        """Return the whole table as this seat (or an onlooker) may see it."""

    def over(self, table: TableView) -> str:
        """Return what lies over the table: waiting, countdown, result; empty while they play."""

    def seat(self, table: TableView, number: int) -> str:
        """Return what all see of a seat."""

    def glance(self, table: TableView) -> Glance:
        """Return what a teacher who looks after many tables sees of an onlooker's view."""

    def refusal(self, reason: str, table: Shown, seat: int, **details: Any) -> str:
        """Return in words why this seat's move was not done; `reason` is the word of a `Refused`."""

    def done(self, kind: str) -> str:
        """Return in words what a move of this kind has done, for a page without scripts."""

    def told(self, event: Event, table: Shown, before: Any) -> Told:
        """Return what is told of an event of the rules; `before` is the position it changed."""
