"""The log has one writer, and its unique places decide who was first."""

import asyncio
import sqlite3
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection

from game.log import journal
from game.models import Event, Round
from game.tables import lay_table
from game.workers import others

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def laid() -> Round:
    table = lay_table(game="around_the_corner", number=1, options={}, players=[(1, "Ana"), (2, "Ben")])
    return table.rounds.get()


def entry(of: Round, n: int, **values: Any) -> journal.JournalEntry:
    columns: dict[str, Any] = {
        "kind": "drew",
        "seat": 0,
        "card": 7,
        "top": 1,
        "at": 1000 + n,
        "move_id": None,
        "client": "",
    }
    return journal.JournalEntry(round_id=of.pk, n=n, **(columns | values))


async def test_an_entry_is_in_the_database_before_it_is_answered(laid):
    assert await journal.append(entry(laid, 1, client='{"rtop":800}'))
    event = await Event.objects.aget(round=laid)
    assert (event.n, event.kind, event.seat, event.card, event.client) == (1, "drew", 0, 7, '{"rtop":800}')


async def test_only_one_of_two_entries_gets_a_place(laid):
    answers = await asyncio.gather(*(journal.append(entry(laid, 1, seat=seat)) for seat in (0, 1)))
    assert sorted(answers) == [False, True]
    assert await Event.objects.filter(round=laid).acount() == 1


def test_of_two_equal_entries_at_once_the_first_gets_the_place(laid):
    assert journal.insert([entry(laid, 1), entry(laid, 1)]) == [True, False]


async def test_a_move_that_is_sent_twice_is_logged_once(laid):
    assert await journal.append(entry(laid, 1, move_id="page-1"))
    assert not await journal.append(entry(laid, 2, move_id="page-1"))
    assert await journal.append(entry(laid, 2, seat=1, move_id="page-1"))


async def test_other_workers_are_told_of_what_was_saved_and_of_nothing_else(laid):
    others.begin()
    try:
        with pytest.raises(IntegrityError):
            await journal.append(entry(laid, 1, kind=None))
        assert not others._noted
        await journal.append(entry(laid, 1))
        assert list(others._noted) == [("tables", laid.pk)]
    finally:
        others.end()


async def test_every_entry_of_a_crowd_is_answered_for_itself(laid):
    answers = await asyncio.gather(*(journal.append(entry(laid, n)) for n in range(1, 301)))
    assert all(answers)
    assert [event.n async for event in Event.objects.filter(round=laid)] == list(range(1, 301))


async def test_an_entry_that_the_database_refuses_fails_alone(laid):
    entries = [entry(laid, 1), entry(laid, 2, kind=None), entry(laid, 3)]
    answers = await asyncio.gather(*(journal.append(each) for each in entries), return_exceptions=True)
    assert (answers[0], type(answers[1]), answers[2]) == (True, IntegrityError, True)


@pytest.mark.sqlite
async def test_entries_that_meet_a_locked_database_are_refused_together(laid, monkeypatch):
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)
    loop = asyncio.get_running_loop()
    answers: list[journal.Saved] = []
    waiting = [journal._Waiting(entry(laid, n), loop, answers.append) for n in range(1, 6)]
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    tries = await asyncio.to_thread(commit, waiting)
    other.close()
    await asyncio.sleep(0)
    assert len(answers) == 5
    assert {type(answer) for answer in answers} == {OperationalError}
    assert tries == 1
    assert await journal.append(entry(laid, 1))


async def test_a_connection_that_cannot_even_be_closed_keeps_nobody_waiting(laid, monkeypatch):
    def broken() -> None:
        raise OperationalError("the connection is lost")

    with monkeypatch.context() as patched:
        patched.setattr(journal._database, "close", broken)
        with pytest.raises(IntegrityError):
            await journal.append(entry(laid, 1, kind=None))
    assert await journal.append(entry(laid, 1))


def commit(waiting: list[journal._Waiting]) -> int:
    """Commit on this thread's connection; return how many statements that took."""
    statements: list[str] = []

    def count(execute: Any, sql: str, *args: Any) -> Any:
        statements.append(sql)
        return execute(sql, *args)

    with connection.execute_wrapper(count):
        journal._commit(waiting)
    connection.close()
    return len(statements)
