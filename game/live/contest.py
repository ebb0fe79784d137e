"""Cards held at one table: they have arrived and are not judged yet, since another seat may have been quicker.

A card that would be played is a claim on the top card which its player saw. If another seat holds a card that fits, and
its connection is so much slower that its card could still arrive and be first, the claim waits here, in memory, neither
saved nor answered; at most MOST_CREDIT_MS, and longer for a seat that plays with one key (game.rules.scanning). Then
the quickest claim is judged first, and the others after it, on the new top card. So a hold only changes the order of
judgement: no answer is ever taken back, and a process that ends during a hold loses only unanswered cards. Other moves
are not delayed; an act of the table itself (pause, end of the round, a seat given up) first lets the held cards be
judged.

The log keeps how long each claim was held (rules 1.10).
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from game.clock import now_ms
from game.live.base import MoveRequest, TableBase
from game.log.codec import First
from game.rules import Event, Move, Refused
from game.rules.first import RaceClaim, first, held_until
from game.rules.scanning import Presses


class _Held(NamedTuple):
    claim: RaceClaim
    asked: MoveRequest
    event: Event


class Contest:
    """The claims waiting on one top card, in order of arrival. `decide` is called when the hold ends."""

    def __init__(self, table: TableBase, decide: Callable[[], None]) -> None:
        self.table, self._decide = table, decide
        self.waiting: list[_Held] = []
        self.presses = tuple(Presses() for _connection in table.connections)
        self._alarm: asyncio.TimerHandle | None = None

    def takes(self, asked: MoveRequest, event: Event) -> bool:
        """Return whether a card has to wait; `event` is its outcome if it were judged now. Sets `asked.first` for a
        claim."""
        live, seen = self.table.round, asked.frame.top
        told, measured = live.told, asked.frame.measured
        if seen != live.position.top or event.kind not in live.rules.PLACED:
            if seen != live.position.top - 1 or not self._is_late(asked, event):
                return False
            told = live.told_before
        connection, elapsed, credit = self.table.connections[asked.seat], event.at - told.at, 0
        motor = self._motor_of(asked) if live.one_key else 0
        if not asked.frame.posted:
            credit = connection.credit(elapsed - measured.get("rtop", elapsed) if told.in_play else connection.typical)
        asked.first = First(max(0, elapsed - credit - motor), credit, 0, motor)
        for other in self.table.connections if told is live.told else ():
            if self.waiting or live.one_key or other.most > credit:
                claim = RaceClaim(asked.seat, asked.first.reaction, elapsed - asked.first.reaction)
                return self._waits(_Held(claim, asked, event))
        return False

    def _is_late(self, asked: MoveRequest, event: Event) -> bool:
        """Return whether a card was beaten but would have fitted the top card before; its reaction is logged, too."""
        live, frame = self.table.round, asked.frame
        with suppress(Refused):
            move = Move(frame.kind, asked.seat, event.card, frame.top, event.at)
            return live.rules.judge(live.told.before, move).kind in live.rules.PLACED
        return False

    def _waits(self, newest: _Held) -> bool:
        """Hold a claim if somebody could be quicker; return False if not, or if the held claims are on another top
        card."""
        if self.waiting and self.waiting[0].asked.frame.top != newest.asked.frame.top:
            return False
        self.waiting.append(newest)
        if len(self.waiting) == 1 and self._ends() <= newest.claim.elapsed:
            self.waiting.clear()
            return False
        self.look()
        return True

    def look(self) -> None:
        """Set the timer for the end of the hold, which changes with every claim and every other move."""
        if self._alarm:
            self._alarm.cancel()
        wait = self.table.round.told.at + self._ends() - now_ms()
        self._alarm = asyncio.get_running_loop().call_later(max(0, wait) / 1000, self._decide)

    def _ends(self) -> int:
        """Return when the hold ends, in ms since the top card was told. Only persons are waited for, never
        computers."""
        live, there = self.table.round, {each.claim.seat for each in self.waiting}
        others = set(live.rules.rivals(live.position, self.waiting[-1].event)) - there
        connections, motors = self.table.connections, self._motors() if live.one_key else {}
        slowest = [connections[seat].most + motors.get(seat, 0) for seat in others if not self.table.is_computer(seat)]
        return held_until([each.claim for each in self.waiting], slowest)

    def _motors(self) -> dict[int, int]:
        """Return the motor time (ms per card) of each seat that plays with one key."""
        live = self.table.round
        return {seat: self.presses[seat].takes(motor) for seat, motor in live.rules.motors(live.position).items()}

    def _motor_of(self, asked: MoveRequest) -> int:
        live, presses, lit = self.table.round, self.presses[asked.seat], asked.frame.measured.get("lit")
        motor = live.rules.motors(live.position).get(asked.seat)
        if motor is None:
            return 0
        takes = presses.takes(motor.of_press(lit))
        presses.said(lit)
        return takes

    def end_now(self) -> None:
        """Judge held cards now, before the table's next act."""
        if self.waiting:
            self._decide()

    def close(self) -> list[MoveRequest]:
        """End the hold; return the moves in the order of judgement: the quickest first, then the others as they
        arrived."""
        if self._alarm:
            self._alarm.cancel()
        waiting, self.waiting, self._alarm = self.waiting, [], None
        if not waiting:
            return []
        quickest = first([each.claim for each in waiting])
        elapsed = now_ms() - self.table.round.told.at
        for claim, asked, _event in waiting:
            asked.first = asked.first and asked.first._replace(hold=max(0, elapsed - claim.elapsed))
            asked.was_slower = claim is not quickest
        return [each.asked for each in sorted(waiting, key=lambda each: each.asked.was_slower)]
