"""What is different on PostgreSQL: durable or refused, few connections, and what it will not keep."""

import asyncio
import signal
import threading
import time
from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection
from django.urls import reverse
from psycopg_pool import ConnectionPool, PoolTimeout

from classroom.models import Classroom
from classroom.server.database import checks, choice, failures
from classroom.server.database.postgresql import pool
from classroom.server.http import threads
from game.log import journal
from game.models import Event, Round
from game.tables import lay_table
from tests.conftest import words
from tests.game.log.test_journal import line
from tests.postgresql import Server, running

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def laid() -> Round:
    return lay_table(game="around_the_corner", number=1, options={}, players=[(1, "Ana"), (2, "Ben")]).rounds.get()


def found(name: str) -> str:
    """Return what the check says of this setting; "" is nothing."""
    errors = checks.postgresql_keeps_its_word(["default"])
    return next((str(error.msg) for error in errors if name in str(error.msg)), "")


def test_a_database_that_forgets_in_a_crash_is_refused():
    """The one of the tests does: it was started so, to be quick."""
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


async def test_three_hundred_requests_at_once_share_a_few_connections(ana_teacher):
    """Each asks twice, and between its questions waits until all have asked once."""
    asked, everybody = 0, asyncio.Event()

    async def request() -> None:
        nonlocal asked
        async with threads.LentThread():
            await sync_to_async(Classroom.objects.count)()
            asked += 1
            if asked == 300:
                everybody.set()
            await everybody.wait()
            await sync_to_async(Classroom.objects.count)()

    async with asyncio.timeout(60):
        await asyncio.gather(*(request() for _ in range(300)))
    assert await sync_to_async(open_connections)() <= choice.POOL["max_size"] + 2


@pytest.fixture
def others() -> Iterator[tuple[Server, ConnectionPool]]:
    """A database of its own, and a pool like Django's whose connections have all been used."""
    with running() as server, pool.watched(ConnectionPool(server.address, **choice.POOL)) as connections:
        used = [connections.getconn() for _ in range(choice.POOL["max_size"])]
        for each in used:
            connections.putconn(each)
        yield server, connections


def seconds_until_it_answers(connections: ConnectionPool) -> float:
    start = time.monotonic()
    with connections.connection() as connected:
        assert connected.execute("SELECT 1").fetchone() == (1,)
    return time.monotonic() - start


def test_after_a_restart_nobody_waits_for_one_broken_connection_after_another(others):
    server, connections = others
    server.stop(signal.SIGINT)
    server.start()
    assert seconds_until_it_answers(connections) < choice.POOL["timeout"] / 2


def test_a_database_that_is_back_is_used_at_once(others):
    """Not after as long again as it was away."""
    server, connections = others
    server.stop(signal.SIGQUIT)
    with pytest.raises(PoolTimeout):
        connections.getconn(timeout=8)
    server.start()
    assert seconds_until_it_answers(connections) < choice.POOL["timeout"] / 2


async def test_a_request_that_is_broken_off_keeps_no_connection():
    begun = asyncio.Event()

    async def request() -> None:
        async with threads.LentThread():
            await sync_to_async(Classroom.objects.count)()
            begun.set()
            await asyncio.Event().wait()

    for _ in range(3 * choice.POOL["max_size"]):
        begun.clear()
        task = asyncio.create_task(request())
        await begun.wait()
        task.cancel()
    assert await sync_to_async(Classroom.objects.count)() == 0


def hang_up(process: int) -> None:
    """End a connection from the database's side, as its restart does."""
    other = journal._database.connected()
    other.execute("SELECT pg_terminate_backend(%s)", [process])
    other.close()


async def test_a_card_is_saved_after_the_database_has_hung_up(laid):
    assert await journal.append(line(laid, 1))
    hang_up(journal._database._own.info.backend_pid)
    assert await journal.append(line(laid, 2))
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
            lines = [line(played, n, seat=seat) for played in rounds]
            start.wait()
            got[seat] += sum(journal.insert(lines if seat else lines[::-1]))
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
        assert all(await asyncio.gather(*(journal.append(line(laid, n := n + 1)) for _ in range(length))))
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
