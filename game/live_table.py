"""One live table: what a seat asks for is judged, saved and then told to everybody; timers; presence.

A table does one thing at a time (its lock); its timers follow from the log.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import get_language

from game import backlog, manners, rooms, screens, solo, tables, turns
from game.absence import Absence, Chair
from game.computers import News
from game.forms import Answer, Frame, news
from game.models import Round, Seat, Table
from game.rounds import OWN_BUSINESS, SEEN, AlreadyDone, LiveRound, now_ms
from game.rules import Event, Move, Refused
from game.sentences import refusal
from game.table_view import TableView
from game.timers import Timers

ENDS = frozenset({"finished", "exhausted", "stopped"})
NOT_DONE = frozenset({"wrong", "beaten"})
TURNED = frozenset({"passed", "time_up", "skipped", "more_time"})
"""What changes a turn and no card."""


class LiveTable:
    """A table and its present round."""

    def __init__(self, table: Table, seats: list[Seat], round_row: Round) -> None:
        self.row, self.code, self.number = table, table.code, table.number
        self.room = f"table:{table.code}"
        self.chairs = tuple(Chair(seat.player, seat.name, seat.computer) for seat in seats)
        self.names = tuple(chair.name for chair in self.chairs)
        self.computers = frozenset(seat for seat, chair in enumerate(self.chairs) if chair.player is None)
        self.round = LiveRound(round_row, table.game)
        self.settled = round_row.finished_at is not None
        self.language = get_language() or ""
        self.news = News()
        self.lock = asyncio.Lock()
        self.timers = Timers(self.lock)
        self.absence = Absence(self)
        self.record: solo.Record | None = None

    # What may be seen

    def view(self, seat: int | None) -> TableView:
        live = self.round
        view = live.rules.view(live.position, seat)
        return TableView(
            code=self.code,
            table=self.number,
            round=live.number,
            n=live.last_seen_by(seat),
            seat=seat,
            view=view,
            names=self.names,
            ready=live.manners.ready,
            away=frozenset(seat for seat, _ in live.manners.away),
            computer=self.computers | live.manners.computer,
            phase=live.phase,
            go_at=live.go_at,
            language=self.language,
            options=live.options,
            labels=live.labels,
            turned=live.manners.turned,
            solo=solo.standing(self.record, view, live.manners.clock, live.at) if self.record else None,
        )

    def seat_of(self, player: int | None) -> int | None:
        """Return the seat of this player, None for a stranger."""
        return next((n for n, chair in enumerate(self.chairs) if player is not None and chair.player == player), None)

    # The path of one move

    async def submit(
        self, seat: int, frame: Frame, teller: rooms.Listener | None = None, *, computer: bool = False
    ) -> Answer:
        """Judge, save, tell. `teller` is the socket that asked: it gets the answer, the others get the news."""
        async with self.lock:
            before = self.round.position
            try:
                event = await self.round.log(
                    lambda at: self._judge(seat, frame, at, computer), seat=seat, move_id=frame.aid, client=frame.client
                )
            except Refused as refused:
                return self._refusal(seat, refused.reason, refused.details)
            except DatabaseError:
                return self._refusal(seat, "not_saved", {})
            except AlreadyDone as done:
                return Answer(done.kind not in NOT_DONE, self._n(seat), screens.board(self.view(seat)), why=done.kind)
            unseen = computer and event.kind in OWN_BUSINESS
            answer = Answer(True, self._n(seat)) if unseen else await self._tell(event, teller, before)
            await self._follow_up(event)
            return answer

    async def note(self, seat: int, frame: Frame) -> None:
        """Log what a browser says it painted; nobody is told."""
        if self.round.phase != "over":
            async with self.lock:
                await self.round.log(lambda at: Event(SEEN, seat, at=at), client=frame.client)

    def _judge(self, seat: int, frame: Frame, at: int, computer: bool) -> Event:
        live = self.round
        if computer != self.is_computer(seat):
            raise Refused("computer_plays")
        if frame.kind == "ready":
            if seat in live.manners.ready or live.phase not in ("waiting", "over") or self.row.closed_at:
                raise Refused("over" if self.row.closed_at else "already_ready")
            return Event(manners.READY, seat, at=at)
        if frame.kind in manners.CLOCKS:
            if self.record is None or live.phase not in ("waiting", "paused", "over"):
                raise Refused("unknown_move")
            return Event(manners.CLOCK, seat, manners.CLOCKS[frame.kind], at=at)
        card = live.cards.get(frame.card) if frame.card is not None else None
        if frame.kind == "play" and card is None:
            raise Refused("not_your_card")
        return live.rules.judge(live.position, Move(frame.kind, seat, card, frame.top, at, frame.measured.get("rtop")))

    def _n(self, seat: int | None) -> int:
        return self.round.last_seen_by(seat)

    def _refusal(self, seat: int, reason: str, details: Mapping[str, Any], ms: int = 0) -> Answer:
        say = refusal(reason, self.view(seat), **details)
        return Answer(False, self._n(seat), why=reason, say=say, ms=ms)

    async def _tell(self, event: Event, teller: rooms.Listener | None = None, before: Any = None) -> Answer:
        """Tell the table what just happened, and return the answer for the one who asked (`before`: the position)."""
        seat = event.seat
        match event.kind:
            case "played" if seat is not None:
                view, slot = self.view(seat), before.hands[seat].index(event.card)
                played = screens.played(view, seat)
                if view.view.turn is None:
                    await rooms.publish(self.room, played, but=teller)
                    return Answer(True, view.n, screens.slot(view, slot) + played + screens.clock(view))
                await self._tell_each(lambda view: played + screens.turn(view), but=teller)
                return Answer(True, view.n, screens.slot(view, slot) + played + screens.turn(view))
            case kind if kind in TURNED and seat is not None:
                await self._tell_each(screens.turn, but=teller)
                return Answer(True, self._n(seat), screens.turn(self.view(seat)))
            case "drew" if seat is not None:
                view, slot = self.view(seat), self.round.position.hands[seat].index(event.card)
                return Answer(True, view.n, screens.drew(view, slot))
            case "wrong" | "beaten" if seat is not None:
                pause = max(0, self.round.position.paused_until[seat] - event.at)
                return self._refusal(seat, event.kind, {"card": event.card, "top": event.top}, pause)
            case "sorted" if seat is not None:
                return Answer(True, self._n(seat), screens.board(self.view(seat)))
            case manners.LEFT | manners.BACK if seat is not None:
                await self._tell_each(lambda view: screens.seat(view, seat), but=teller)
            case manners.READY | manners.CLOCK:
                await self._tell_each(screens.over, but=teller)
                return Answer(True, self._n(seat), screens.over(self.view(seat)))
            case manners.START:
                await self._tell_each(screens.over)
            case "go" if self._all_start_alike():
                await rooms.publish(self.room, screens.went(self.view(None)))
            case _:
                await self._tell_each(screens.board, but=teller)
        return Answer(True, self._n(seat), screens.board(self.view(seat)) if teller or seat is not None else "")

    def _all_start_alike(self) -> bool:
        """Whether GO shows everybody the same: all hands are empty, and there is neither a turn nor a clock."""
        position = self.round.position
        return position.turn is None and self.record is None and not any(map(any, position.hands))

    async def _tell_each(self, draw: Any, but: rooms.Listener | None = None) -> None:
        """Give every screen of the table its own drawing of something rare (a start, a standstill, the end)."""
        for listener in rooms.listeners(self.room):
            if listener is not but:
                seat = getattr(listener, "seat", None)
                await rooms.tell(self.room, listener, news(self._n(seat), draw(self.view(seat))))

    # What the table does by itself

    async def _follow_up(self, event: Event) -> None:
        """Do what an event brings with it: a standstill, a countdown, the end, the next round."""
        live = self.round
        if event.kind not in OWN_BUSINESS:
            self.news.tell()
            if live.position.turn is not None:
                turns.watch(self)
        if event.kind == "go":
            self.absence.look_after()
        if event.kind == manners.LEFT and self.record and live.phase == "playing":
            await self.log(Event("paused", event.seat, top=live.position.top))
        elif event.kind == manners.READY:
            await self.go_on_when_ready()
        elif event.kind in ENDS:
            self.timers.spawn(self._settle(live))
        elif live.phase == "playing" and (due := live.rules.due(live.position, max(now_ms(), live.at))):
            await self.log(due)
        elif live.go_at is not None:
            self.timers.at("go", live.go_at, self._go)

    async def log(self, event: Event) -> None:
        """Log what the table itself decided, tell it, follow it up."""
        await self.round.log(lambda at: event._replace(at=at))
        await self._tell(event)
        await self._follow_up(event)

    async def _go(self) -> None:
        live = self.round
        if live.go_at is not None and live.go_at <= now_ms():
            await self.log(live.rules.resume(live.position, now_ms()))
        elif live.go_at is not None:
            self.timers.at("go", live.go_at, self._go)

    async def go_on_when_ready(self) -> None:
        """Start, or deal the next round, once nobody at the table is waited for and at least two are ready."""
        state, players = self.round.manners, self.absence.players()
        away = {seat for seat, _ in state.away}
        waited_for = set(players) - state.ready - away
        if not waited_for and len(state.ready - away) >= min(2, len(players)):
            await self._go_on()

    async def _go_on(self) -> None:
        if self.round.phase == "over" and not self.row.closed_at:
            await self._deal()
        if self.round.phase == "waiting":
            await self.log(Event(manners.START))

    async def _deal(self) -> None:
        """Deal the next round at this table and lay it before everybody; who is away stays away."""
        next_round = await database_sync_to_async(tables.deal_round)(
            self.row, number=self.round.number + 1, seats=len(self.chairs)
        )
        self.round, self.settled = LiveRound(next_round, self.row.game), False
        if self.record:
            self.record = await database_sync_to_async(record_of)(self)
        await self._tell_each(screens.board)
        await self.absence.take_over()

    async def _settle(self, live: LiveRound) -> None:
        """Write down that the round is over; what each student showed in it follows when there is time."""
        await database_sync_to_async(_finish)(live.id)
        backlog.add(live.id)
        self.settled = self.settled or live is self.round

    def somebody_plays(self) -> bool:
        """Say whether any student at the table is not away."""
        return bool(set(self.absence.players()) - {seat for seat, _ in self.round.manners.away})

    def is_computer(self, seat: int) -> bool:
        """Say whether a computer plays this seat now."""
        ours = seat in self.computers or seat in self.round.manners.computer
        return ours and self.round.phase != "over"

    def wake(self) -> None:
        """Arm the timers that follow from the log, after the table was read from it."""
        if self.round.phase == "over" and not self.settled:
            self.timers.spawn(self._settle(self.round))
        if self.round.go_at is not None:
            self.timers.at("go", self.round.go_at, self._go)
        turns.watch(self)
        self.absence.wake()

    # The teacher's hand

    async def start(self) -> None:
        """GO without waiting for those who are not ready; after a round's end: the next round."""
        async with self.lock:
            await self._go_on()

    async def stop(self) -> None:
        """End the round where it stands and deal no more."""
        async with self.lock:
            await database_sync_to_async(tables.close_table)(self.row)
            self.row.closed_at = timezone.now()
            if self.round.phase != "over":
                await self.log(Event("stopped"))
            self.timers.stop()


def record_of(table: LiveTable) -> solo.Record | None:
    """Return what the player of a solo table has done before this round; None where several play."""
    player = table.chairs[0].player
    if table.round.options.get("mode") != "solo" or player is None:
        return None
    return solo.record(player, table.round.options, before=table.round.id)


def _finish(round_id: int) -> None:
    Round.objects.filter(pk=round_id, finished_at=None).update(finished_at=timezone.now())
