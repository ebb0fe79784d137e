"""The counts of a round from its log: placed, tried, won, scores, times.

All pages and files use this one fold, so that no two of them contradict each other; it ends with the rules' own result.
What a computer does in a student's seat (from "takeover" to "back") counts for nobody. Cards that were put down and
taken back (a wrong sum that was caught, or withdrawn) are not placed.
"""

import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

from game.log import reader, table_state
from game.log.table_state import TableState
from game.models import Round
from game.rules import Event, dealt_by
from game.rules.contract import STOPPED, UNFINISHED, Result

log = logging.getLogger(__name__)

REMEMBERED = 2_000
"""Number of rounds in the cache: some hundred bytes for a finished round, some thousand for a running one."""


class RoundCounts(NamedTuple):
    """Counts by seat. `placed` counts the cards that a person put down and that stayed, `last` those of them that
    needed no answer (a last card always fits); `tried` counts all attempts, `right` the correct ones, `not_done` those
    that were judged and not carried out.

    `scores` are points, or cards left, so far; `end` is the rules' own result once the round is over. `first` are the
    seats with the first place of a round played to its end, `by_computers` those where a computer sits in for a player.
    Times are ms since 1970, None if not reached; `stood` are the spans of the teacher's pauses, `held_at` is the begin
    of a pause that goes on. A round whose log cannot be read has no scores.
    """

    placed: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    tried: tuple[int, ...] = ()
    right: tuple[int, ...] = ()
    not_done: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    end: Result | None = None
    first: frozenset[int] = frozenset()
    by_computers: frozenset[int] = frozenset()
    go_at: int | None = None
    over_at: int | None = None
    ended_by: str = ""
    stood: tuple[tuple[int, int], ...] = ()
    held_at: int | None = None

    @property
    def has_begun(self) -> bool:
        return self.go_at is not None

    @property
    def is_played_out(self) -> bool:
        """Whether the round was played to its end, not stopped."""
        return self.ended_by not in ("", STOPPED)

    @property
    def won(self) -> frozenset[int]:
        """The seats that won. A seat played by a computer at the end wins for nobody."""
        return self.first - self.by_computers

    @property
    def somebody_finished(self) -> bool:
        return self.is_played_out and self.ended_by not in UNFINISHED


def of_rounds(game: str, rounds: Iterable[Round]) -> dict[int, RoundCounts]:
    """Return the counts of rounds of this game. One query, for the entries logged since the last call."""
    with _lock:
        folds = {played.pk: _remembered(game, played) for played in rounds}
        for pk, events in reader.events_beyond({pk: fold.n for pk, fold in folds.items() if not fold.is_over}).items():
            folds[pk].take(events)
        return {pk: fold.counts for pk, fold in folds.items()}


def forget() -> None:
    """Clear the cache."""
    _folds.clear()


def _remembered(game: str, played: Round) -> "_Fold":
    """Return the cached fold of a round. `dealt_at` in the key tells it from a round with the same id in a deleted
    database."""
    key = (played.pk, played.seed, played.dealt_at)
    if key not in _folds:
        _folds[key] = _Fold(game, played)
    _folds.move_to_end(key)
    if len(_folds) > REMEMBERED:
        _folds.popitem(last=False)
    return _folds[key]


class _Fold:
    """The fold of a round's log up to place `n`; once it `is_over`, only its counts are kept."""

    def __init__(self, game: str, played: Round) -> None:
        self.n, self.counts, self.is_over = -1, RoundCounts(), False
        self._walk: _Walk | None = None
        self._pk = played.pk
        self._begin: Callable[[], _Walk] | None = partial(_Walk, game, played)

    def take(self, events: Iterable[tuple[int, Event]]) -> None:
        """Fold in the events after `n`. A log that cannot be read is reported and does not affect other rounds."""
        try:
            if self._begin:
                self._walk, self._begin = self._begin(), None
            walk = self._walk
            assert walk
            for self.n, event in events:
                walk.take(event)
            self.counts, self.is_over = walk.counts(), bool(walk.ended_by)
        except Exception:
            log.exception("round %s cannot be read", self._pk)
            self.counts, self.is_over = RoundCounts(go_at=self._walk.go_at if self._walk else None), True
        if self.is_over:
            self._walk = self._begin = None


class _Walk:
    """Position, table state and counts so far. `_tried` are the events by which persons tried or placed something,
    including those of NOT_DONE."""

    def __init__(self, game: str, played: Round) -> None:
        self._rules = dealt_by(game, played.options)
        self._position: Any = self._rules.deal(played.options, played.seats, played.seed)
        self._table = TableState()
        self._kinds = self._rules.PLACED | self._rules.TRIED | self._rules.NOT_DONE
        self._tried: list[Event] = []
        self._stood: list[tuple[int, int]] = []
        self._over_at: int | None = None
        self.ended_by = ""

    def take(self, event: Event) -> None:
        if event.kind in self._kinds and event.seat is not None and event.seat not in self._table.computer:
            self._tried.append(event)
        if event.kind in self._rules.ENDS:
            self.ended_by, self._over_at = event.kind, event.at
        held_at = self._table.paused_at
        self._position = self._rules.apply(self._position, event)
        self._table = table_state.apply(self._table, event)
        if held_at is not None and self._table.paused_at is None:
            self._stood.append((held_at, event.at))

    @property
    def go_at(self) -> int | None:
        return self._position.go_at

    def counts(self) -> RoundCounts:
        rules, end = self._rules, self._rules.result(self._position)
        first = (s for s, place in enumerate(end.places) if place == 1) if end and self.ended_by != STOPPED else ()
        placed = [event for event in self._tried if event.kind in rules.PLACED and rules.stands(self._position, event)]
        tried = [event for event in self._tried if event.kind in rules.TRIED]
        return RoundCounts(
            placed=self._by_seat(placed),
            last=self._by_seat(event for event in placed if event.kind not in rules.TRIED),
            tried=self._by_seat(tried),
            right=self._by_seat(event for event in tried if event.kind in rules.PLACED),
            not_done=self._by_seat(event for event in self._tried if event.kind in rules.NOT_DONE),
            scores=end.points or end.left if end else self._scores(),
            end=end,
            first=frozenset(first),
            by_computers=self._table.computer,
            go_at=self.go_at,
            over_at=self._over_at,
            ended_by=self.ended_by,
            stood=tuple(self._stood),
            held_at=self._table.paused_at,
        )

    def _by_seat(self, events: Iterable[Event]) -> tuple[int, ...]:
        counted = Counter(event.seat for event in events)
        return tuple(counted[seat] for seat in range(self._position.seats))

    def _scores(self) -> tuple[int, ...]:
        """Return points, or cards left, of a running round."""
        seats = self._rules.view(self._position, None).seats
        return tuple(getattr(seat, "points", seat.left) for seat in seats)


_lock = Lock()
_folds: OrderedDict[tuple[object, ...], _Fold] = OrderedDict()
