"""Faults that are planted in the product, to see that lessons find them: `make simulate-faults`.

Each takes a promise away as somebody who is in a hurry might. Those in QUICK are planted in the tests, too.
"""

import re
import sqlite3
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.db import OperationalError

from classroom.joining.sign_in import throttling
from classroom.live.monitor.watch import _Watch
from game import rooms, tables, views
from game.consumers import RoomConsumer
from game.live import elsewhere
from game.live.base import TableBase
from game.live.dealing import Dealing
from game.live.moves import Moves
from game.live.table import LiveTable
from game.live.telling import Telling
from game.live.timers import Timers
from game.log import journal
from game.log.round import AlreadyDone, LiveRound
from game.models import Event, Round
from game.screens import languages
from tests.faults import hasty
from tests.simulate.lesson import played
from tests.simulate.process import Process
from tests.simulate.stage import Stage

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch, Stage], None]
PLANTED: dict[str, Plant] = {}
QUICK = ("no UNIQUE place", "a countdown that never ends", "a neighbour's hand", "deaf to other workers")


def planted(name: str) -> Callable[[Plant], Plant]:
    def keep(plant: Plant) -> Plant:
        PLANTED[name] = plant
        return plant

    return keep


class Found(NamedTuple):
    lessons: int
    what: str


def found(stage: Stage, name: str, most: int) -> Found | None:
    """Plant a fault and play until a lesson finds it; None where none does."""
    with pytest.MonkeyPatch.context() as patch:
        PLANTED[name](patch, stage)
        for number in range(1, most + 1):
            if wrong := played(stage, number, workers=1 + number % 2).found:
                return Found(number, wrong[0])
    return None


def nothing(*_args: Any, **_fields: Any) -> None: ...


async def nothing_later(*_args: Any, **_fields: Any) -> None: ...


# What the database decides


def _without(patch: Patch, stage: Stage, model: type[Event | Round], constraint: str) -> None:
    """Drop a constraint of a table that is empty before a lesson."""
    stage.set_back()
    raw, table = stage._raw(), model._meta.db_table
    made = [sql for (sql,) in raw.execute("SELECT sql FROM sqlite_master WHERE tbl_name = ?", [table]) if sql]
    raw.execute("PRAGMA foreign_keys = OFF")
    raw.execute(f"DROP TABLE {table}")
    for sql in made:
        raw.execute(re.sub(rf',? CONSTRAINT "{constraint}" UNIQUE \([^)]*\)', "", sql))
    raw.execute("PRAGMA foreign_keys = ON")
    without = sqlite3.connect(":memory:")
    raw.backup(without)
    patch.setattr(stage, "before", without)


@planted("no UNIQUE place")
def _no_unique_place(patch: Patch, stage: Stage) -> None:
    _without(patch, stage, Event, "one_event_per_place")


@planted("no UNIQUE number of a round")
def _no_unique_number(patch: Patch, stage: Stage) -> None:
    _without(patch, stage, Round, "one_round_per_number")


@planted("told before it is saved")
def _told_before_it_is_saved(patch: Patch, stage: Stage) -> None:
    insert = journal._insert

    def hopeful(lines: Any, write: Any) -> list[bool]:
        try:
            return insert(lines, write)
        except OperationalError:
            return [True] * len(lines)

    patch.setattr(journal, "_insert", hopeful)


@planted("a lost place counts as saved")
def _lost_counts_as_saved(patch: Patch, stage: Stage) -> None:
    patch.setattr(journal, "_which_are_there", lambda lines: [True] * len(lines))


# Several workers


@planted("appended again, not judged anew")
def _appended_again(patch: Patch, stage: Stage) -> None:
    patch.setattr(hasty, "at_length", Moves._at_length)
    patch.setattr(Moves, "_at_length", hasty.hasty_at_length)
    patch.setattr(LiveRound, "commit", hasty.commit)


@planted("deaf to other workers")
def _deaf(patch: Patch, stage: Stage) -> None:
    patch.setattr(elsewhere, "heard", nothing_later)


@planted("caught up without a word")
def _caught_up_without_a_word(patch: Patch, stage: Stage) -> None:
    patch.setattr(Telling, "show", nothing_later)


@planted("what another worker began is not gone on with")
def _not_gone_on_with(patch: Patch, stage: Stage) -> None:
    async def shows(table: LiveTable, events: Any) -> None:
        await table.telling.show()

    patch.setattr(LiveTable, "missed", shows)


# A restart, and a database that refuses


@planted("no timers after a restart")
def _no_timers(patch: Patch, stage: Stage) -> None:
    patch.setattr(LiveTable, "arm_timers", nothing)


@planted("a timer that fails is gone")
def _timers_end(patch: Patch, stage: Stage) -> None:
    patch.setattr(Timers, "again", nothing)


@planted("the end is not written down")
def _not_written_down(patch: Patch, stage: Stage) -> None:
    patch.setattr(Dealing, "settle_soon", nothing)


@planted("of two ends one is written down")
def _one_end_of_two(patch: Patch, stage: Stage) -> None:
    def finish(round_id: int) -> None:
        tables._over.intersection_update({round_id})
        finish_round(round_id)

    finish_round = tables.finish_round
    patch.setattr(tables, "finish_round", finish)


# A move


@planted("a move is not known by its id")
def _not_known(patch: Patch, stage: Stage) -> None:
    judged = LiveRound.judged
    patch.setattr(LiveRound, "judged", lambda live, judge, seat=None, move_id=None: judged(live, judge, seat))


@planted("a place of the log is left out")
def _left_out(patch: Patch, stage: Stage) -> None:
    entry_of = LiveRound.entry_of

    def further(live: LiveRound, event: Any, move_id: str | None = None, client: str = "") -> journal.JournalEntry:
        line = entry_of(live, event, move_id, client)
        return line._replace(n=line.n + (line.seat is not None))

    patch.setattr(LiveRound, "entry_of", further)


@planted("a move that was said twice keeps the table")
def _keeps_the_table(patch: Patch, stage: Stage) -> None:
    not_done = Moves._not_done

    def keeps(moves: Moves, asked: Any, reason: Exception) -> Any:
        if isinstance(reason, AlreadyDone):
            moves.table.lock.release = nothing  # type: ignore[method-assign]
        return not_done(moves, asked, reason)

    patch.setattr(Moves, "_not_done", keeps)


@planted("a countdown that never ends")
def _never_ends(patch: Patch, stage: Stage) -> None:
    patch.setattr(LiveTable, "go", nothing_later)


# What is shown


@planted("a page that asks is told nothing")
def _told_nothing(patch: Patch, stage: Stage) -> None:
    patch.setattr(RoomConsumer, "_show", nothing_later)


@planted("a neighbour's hand")
def _neighbours_hand(patch: Patch, stage: Stage) -> None:
    view = TableBase.view

    def of_another(table: TableBase, seat: int | None) -> Any:
        return view(table, seat if seat is None else (seat + 1) % table.round.seats)

    patch.setattr(TableBase, "view", of_another)


@planted("others are told of the card before")
def _told_of_the_card_before(patch: Patch, stage: Stage) -> None:
    told, before = Telling.told, dict[int, str]()

    def late(telling: Telling, event: Any, position: Any) -> Any:
        update = told(telling, event, position)
        last, before[id(telling)] = before.get(id(telling), update.same), update.same
        return update._replace(same=last)

    patch.setattr(Telling, "told", late)


@planted("a window is taken for the one that posts")
def _taken_for_the_one_that_posts(patch: Patch, stage: Stage) -> None:
    def of_the_seat(table: LiveTable, seat: int, _aid: str | None) -> Any:
        return next((each for each in rooms.listeners(table.room) if each.seat == seat), None)

    patch.setattr(views, "_own_socket", of_the_seat)


@planted("T1: the monitor misses tables")
def _monitor_misses(patch: Patch, stage: Stage) -> None:
    is_news = _Watch._is_news

    def swallows_the_first(watch: _Watch, kind: str, name: str, html: str) -> bool:
        is_first = name == "tables" and name not in watch._told[kind, languages.active()]
        return is_news(watch, kind, name, html) and not is_first

    def forgets(watch: _Watch, kind: str) -> None:
        watch._told.pop((kind, languages.active()), None)

    patch.setattr(_Watch, "_is_news", swallows_the_first)
    patch.setattr(_Watch, "tell_all", forgets)


@planted("P-1: a wrong secret is counted after it was judged")
def _counted_late(patch: Patch, stage: Stage) -> None:
    settle = throttling.settle

    def late(right: bool, *limits: throttling.Limit) -> throttling.Settled:
        assert Process.present
        Process.present.loop.run_in_executor(None, settle, right, *limits)
        return throttling.Settled(0, 0, is_full=False)

    patch.setattr(throttling, "settle", late)
