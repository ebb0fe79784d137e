"""The path of a move at a live table: judge, save, tell; three functions called one after the other under its lock.

A move has no task: the requester, or the release of the lock, begins it, and the journal's callback goes on with it. So
it is completed even if the requester disconnects. Whatever has to be awaited (a slow screen, the next deal, entries of
another worker) goes on in a task, which keeps the lock.
"""

import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from game.clock import now_ms
from game.live.base import MoveRequest, TableBase
from game.live.contest import Contest
from game.live.telling import Telling
from game.log import journal, table_state
from game.log.codec import client_of
from game.log.round import AlreadyDone
from game.rules import Event, Move, Refused, picture_ladder
from game.screens import messages
from game.wire import CHEER, PICTURE, MoveAnswer

log = logging.getLogger(__name__)

LOOK_AGAIN_MS = 1000
"""With several workers, the least time between two looks of a table at its log before it refuses a move. An attempt
that says something about a student (wrong, beaten) is an entry, whose place shows whether it was judged on the newest
position; only other refusals need a query, and children tap those by the dozen in a pause. A single worker knows its
logs completely."""
MOST_LOGGED = 3000
"""Entries of one player in a round; a long one has some hundred. A player who logs without end, by taps on a card that
is gone or by paint times, would fill the disk of the school."""


class Moves:
    """The moves of one table."""

    def __init__(self, table: TableBase, telling: Telling) -> None:
        self.table, self.telling = table, telling
        self.contest = Contest(table, decide=lambda: table.lock.run(self._decide))
        table.lock.before_acts = self.contest.end_now
        self._judged_on: Any = None
        self._looked_at = 0

    def ask(self, asked: MoveRequest) -> None:
        """Begin a move once the lock is free."""
        self.table.lock.run(partial(self._begin, asked))

    def _begin(self, asked: MoveRequest) -> None:
        live, frame = self.table.round, asked.frame
        try:
            try:
                event = live.judged(partial(self._judge, asked), asked.seat, frame.aid)
            except (Refused, AlreadyDone) as reason:
                if settings.WORKERS > 1 and not asked.computer:
                    self._spawn(asked, self._at_length(asked))
                else:
                    self._end(asked, self._not_done(asked, reason))
            else:
                if live.by_reaction and asked.first is None and self.contest.takes(asked, event):
                    self.table.lock.release()
                    return
                entry = live.entry_of(event, frame.aid, client_of(frame.measured, asked.first))
                journal.write(entry, partial(self._saved, asked, event))
        except Exception:
            self._fail(asked)

    def _decide(self) -> None:
        """Judge the held cards: the quickest one now, the others when the lock is free."""
        claims = self.contest.close()
        for asked in claims[1:]:
            self.table.lock.run(partial(self._begin, asked))
        if claims:
            self._begin(claims[0])
        else:
            self.table.lock.release()

    def _saved(self, asked: MoveRequest, event: Event, saved: journal.Saved) -> None:
        """Continue after the journal's answer: the entry is saved, has lost its place, or was refused by the
        database."""
        try:
            if isinstance(saved, Exception):
                self._end(asked, self._not_done(asked, saved))
            elif saved:
                self.table.round.fold(self.table.round.n + 1, event, asked.frame.aid)
                if self.contest.waiting:
                    self.contest.look()
                self._tell(asked, event)
            else:
                self._spawn(asked, self._at_length(asked, lost=event))
        except Exception:
            self._fail(asked)

    def _tell(self, asked: MoveRequest, event: Event) -> None:
        if asked.asker and asked.asker.has_left:
            asked.asker = None  # the seat has another window or connection now, which does not get the answer
        if asked.computer and event.kind in self.table.round.own_business:
            answer, rest = MoveAnswer(True, self.table.round.last_seen_by(asked.seat)), None
        else:
            answer, rest = self.telling.tell_at_once(event, asked.asker, self._judged_on)
        if rest or not (asked.asker or asked.computer) or not self.table.followed_at_once(event):
            self._spawn(asked, self._go_on(asked, event, answer, rest, self.table.round.id))
        else:
            self._end(asked, answer)

    async def _go_on(
        self, asked: MoveRequest, event: Event, answer: MoveAnswer, rest: Coroutine[Any, Any, None] | None, played: int
    ) -> None:
        """Finish a move that was saved and told. If the next round has been dealt meanwhile, the answer carries no
        result panel of the round that was `played`, since it would cover the new board."""
        if rest:
            await rest
        if asked.asker is None and not asked.computer:
            await self.telling.show_at(asked.seat)
        await self.table.follow_up(event)
        self._end(asked, answer if self.table.round.id == played else answer._replace(html=""))

    async def _at_length(self, asked: MoveRequest, lost: Event | None = None) -> None:
        """Judge a move again after reading entries of another process: its own entry has lost its place, or it was
        refused."""
        try:
            if lost:
                await self.table.round.lost()
            event = await self._commit_on_newest(asked)
        except (Refused, AlreadyDone, DatabaseError) as reason:
            self._end(asked, self._not_done(asked, reason))
        else:
            self._tell(asked, event)

    async def _commit_on_newest(self, asked: MoveRequest) -> Event:
        """Judge and save a move; if it is refused on a position that was behind its log, judge it again."""
        try:
            return await self._commit(asked)
        except Refused:
            if settings.WORKERS == 1 or asked.computer or not await self._was_behind():
                raise
        return await self._commit(asked)

    def _commit(self, asked: MoveRequest) -> Coroutine[Any, Any, Event]:
        frame, client = asked.frame, client_of(asked.frame.measured, asked.first)
        return self.table.round.commit(partial(self._judge, asked), seat=asked.seat, move_id=frame.aid, client=client)

    async def _was_behind(self) -> bool:
        if now_ms() - self._looked_at < LOOK_AGAIN_MS:
            return False
        self._looked_at = now_ms()
        try:
            return bool(await self.table.round.look())
        except DatabaseError:
            return False

    # End of a move

    def _not_done(self, asked: MoveRequest, reason: Exception) -> MoveAnswer:
        """Return the answer to a move that was not done. Raises `reason` if it is an unexpected error."""
        match reason:
            case AlreadyDone():
                return self.telling.again(asked.seat, reason.kind)
            case Refused():
                return self.telling.refusal(asked.seat, reason.reason, reason.details)
            case DatabaseError():
                return self.telling.refusal(asked.seat, "not_saved", {})
        raise reason

    def _spawn(self, asked: MoveRequest, rest: Coroutine[Any, Any, None]) -> None:
        self.table.timers.spawn(self._to_its_end(asked, rest))

    async def _to_its_end(self, asked: MoveRequest, rest: Coroutine[Any, Any, None]) -> None:
        try:
            await rest
        except Exception:
            self._fail(asked)

    def _fail(self, asked: MoveRequest) -> None:
        """Release the table after an internal error."""
        log.exception("a move at table %s failed", self.table.code)
        self._end(asked, self.telling.refusal(asked.seat, "not_saved", {}))

    def _end(self, asked: MoveRequest, answer: MoveAnswer) -> None:
        """Release the lock, and pass the answer to the requester."""
        self.table.lock.release()
        try:
            asked.answer(answer)
        except Exception:
            log.exception("the answer to a move at table %s failed", self.table.code)

    # Judgement

    def _judge(self, asked: MoveRequest, at: int) -> Event:
        table, live, seat, frame = self.table, self.table.round, asked.seat, asked.frame
        self._judged_on = live.position
        if live.state.paused_at is not None:
            raise Refused("eyes_up" if live.go_at is None else "before_go")
        if asked.computer != self.table.is_computer(seat):
            raise Refused("computer_plays")
        if frame.kind == table_state.READY:
            self._may_be_ready(seat)
            return Event(table_state.READY, seat, at=at)
        if frame.kind == PICTURE:
            self._may_ask_for_a_picture(seat)
            return Event(table_state.PICTURED, seat, at=at)
        if frame.kind == CHEER:
            return self._cheer(seat, frame.top, at)
        if live.logged[seat] >= MOST_LOGGED and not asked.computer:
            raise Refused("not_saved")
        if frame.kind in table.presentation.choices:
            return table.presentation.choose(frame.kind, table, seat, at)
        card = live.cards.get(frame.card) if frame.card is not None else None
        if card is None and frame.card is not None:
            raise Refused("not_your_card")
        cards = tuple([live.cards.get(label, 0) for label in frame.cards]) if frame.cards else ()
        move = Move(frame.kind, seat, card, frame.top, at, frame.measured.get("rtop"), cards)
        return live.rules.judge(live.position, move)

    def _may_ask_for_a_picture(self, seat: int) -> None:
        live = self.table.round
        on_request = picture_ladder.rung_in(live.options, seat) == picture_ladder.ASKED
        if not on_request or live.phase != "playing" or seat in live.state.pictured:
            raise Refused("unknown_move")

    def _cheer(self, seat: int, number: int | None, at: int) -> Event:
        live = self.table.round
        if number not in messages.CHEERS or not messages.may_cheer(
            live.options, seat, self.table.computers, self.table.names
        ):
            raise Refused("unknown_move")
        if live.phase != "over":
            raise Refused("cheer_later")
        if seat in dict(live.state.cheered):
            raise Refused("cheered")
        return Event(table_state.CHEERED, seat, number, at=at)

    def _may_be_ready(self, seat: int) -> None:
        if self.table.row.closed_at:
            raise Refused("over")
        if seat in self.table.round.state.ready or self.table.round.phase not in ("waiting", "over"):
            raise Refused("already_ready")
        if self.table.round.phase == "over" and self.table.is_last_round:
            raise Refused("last_round")
