"""What is different on PostgreSQL: durable or refused, few connections, and what it will not keep."""

import asyncio
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from django.core.management import CommandError
from django.db import DatabaseError, connection
from django.urls import reverse

from classroom.management.commands.serve import Command
from classroom.models import Classroom
from classroom.server import secret_key
from classroom.server.database import checks, failures
from classroom.server.http import pages
from game.log import journal
from game.models import Event, Round
from game.tables import lay_table
from tests.classroom.server.http import test_pages
from tests.conftest import words
from tests.game.log.test_journal import entry

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def laid() -> Round:
    return lay_table(game="around_the_corner", number=1, options={}, players=[(1, "Ana"), (2, "Ben")]).rounds.get()


def found(name: str) -> str:
    """Return what the check says of this setting; "" is nothing."""
    errors = checks.postgresql_keeps_its_word(["default"])
    return next((str(error.msg) for error in errors if name in str(error.msg)), "")


def test_a_database_that_forgets_in_a_crash_is_refused():
    """The database of the tests runs without fsync, for speed."""
    assert "what was acknowledged may be lost" in found("fsync")
    assert found("synchronous_commit")
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = local")
        assert not found("synchronous_commit")
        cursor.execute("RESET synchronous_commit")


def test_a_box_whose_clock_is_wrong_is_refused(monkeypatch):
    assert not found("clock")
    now = checks.time.time
    monkeypatch.setattr(checks.time, "time", lambda: now() + 30)
    assert "30.0 s apart" in found("clock")


def test_an_old_postgresql_is_refused(monkeypatch):
    monkeypatch.setattr(checks, "OLDEST", 990000)
    assert "too old" in found("PostgreSQL")


def open_connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


async def at_once(requests: int) -> set[tuple[int, str]]:
    """Ask for so many pages that ask the database; return the different answers."""
    return {*await asyncio.gather(*(test_pages.answer(test_pages.asks("/asks")) for _ in range(requests)))}


async def test_three_hundred_requests_at_once_share_a_few_connections(settings, ana_teacher):
    settings.ROOT_URLCONF = test_pages.__name__
    assert await at_once(300) == {(200, "1")}
    assert await sync_to_async(open_connections)() <= pages.THREADS + 4  # the tests' own, the writer's


def test_when_the_database_has_hung_up_on_pages_the_next_ones_are_answered(settings, ana_teacher):
    """As its restart does."""
    settings.ROOT_URLCONF = test_pages.__name__
    for _ in range(2):
        assert async_to_sync(at_once)(pages.THREADS) == {(200, "1")}
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid() AND query LIKE 'SELECT COUNT(*)%'"
            )


def hang_up(process: int) -> None:
    """End a connection from the database's side, as its restart does."""
    other = journal._database.connected()
    other.execute("SELECT pg_terminate_backend(%s)", [process])
    other.close()


async def test_a_card_is_saved_after_the_database_has_hung_up(laid):
    assert await journal.append(entry(laid, 1))
    hang_up(journal._database._own.info.backend_pid)
    assert await journal.append(entry(laid, 2))
    assert [event.n async for event in Event.objects.all()] == [1, 2]


def test_two_writers_that_meet_never_wait_in_a_circle():
    """They write the same forty places at the same time, one from each end."""
    rounds = [
        lay_table(game="around_the_corner", number=1, options={}, players=[(1, "Ana"), (2, "Ben")]).rounds.get()
        for _ in range(40)
    ]
    start, got = threading.Barrier(2), dict.fromkeys((0, 1), 0)

    def write(seat: int) -> None:
        for n in range(1, 31):
            entries = [entry(played, n, seat=seat) for played in rounds]
            start.wait()
            got[seat] += sum(journal.insert(entries if seat else entries[::-1]))
        connection.close()

    writers = [threading.Thread(target=write, args=[seat]) for seat in got]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sum(got.values()) == Event.objects.count() == 30 * len(rounds)


async def test_batches_of_every_length_stay_prepared(laid):
    n = 0
    for length in (1, 2, 3, 1, 7, 2, 40, 3):
        assert all(await asyncio.gather(*(journal.append(entry(laid, n := n + 1)) for _ in range(length))))
    own = journal._database._own
    assert own.execute("SELECT count(*) FROM pg_prepared_statements").fetchone()[0] > 0


def test_a_name_with_a_zero_character_is_refused_in_words(ana_client, class_4b):
    answer = ana_client.post(reverse("class_rename", args=[class_4b.pk]), {"name": "4\x00C"})
    assert answer.status_code < 500
    assert "There are invisible characters in this name." in words(answer)


def test_a_lost_connection_is_a_refusal_and_a_mistake_is_not():
    connection.ensure_connection()
    hang_up(connection.connection.info.backend_pid)
    with pytest.raises(DatabaseError) as lost:
        Classroom.objects.count()
    connection.close()
    assert failures.is_refusal(lost.value)
    with pytest.raises(DatabaseError) as mistake, connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    assert not failures.is_refusal(mistake.value)
    failures.forget()


@pytest.fixture
def first_start(settings, tmp_path) -> Iterator[Path]:
    settings.DATA = tmp_path
    yield tmp_path
    secret_key.made.pop(tmp_path, None)


def test_a_worker_that_made_the_key_goes_on_where_another_one_prepared_the_database_first(first_start: Path):
    with time_machine.travel(datetime(2020, 1, 1, tzinfo=UTC)):  # the tables of the tests were made after that
        kept = secret_key.read(first_start)
    Command()._refuse_what_does_not_belong()
    assert secret_key.read(first_start) == kept


def test_a_key_that_was_made_beside_a_database_in_use_is_refused_and_removed(first_start: Path):
    secret_key.read(first_start)
    with pytest.raises(CommandError, match="has no secret key: copy the file"):
        Command()._refuse_what_does_not_belong()
    assert not (first_start / secret_key.FILE).exists()
