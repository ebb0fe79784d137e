"""Messages of a live table: the answer to the seat that moved, and the updates for all other screens."""

from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.utils import translation

from game import rooms
from game.live.base import TableBase
from game.log import table_state
from game.rules import Event
from game.screens.contract import Update
from game.screens.table_view import TableView
from game.sockets import framed
from game.wire import MoveAnswer, news

T = TypeVar("T")


class Telling:
    """Everything that a table sends to its screens."""

    def __init__(self, table: TableBase) -> None:
        self.table = table

    async def tell(self, event: Event) -> None:
        """Tell all screens of an event of the table itself."""
        _answer, rest = self.tell_at_once(event)
        if rest:
            await rest

    def tell_at_once(
        self, event: Event, asker: rooms.Listener | None = None, before: Any = None
    ) -> tuple[MoveAnswer, Coroutine[Any, Any, None] | None]:
        """Write an event to all screens but the asker's. Return the asker's answer, and an awaitable for what remains:
        screens with individual drawings, or slow readers. `before` is the position before the event."""
        update = self._draw(event.seat, partial(self.told, event, before))
        n, rest = self.table.round.last_seen_by(event.seat), None
        if update.same:
            rest = self._same(update.same, event, before, but=asker)
        elif update.each:
            rest = self._each(update.each, but=asker)
        return MoveAnswer(not update.why, n, update.mine, update.why, update.say, update.ms), rest

    def _draw(self, seat: int | None, draw: Callable[[], T]) -> T:
        """Draw in the language of this seat."""
        table = self.table
        chosen = table.language_of(seat) if seat is None else table.chairs[seat].language
        table.speaks = language = chosen or settings.LANGUAGE_CODE
        try:
            if language == translation.get_language():
                return draw()
            with translation.override(language):
                return draw()
        finally:
            table.speaks = ""

    def _drawn_for(self, seat: int | None, draw: Callable[[TableView], str]) -> str:
        return self._draw(seat, lambda: draw(self.table.view(seat)))

    def told(self, event: Event, before: Any) -> Update:
        """Return the update common to all games, or that of the game's own presentation."""
        seat, table, shown = event.seat, self.table, self.table.presentation
        match event.kind:
            case table_state.LEFT | table_state.BACK | table_state.GAVE_UP if seat is not None:
                return Update(each=lambda view: shown.seat(view, seat))
            case table_state.READY | table_state.CLOCK | table_state.CHEERED:
                return Update(shown.over(table.view(seat)), each=shown.over)
            case table_state.PICTURED if seat is not None:
                return Update(shown.pictured(table.view(seat)))
            case table_state.SAID:
                return Update(each=shown.note)
            case table_state.START:
                return Update(each=shown.over)
        update = shown.told(event, table, before)
        return self._with_note(update, seat) if event.kind in table.round.rules.ENDS else update

    def _with_note(self, update: Update, seat: int | None) -> Update:
        """Remove the teacher's message from the screen if the round is over."""
        note, each = self.table.presentation.note, update.each
        mine = update.mine if seat is None else update.mine + note(self.table.view(seat))
        return update._replace(mine=mine, each=(lambda view: each(view) + note(view)) if each else None)

    def again(self, seat: int, kind: str) -> MoveAnswer:
        """Return the answer to a move that is in the log already, as an event of this kind."""
        live = self.table.round
        board = self._drawn_for(seat, self.table.presentation.board)
        return MoveAnswer(kind not in live.rules.NOT_DONE, live.last_seen_by(seat), board, why=kind)

    def refusal(self, seat: int, reason: str, details: Mapping[str, Any]) -> MoveAnswer:
        say = self._draw(seat, lambda: self.table.presentation.refusal(reason, self.table, seat, **details))
        return MoveAnswer(False, self.table.round.last_seen_by(seat), why=reason, say=say)

    async def show(self) -> None:
        """Redraw the whole board on all screens, with the teacher's message, if any."""
        shown = self.table.presentation
        await self._each(lambda view: shown.board(view) + shown.note(view))

    async def show_at(self, seat: int) -> None:
        """Redraw the board in a seat's window that did not post the seat's last move, since the answer goes to the
        other window."""
        for listener in rooms.listeners(self.table.room):
            if listener.seat == seat:
                board = self._drawn_for(seat, self.table.presentation.board)
                await rooms.tell(self.table.room, listener, news(self.table.round.last_seen_by(seat), board))

    def _same(
        self, html: str, event: Event, before: Any, but: rooms.Listener | None
    ) -> Coroutine[Any, Any, None] | None:
        """Write the same update to all other screens; at a table of several languages, draw it once in each. Return an
        awaitable for slow readers, or None."""
        table, left = self.table, []
        told = {table.language_of(event.seat): (html, framed(html))}
        for listener in rooms.listeners(table.room):
            if listener is not but:
                seat = listener.seat
                language = table.language_of(seat) if seat is None else table.chairs[seat].language
                if language not in told:
                    drawn = self._draw(seat, lambda: self.told(event, before).same)
                    told[language] = drawn, framed(drawn)
                text, frame = told[language]
                if not listener.writes(frame):
                    left.append((listener, text))
        return self._each_of(left) if left else None

    async def _each_of(self, left: list[tuple[rooms.Listener, str]]) -> None:
        for listener, text in left:
            await rooms.tell(self.table.room, listener, text)

    async def _each(self, draw: Callable[[TableView], str], but: rooms.Listener | None = None) -> None:
        """Send every screen its own drawing, for rare events (a start, a standstill, the end)."""
        for listener in rooms.listeners(self.table.room):
            if listener is not but:
                seat = getattr(listener, "seat", None)
                html = self._drawn_for(seat, draw)
                await rooms.tell(self.table.room, listener, news(self.table.round.last_seen_by(seat), html))
