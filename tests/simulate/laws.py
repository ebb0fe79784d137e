"""What must be true after a lesson, from what everybody said and heard and what the database holds."""

import logging
from collections import defaultdict
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from django.db import DatabaseError

from classroom.models import ClassSession, Sitting
from game.clock import now_ms
from game.live.table import LiveTable
from game.log import reader
from game.log.round import LiveRound
from game.models import Event, Round, Seat, Table
from tests.faults import history
from tests.simulate.monitor import SOON

LATE = 1000
"""Milliseconds after which what a clock should have done is missed."""
UNHEARD = 3000
"""Milliseconds for which a worker need not know of a line that another one wrote: what tells of it may be lost."""


class Said(logging.Handler):
    """What the product's log says went wrong, but for a database that refused, which it was made to do."""

    def __init__(self, failures: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.failures = failures

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error and not isinstance(error, DatabaseError | OSError):
            self.failures.append(f"{record.getMessage()}: {error!r}")


def broken(lesson: Any) -> list[str]:
    """Return the promises that were broken."""
    found = [*_log(lesson), *_refused(lesson), *_secrets(lesson), *_pages(lesson), *_monitor(lesson)]
    return [*found, *_memory(lesson), *_groups(lesson), *lesson.stranger.broken()]


def _log(lesson: Any) -> list[str]:
    """What was acknowledged is in the log, once (P1, P3); its places are dense, no act of the clock comes twice."""
    ours = Event.objects.filter(move_id__startswith="computer-").values_list("move_id", flat=True)
    computers: Any = SimpleNamespace(said={*ours, *lesson.stage.known}, acknowledged={})
    return history.faults([*lesson.children, computers])


def _refused(lesson: Any) -> Iterator[str]:
    """A move that was said once and refused changed nothing."""
    for child in lesson.children:
        lines = dict(
            Event.objects.filter(seat__isnull=False, move_id__startswith=f"{child.number}x").values_list(
                "move_id", "kind"
            )
        )
        for aid, answers in child.answers.items():
            if child.said[aid] == 1 and len(answers) == 1 and answers[0]["t"] == "no":
                kind, why = lines.get(aid), answers[0]["why"]
                if kind not in (None, "wrong", "beaten"):
                    yield f"{child.name}'s move {aid} was refused ({why}) and is in the log ({kind})"


def _secrets(lesson: Any) -> Iterator[str]:
    """Nobody was sent a card that was never in their hand or on the pile (P6)."""
    seats = {(seat.table.code, seat.player): seat.number for seat in Seat.objects.select_related("table")}
    for row in Round.objects.select_related("table"):
        owed = [(child, seen) for child in lesson.children if (seen := child.labels.get((row.table.code, row.number)))]
        if not owed:
            continue
        held, labels = _held(row), LiveRound(row, row.table.game).labels
        for child, seen in owed:
            seat = seats.get((row.table.code, child.number))
            theirs = {labels[card] for card in held[seat] | held[None]}
            if strange := (seen & set(labels)) - theirs:
                yield f"{child.name} was sent {sorted(strange)[:3]} at {row}, cards that others hold"


def _held(row: Round) -> dict[int | None, set[int]]:
    """Return by seat the cards that were ever in its hand; those on the pile are everybody's."""
    live, held = LiveRound(row, row.table.game), defaultdict[int | None, set[int]](set)
    for n, event in [(0, None), *reader.events_of([row.pk])[row.pk]]:
        if event:
            live.fold(n, event, None)
        held[None] |= _seen_by_all(live.position)
        for seat, hand in enumerate(live.position.hands):
            held[seat] |= {card for card in hand if card}
    return held


def _seen_by_all(position: Any) -> set[int]:
    """Return the cards that lie face up on the table."""
    if hasattr(position, "pile"):
        return set(position.pile)
    return {*position.discard_pile, *(card for lays in position.laid for lay in lays for card in lay.cards)}


def _pages(lesson: Any) -> Iterator[str]:
    """Every open page shows what one shows that is loaded afresh (P7), and every child has one, but who lost its cookie
    and came back when the lesson was over."""
    is_over = ClassSession.objects.filter(pk=lesson.session.pk, ended_at__isnull=False).exists()
    for child in lesson.children:
        if not child.is_there and not (is_over and child.is_turned_away):
            yield f"{child.name} has no page"
        for window in [window for window in child.live if window.is_up]:
            shown, fresh = window.both or ("there", "there")
            if not fresh:
                yield f"{child.name}'s page was told nothing when it asked"
            elif shown != fresh and not _may_be_behind(lesson, window):
                yield f"{child.name}'s page is not as one loaded afresh: {_first_difference(shown, fresh)}"


def _may_be_behind(lesson: Any, window: Any) -> bool:
    """Say whether something of the table's was so new when it was asked for that the page need not know of it yet."""
    since = window.answered_at - (UNHEARD if lesson.workers > 1 else LATE)
    return Event.objects.filter(round__table__code=window.code, at__gt=since, at__lte=window.answered_at).exists()


def _monitor(lesson: Any) -> Iterator[str]:
    """The teacher's monitor shows the tables that a monitor shows which is loaded afresh, within a moment, too."""
    if lesson.monitor and lesson.monitor.missing:
        yield f"the monitor did not show {sorted(lesson.monitor.missing[0])} {SOON} s after they were laid"
    if lesson.monitor and lesson.monitor.both:
        shown, fresh = lesson.monitor.both
        if shown != fresh:
            yield f"the monitor shows the tables {sorted(shown)} and not {sorted(fresh)}"


def _first_difference(shown: str, fresh: str) -> str:
    pairs = zip(shown.splitlines(), fresh.splitlines(), strict=False)
    return next((f"{old!r} and not {new!r}" for old, new in pairs if old != new), "it ends earlier")


def _groups(lesson: Any) -> Iterator[str]:
    """Children of one standing group play its way, and no child reads a group's name."""
    for child in lesson.children:
        if child.named:
            yield f"{child.name} was told of {sorted(child.named)}"
    sat = Sitting.objects.filter(session=lesson.session).select_related("student__group", "seat__table")
    groups = defaultdict[Table, set[Any]](set)
    for sitting in sat:
        groups[sitting.seat.table].add(sitting.student.group)
    for table, (group, *others) in groups.items():
        if group and not others and {**(played := table.rounds.latest("number").options), **group.options} != played:
            yield f"{table} of {group} plays {played}"


def _memory(lesson: Any) -> Iterator[str]:
    """What a worker holds in memory is its log (P5, P10), no countdown is missed, and what is over is written down."""
    yield from (f"table {code} does nothing any more" for code, _n in lesson.busy.items() & busy(lesson).items())
    for process in filter(None, lesson.processes):
        process.enter()
        for table in process.state["game.live.registry"]["_tables"].values():
            yield from _table(table, may_be_behind=lesson.workers > 1)
    for row in Round.objects.filter(finished_at=None).select_related("table"):
        if _folded(row, row.table).phase == "over":
            yield f"{row} is over, and its row does not say so"


def busy(lesson: Any) -> dict[str, int]:
    """Return how far the tables are that do something now, by their codes: who plays for a computer does not rest."""
    there = [process.state["game.live.registry"]["_tables"] for process in lesson.processes if process]
    tables = [table for each in there for table in each.values() if not table.is_left]
    return {table.code: table.round.n for table in tables if table.lock._taken}


def _table(table: LiveTable, *, may_be_behind: bool) -> Iterator[str]:
    if table.is_left:
        return
    newest = table.row.rounds.latest("number")
    stored = _folded(newest, table.row)
    live = table.round
    if may_be_behind and now_ms() - stored.at < UNHEARD:
        return
    if (live.number, live.n, live.position, live.state) != (stored.number, stored.n, stored.position, stored.state):
        yield f"table {table.code} stands at {live.number}.{live.n}, its log at {stored.number}.{stored.n}"
    if live.go_at is not None and now_ms() - live.go_at > LATE and not Table.objects.get(pk=table.row.pk).closed_at:
        yield f"table {table.code} should have gone on {now_ms() - live.go_at} ms ago"


def _folded(row: Round, table: Table) -> LiveRound:
    live = LiveRound(row, table.game)
    live.catch_up()
    return live
