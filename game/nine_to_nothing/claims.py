"""From the log of a round of Nine to Nothing to claims: every lay of a student, right or wrong, and every missed lay.

A pure fold, whose result `projection` stores. Definitions of measurement 4.4; on points they leave open the following
holds:

1. A claim is a lay, whether it stays, comes back or is returned by the referee. Its first try for a target in a turn
   counts; later ones are a `retry`.
2. A turn in which the hand held a lay, and none was laid or tried, is a missed claim. Stopping before the next target
   in the same turn is no miss, as going on is voluntary; nor is a turn that was skipped without its player.
3. `noticed` says who saw that a wrong lay is wrong: the referee, a classmate, a computer, the layer, or nobody.
4. The time runs from the paint of the present hand to the tap that lays, on the browser's own clock (`rhand`); a retry
   has none, as its start is not the hand's last change.
5. `asked`: *Is it possible?* was asked before in that turn.
6. A shared hand (`same_hand`) is visible from GO; each seat's first sum counts, the others are a retry; a player who
   was present to the end and tried none has missed one. A stopped round is no miss.
7. What a computer lays in a student's seat is no evidence.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.log.browser_clock import FASTEST_MS, POINTED
from game.log.reader import Fold, MeasuredEntry, RoundLog
from game.rules import Event, scanning
from game.rules import nine_to_nothing as rules
from game.rules.contract import GO
from game.rules.nine_to_nothing import events
from game.rules.nine_to_nothing.diagnosis import codes, kind_of
from game.rules.nine_to_nothing.solver import best_lay

SLOWEST_MS = 180_000
"""Longest usable time: after three minutes nobody is still adding up; seven cards take longer than one step round the
corner."""

RIGHT, WRONG, MISSED = "C", "W", "D"
REFEREE, CLASSMATE, COMPUTER, SELF, NOBODY = "referee", "classmate", "computer", "self", "nobody"


@dataclass(frozen=True, slots=True)
class JudgedLay:
    """A lay. Cards are card ids, fields as in models.Claim. `possible` are the most points that the hand allowed."""

    seat: int
    line: int
    target: int
    hand: tuple[int, ...]
    possible: int
    ending: str
    started_at: int
    cards: tuple[int, ...] = ()
    total: int | None = None
    points: int = 0
    kind: str = ""
    size: int = 0
    codes: tuple[str, ...] = ()
    noticed: str = ""
    came_back: bool = False
    retry: bool = False
    milliseconds: int | None = None
    timed: bool = False
    modality: str = ""
    asked: bool = False
    rung: int = 0
    pictured: bool = False


def claims(log: RoundLog) -> list[JudgedLay]:
    """Return every claim of the round's students, in the order of the log."""
    return _Claims(log).walk()


class _Claims(Fold[JudgedLay]):
    """The claims of one log. `lays`: the index of a lay's row, by its number; `tried`: (seat, target) in this turn."""

    def __init__(self, log: RoundLog) -> None:
        super().__init__(rules, log)
        self.lays: dict[int, int] = {}
        self.tried: set[tuple[int, int]] = set()
        self.asked: set[int] = set()
        self.started_at = self.at = 0

    def see(self, entry: MeasuredEntry) -> None:
        event = entry.event
        self.at = event.at or self.at
        if event.kind in (events.DREW, events.TOOK):
            self.tried, self.asked = set(), set()
            self.started_at = event.at
        elif event.kind == GO and self.position.options.same_hand:
            self.started_at = event.at
        elif event.kind == events.FINISHED and self.position.options.same_hand:
            self._same_hand_is_over()
        elif event.kind == events.ASKED and event.seat is not None:
            self.asked.add(event.seat)
        elif event.kind in (events.LAID, events.WRONG) and event.seat is not None:
            self._claim(entry, event.seat)
        elif event.kind in (events.CAUGHT, events.TOOK_BACK):
            self._comes_back(event)
        elif event.kind == events.DISCARDED and event.seat is not None:
            self._discard(event.seat)

    def _claim(self, entry: MeasuredEntry, seat: int) -> None:
        event, target = entry.event, self.position.target(seat)
        if target is not None and self.is_students(seat):
            if event.kind == events.LAID:
                self.lays[event.top or 0] = len(self.rows)
            self.rows.append(self._row(entry, seat, target))
        if target is not None:
            self.tried.add((seat, target))
        if event.kind == events.LAID and not self.position.options.same_hand:
            self.started_at = event.at

    def _row(self, entry: MeasuredEntry, seat: int, target: int) -> JudgedLay:
        event, measured = entry.event, entry.measured
        terms, total = rules.terms(event.cards), rules.total(event.cards)
        right, retry = total == target, (seat, target) in self.tried
        by_one_key = scanning.is_on(self.log.options, seat)
        unseen = REFEREE if event.kind == events.WRONG else NOBODY
        return replace(
            self._blank(seat, target),
            cards=event.cards,
            total=total,
            ending=RIGHT if right else WRONG,
            points=rules.points(event.cards) if right else 0,
            kind=kind_of(terms),
            size=len(event.cards),
            codes=() if right else tuple(str(code) for code in codes(terms, target)),
            noticed="" if right else unseen,
            came_back=event.kind == events.WRONG,
            retry=retry,
            milliseconds=measured.get("rhand", max(0, event.at - self.started_at)),
            timed=_is_timed(measured) and not retry and not by_one_key,
            modality=scanning.SETTING if by_one_key else measured.get("by", ""),
        )

    def _blank(self, seat: int, target: int) -> JudgedLay:
        hand = self.position.held(seat)
        possible = best_lay(hand, target).points
        seen = JudgedLay(seat, self.n, target, hand, possible, MISSED, self.started_at, asked=seat in self.asked)
        return replace(seen, **self.picture(seat, self.at - self.started_at))

    def _comes_back(self, event: Event) -> None:
        """Mark the lay and every later one as taken back; only the first one stores who noticed."""
        first = event.top or 0
        for number in self.position.open_lays:
            if number >= first and (place := self.lays.get(number)) is not None:
                row = replace(self.rows[place], came_back=True)
                saw = self._who_saw(event) if number == first and row.ending == WRONG else row.noticed
                self.rows[place] = replace(row, noticed=saw)

    def _who_saw(self, event: Event) -> str:
        if event.kind == events.TOOK_BACK:
            return SELF
        return CLASSMATE if event.seat is not None and self.is_students(event.seat) else COMPUTER

    def _same_hand_is_over(self) -> None:
        """Add a missed lay for each player who tried no sum of the shared hand, since one was possible (rule 10)."""
        target = self.position.goal
        for seat in self.position.active:
            tried = (seat, target) in self.tried
            if target is not None and not tried and self.is_students(seat) and self.state.away_since(seat) is None:
                self.rows.append(self._blank(seat, target))

    def _discard(self, seat: int) -> None:
        target = self.position.target(seat)
        tried = any(of == seat for of, _ in self.tried)
        if target is None or tried or not self.is_students(seat):
            return
        row = self._blank(seat, target)
        if row.possible:
            self.rows.append(row)


def _is_timed(measured: Mapping[str, Any]) -> bool:
    """Return whether `rhand` may be used as a time: one screen, visible throughout, a real tap, neither too fast nor
    too slow."""
    fits = FASTEST_MS <= measured.get("rhand", 0) <= SLOWEST_MS
    return fits and measured.get("vis") == "v" and measured.get("by") in POINTED
