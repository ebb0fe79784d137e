"""One live table. `submit` is the path of every move: judge, save, tell, and then do what follows from it.

A table does one thing at a time (its lock); its timers follow from the log. Around it stand the parts of a table:
`presence` (who is there), `dealing` (between two rounds), `telling` (what its screens get), `timers`.
"""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from game import rooms, tables
from game.clock import now_ms
from game.live import turn_clock
from game.live.acts import whole
from game.live.base import TableBase
from game.live.dealing import Dealing
from game.live.presence import TablePresence
from game.live.telling import Telling
from game.log import table_state
from game.log.round import AlreadyDone
from game.models import Round, Seat, Table
from game.rules import Event, Move, Refused, picture_ladder
from game.rules.contract import GO, STOPPED
from game.wire import PICTURE, Frame, MoveAnswer

log = logging.getLogger(__name__)

LOOK_AGAIN_MS = 1000
"""Of several workers, how often a table looks, before it refuses a move, whether its log has more than it knows. What
says something about a student (wrong, beaten) is a line of the log, and its place tells whether it was judged on the
newest position; so only the other refusals need a query, and of these, which children tap by the dozen in a pause, one
a second. One worker knows all that its logs hold."""


class LiveTable(TableBase):
    """A table and its present round, and everything that happens there.

    `heard_at` and `split_since` are the business of `elsewhere`: when another process last wrote here, and since when.
    """

    def __init__(self, table: Table, seats: list[Seat], round_row: Round) -> None:
        super().__init__(table, seats, round_row)
        self.presence = TablePresence(self)
        self.telling = Telling(self)
        self.dealing = Dealing(self, self.telling, self.presence)
        self._judged_on: Any = None
        self._looked_at = 0
        self.heard_at, self.split_since = float("-inf"), 0.0

    # The path of one move

    @whole
    async def submit(
        self, seat: int, frame: Frame, asker: rooms.Listener | None = None, *, computer: bool = False
    ) -> MoveAnswer:
        """Judge, save, tell. `asker` is the socket that asked: it gets the answer, the others get the news."""
        async with self.lock:
            try:
                event = await self._commit_on_newest(seat, frame, computer)
            except Refused as refused:
                return self.telling.refusal(seat, refused.reason, refused.details)
            except DatabaseError:
                return self.telling.refusal(seat, "not_saved", {})
            except AlreadyDone as done:
                return self.telling.again(seat, done.kind)
            unseen = computer and event.kind in self.round.own_business
            n = self.round.last_seen_by(seat)
            answer = MoveAnswer(True, n) if unseen else await self.telling.tell(event, asker, self._judged_on)
            await self._follow_up(event)
            return answer

    async def _commit_on_newest(self, seat: int, frame: Frame, computer: bool) -> Event:
        """Judge and save; what is refused on a position that turns out to be behind its log is judged anew."""
        try:
            return await self._commit(seat, frame, computer)
        except Refused:
            if settings.WORKERS == 1 or computer or not await self._was_behind():
                raise
        return await self._commit(seat, frame, computer)

    def _commit(self, seat: int, frame: Frame, computer: bool) -> Coroutine[Any, Any, Event]:
        return self.round.commit(
            lambda at: self._judge(seat, frame, at, computer), seat=seat, move_id=frame.aid, client=frame.client
        )

    async def _was_behind(self) -> bool:
        if now_ms() - self._looked_at < LOOK_AGAIN_MS:
            return False
        self._looked_at = now_ms()
        try:
            return bool(await self.round.look())
        except DatabaseError:
            return False

    @whole
    async def log_seen(self, seat: int, frame: Frame) -> None:
        """Log what a browser says it painted; nobody is told."""
        if self.round.phase != "over":
            async with self.lock:
                await self.round.commit(lambda at: Event(table_state.SEEN, seat, at=at), client=frame.client)

    def _judge(self, seat: int, frame: Frame, at: int, computer: bool) -> Event:
        live = self.round
        self._judged_on = live.position
        if live.state.paused_at is not None:
            raise Refused("eyes_up" if live.go_at is None else "before_go")
        if computer != self.is_computer(seat):
            raise Refused("computer_plays")
        if frame.kind == table_state.READY:
            self._may_be_ready(seat)
            return Event(table_state.READY, seat, at=at)
        if frame.kind == PICTURE:
            self._may_ask_for_a_picture(seat)
            return Event(table_state.PICTURED, seat, at=at)
        if frame.kind in self.presentation.choices:
            return self.presentation.choose(frame.kind, self, seat, at)
        card = live.cards.get(frame.card) if frame.card is not None else None
        if card is None and frame.card is not None:
            raise Refused("not_your_card")
        cards = tuple(live.cards.get(label, 0) for label in frame.cards)
        move = Move(frame.kind, seat, card, frame.top, at, frame.measured.get("rtop"), cards)
        return live.rules.judge(live.position, move)

    def _may_ask_for_a_picture(self, seat: int) -> None:
        live = self.round
        on_request = picture_ladder.rung_in(live.options, seat) == picture_ladder.ASKED
        if not on_request or live.phase != "playing" or seat in live.state.pictured:
            raise Refused("unknown_move")

    def _may_be_ready(self, seat: int) -> None:
        if self.row.closed_at:
            raise Refused("over")
        if seat in self.round.state.ready or self.round.phase not in ("waiting", "over"):
            raise Refused("already_ready")
        if self.round.phase == "over" and self.is_last_round:
            raise Refused("last_round")

    # What the table does by itself

    async def act(self, judge: Callable[[int], Event | None]) -> None:
        """Log what the table itself decides, tell it, follow it up.

        `judge` is asked at the present time, and again where somebody else's line came first: None, or Refused, where
        nothing is to be done (any more).
        """
        try:
            event = await self.round.commit(judge)
        except Refused:
            return
        if event is not None:
            await self.telling.tell(event)
            await self._follow_up(event)

    async def until_saved(self, name: object, step: Callable[[], Awaitable[None]]) -> None:
        """Take this step; where the database refuses, again and again until it is taken."""
        try:
            await step()
        except DatabaseError as error:
            self._later(name, step, error)

    def _later(self, name: object, step: Callable[[], Awaitable[None]], error: DatabaseError) -> None:
        log.error("table %s could not do all it should; it is tried again", self.code, exc_info=error)
        self.timers.again(name, step)

    async def go_on_when_ready(self) -> None:
        await self.dealing.go_on_when_ready()

    @whole
    async def look_elsewhere(self) -> None:
        """Catch up with what another process did here: lines, the next round, the end."""
        async with self.lock:
            await self.dealing.follow()
            await self.round.look()

    def leave(self) -> None:
        """Do nothing more by itself: another process plays this table."""
        self.is_left = True
        self.timers.close()
        self.wake_ups.wake()

    async def missed(self, events: Sequence[Event]) -> None:
        """Show everybody how the table stands, and follow up what another process did there as if it were our own."""
        await self.telling.show()
        for event in events:
            self.timers.at(event, now_ms(), partial(self._do_consequences, event))

    async def _follow_up(self, event: Event) -> None:
        """Do an event's consequences; later, where the database refuses. Not by `until_saved`: every card passes here,
        and would make a step that is hardly ever needed."""
        try:
            await self._do_consequences(event)
        except DatabaseError as error:
            self._later(event, partial(self._do_consequences, event), error)

    async def _do_consequences(self, event: Event) -> None:
        """Do what an event brings with it: a standstill, a countdown, the end, the next round."""
        live = self.round
        if event.kind not in live.own_business:
            self.wake_ups.wake()
            if live.position.turn is not None or live.rules.next_due(live.position) is not None:
                turn_clock.watch(self)
        if event.kind in (GO, table_state.RESUMED):
            self.presence.look_after()
        if event.kind == table_state.LEFT and live.phase == "playing":
            await self.act(lambda at: self.presentation.left(self, event.seat, at))
        if event.kind == table_state.READY:
            await self.dealing.go_on_when_ready()
        elif event.kind in live.rules.ENDS or (live.phase == "over" and event.kind in live.own_business):
            self.dealing.settle_soon(live)
        elif live.phase == "playing" and live.rules.due(live.position, max(now_ms(), live.at)):
            await self.act(self._due)
        elif live.go_at is not None:
            self.timers.at("go", live.go_at, self.go)

    def _due(self, at: int) -> Event | None:
        live = self.round
        return live.rules.due(live.position, at) if live.phase == "playing" else None

    async def go(self) -> None:
        await self.act(self._going)
        if self.round.go_at is not None:
            self.timers.at("go", self.round.go_at, self.go)

    def _going(self, at: int) -> Event | None:
        """Return the event in which the countdown ends, None while it runs."""
        live = self.round
        if live.go_at is None or live.go_at > at:
            return None
        return Event(table_state.RESUMED, at=at) if live.state.playing else live.rules.resume(live.position, at)

    def arm_timers(self) -> None:
        """Arm the timers that follow from the log, after the table was read from it."""
        if self.round.phase == "over" and not self.settled:
            self.dealing.settle_soon(self.round)
        if self.round.go_at is not None:
            self.timers.at("go", self.round.go_at, self.go)
        self.timers.at("owed", now_ms(), self._do_what_is_owed)
        turn_clock.watch(self)
        self.presence.arm_timers()

    async def _do_what_is_owed(self) -> None:
        """Do what the last line of the log should have brought with it, had the process not ended between the two."""
        if self.row.closed_at and self.round.phase != "over":
            await self.end()
        await self.act(self._due)
        await self.dealing.start_what_was_dealt()
        await self.dealing.go_on_when_ready()

    # What the teacher asks for (the rest is in `controls`)

    @whole
    async def start(self) -> None:
        """GO without waiting for those who are not ready; after a round's end: the next round."""
        async with self.lock:
            await self.dealing.go_on()

    @whole
    async def give_way(self) -> bool:
        """Between rounds: let others take this table's place at once. False where they wait for the next deal."""
        async with self.lock:
            return self.row.closed_at is None and await self.dealing.reseat()

    @whole
    async def stop(self) -> None:
        """End the round where it stands and deal no more."""
        async with self.lock:
            await self.until_saved("end", self.end)

    async def end(self) -> None:
        await self.act(lambda at: Event(STOPPED, at=at) if self.round.phase != "over" else None)
        await database_sync_to_async(tables.close_table)(self.row)
        self.row.closed_at = timezone.now()
        self.timers.stop()
