"""Messages of a live table: the answer to the seat that moved, and the updates for all other screens."""

from collections.abc import Callable, Mapping
from typing import Any

from game import rooms
from game.live.base import TableBase
from game.log import table_state
from game.rules import Event
from game.screens import languages
from game.screens.contract import Update
from game.screens.table_view import TableView
from game.wire import MoveAnswer, news


class Telling:
    """The words and drawings that leave one table."""

    def __init__(self, table: TableBase) -> None:
        self.table = table

    async def tell(self, event: Event, asker: rooms.Listener | None = None, before: Any = None) -> MoveAnswer:
        """Tell the table what just happened, and return the answer for the one who asked (`before`: the position)."""
        with languages.spoken(self.table.language_of(event.seat)):
            update = self.told(event, before)
        if update.same:
            await self._same(update.same, event, before, but=asker)
        elif update.each:
            await self._each(update.each, but=asker)
        n = self.table.round.last_seen_by(event.seat)
        return MoveAnswer(not update.why, n, update.mine, update.why, update.say, update.ms)

    def told(self, event: Event, before: Any) -> Update:
        """Return what all tables have in common, or else what the game's own presentation says."""
        seat, table, shown = event.seat, self.table, self.table.presentation
        match event.kind:
            case table_state.LEFT | table_state.BACK | table_state.GAVE_UP if seat is not None:
                return Update(each=lambda view: shown.seat(view, seat))
            case table_state.READY | table_state.CLOCK:
                return Update(shown.over(table.view(seat)), each=shown.over)
            case table_state.PICTURED if seat is not None:
                return Update(shown.pictured(table.view(seat)))
            case table_state.SAID:
                return Update(each=shown.note)
            case table_state.START:
                return Update(each=shown.over)
        return shown.told(event, table, before)

    def again(self, seat: int, kind: str) -> MoveAnswer:
        """Return the answer to a move that is in the log already, where it came to this kind of event."""
        live = self.table.round
        with languages.spoken(self.table.language_of(seat)):
            board = self.table.presentation.board(self.table.view(seat))
        return MoveAnswer(kind not in live.rules.NOT_DONE, live.last_seen_by(seat), board, why=kind)

    def refusal(self, seat: int, reason: str, details: Mapping[str, Any]) -> MoveAnswer:
        """Return the answer to a move that was not done."""
        with languages.spoken(self.table.language_of(seat)):
            say = self.table.presentation.refusal(reason, self.table, seat, **details)
        return MoveAnswer(False, self.table.round.last_seen_by(seat), why=reason, say=say)

    async def show(self) -> None:
        """Lay the whole board before everybody."""
        await self._each(self.table.presentation.board)

    async def _same(self, html: str, event: Event, before: Any, but: rooms.Listener | None) -> None:
        """Tell all others the same; at a table of several languages it is drawn once in each of them."""
        told = {self.table.language_of(event.seat): html}
        if all(chair.language in told for chair in self.table.chairs):
            await rooms.publish(self.table.room, html, but=but)
            return
        for listener in rooms.listeners(self.table.room):
            if listener is not but:
                language = self.table.language_of(getattr(listener, "seat", None))
                if language not in told:
                    with languages.spoken(language):
                        told[language] = self.told(event, before).same
                await rooms.tell(self.table.room, listener, told[language])

    async def _each(self, draw: Callable[[TableView], str], but: rooms.Listener | None = None) -> None:
        """Give every screen of the table its own drawing of something rare (a start, a standstill, the end)."""
        for listener in rooms.listeners(self.table.room):
            if listener is not but:
                seat = getattr(listener, "seat", None)
                with languages.spoken(self.table.language_of(seat)):
                    html = draw(self.table.view(seat))
                await rooms.tell(self.table.room, listener, news(self.table.round.last_seen_by(seat), html))
