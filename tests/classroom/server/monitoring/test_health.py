"""Pages for machines: alive, ready, numbers; and the heartbeat that systemd hears."""

import asyncio
import socket
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import AsyncClient
from django.urls import reverse

from classroom import __version__
from classroom.server.database import storage
from classroom.server.deployment import systemd
from classroom.server.monitoring import health, heartbeat
from game import metrics
from tests.classroom.server.database.test_storage import holder  # noqa: F401 -- a fixture
from tests.rival import Rival

in_rows = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def anew() -> None:
    health.forget()


@pytest.fixture
def behind_a_name(settings) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["play.school.example"], True


@in_rows
@pytest.mark.parametrize(("page", "said"), [("/healthz", f"ok, Cardinal {__version__}\n"), ("/readyz", "ok\n")])
def test_pages_for_machines_answer_under_any_name_and_over_plain_http(page, said, client, behind_a_name):
    answer = client.get(page, headers={"host": "attacker.example"})
    assert (answer.status_code, answer.content.decode()) == (200, said)
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


async def test_healthz_does_not_ask_the_database():
    """A test without the mark of the database fails where it is asked."""
    assert (await AsyncClient().get("/healthz")).content.decode() == f"ok, Cardinal {__version__}\n"


def test_pages_for_machines_take_no_post(client, db):
    assert client.post("/healthz").status_code == 405


def readiness(client, **headers: str) -> tuple[int, str]:
    answer = client.get("/readyz", headers={"host": "localhost:8000", **headers})
    return answer.status_code, answer.content.decode()


@in_rows
async def test_ready_is_asked_on_a_thread_and_for_a_second_once(monkeypatch):
    assert (await AsyncClient().get("/readyz")).status_code == 200
    monkeypatch.setattr(health.time, "monotonic", lambda: 0.0)
    await AsyncClient().get("/readyz")
    monkeypatch.setattr(storage, "free_mb", lambda: 100)
    assert (await AsyncClient().get("/readyz")).status_code == 200


@in_rows
def test_a_nearly_full_disk_is_not_ready(client, monkeypatch):
    monkeypatch.setattr(storage, "free_mb", lambda: 100)
    assert readiness(client) == (503, "disk: 100 MB are left\n")


@in_rows
def test_a_stranger_hears_only_that_it_is_not_ready(client, monkeypatch, settings):
    """What the database says of itself names its address, its user and its files."""
    monkeypatch.setattr(storage, "free_mb", lambda: 100)
    client.defaults["REMOTE_ADDR"] = "192.0.2.1"
    assert readiness(client) == (503, "not ready\n")
    settings.METRICS_TOKEN = "a long secret"
    assert readiness(client, authorization="Bearer a long secret") == (503, "disk: 100 MB are left\n")


@in_rows
@pytest.mark.sqlite
async def test_who_asks_does_not_wait_for_a_database_that_does_not_answer():
    """It waits for somebody else's lock for seconds, and longer for a PostgreSQL that is away."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        answers = await asyncio.gather(*(AsyncClient().get("/readyz") for _stranger in range(20)))
        assert time.monotonic() - begun < connection.settings_dict["OPTIONS"]["timeout"]
        other.execute("ROLLBACK")
    assert {(answer.status_code, answer.content) for answer in answers} == {(503, b"not ready\n")}


@in_rows
@pytest.mark.sqlite
def test_a_database_that_cannot_be_written_is_not_ready(client, holder: Rival):  # noqa: F811
    holder.hold()
    answer = readiness(client)
    holder.let_go()
    assert answer == (503, "database: database is locked\n")


@in_rows
def test_a_database_that_is_not_up_to_date_is_not_ready(client):
    recorder = MigrationRecorder(connection)
    app, name = max(recorder.applied_migrations())
    recorder.record_unapplied(app, name)
    answer = readiness(client)
    recorder.record_applied(app, name)
    assert answer == (503, "migrations: the database is not up to date\n")


# Numbers


def numbers(client, **headers: str) -> tuple[int, str]:
    answer = client.get(reverse("metrics"), headers={"host": "localhost:8000", **headers})
    return answer.status_code, answer.content.decode()


def test_this_box_reads_its_numbers(client, their_table):
    status, text = numbers(client)
    assert status == 200
    assert {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")} == {
        *("cardinal_sockets", "cardinal_tables_in_play", "cardinal_backlog_rounds", "cardinal_backup_age_seconds"),
        *("cardinal_moves_total", "cardinal_commit_seconds", "cardinal_lines_per_commit", "cardinal_lost_places_total"),
        *("cardinal_rejudged_acts_total", "cardinal_dropped_sockets_total", "cardinal_loop_lag_seconds"),
        *("cardinal_http_answers_total", "cardinal_messages_told_total", "cardinal_messages_heard_total"),
    }
    assert "Bea" not in text
    assert their_table.code not in text


def test_the_numbers_are_read_while_the_database_is_away(client):
    """A test without the mark of the database fails where it is asked."""
    status, text = numbers(client)
    assert status == 200
    assert "cardinal_sockets 0.0" in text


@pytest.mark.parametrize("name", health.FORWARDED)
def test_what_comes_through_a_proxy_does_not_come_from_this_box(name, client, db):
    assert numbers(client, **{name: "192.0.2.1"})[0] == 404


def test_another_box_needs_the_token(client, db, settings):
    client.defaults["REMOTE_ADDR"] = "192.0.2.1"
    assert numbers(client)[0] == 404
    assert numbers(client, authorization="Bearer ")[0] == 404
    settings.METRICS_TOKEN = "a long secret"
    assert numbers(client, authorization="Bearer a wrong one")[0] == 404
    assert numbers(client, authorization="Bearer a long secret")[0] == 200


def test_a_name_that_points_here_is_not_this_box(client, db):
    assert client.get("/metrics", headers={"host": "rebound.example"}).status_code == 404


def counted(name: str, **labels: str) -> float:
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


def test_answers_are_counted_by_class(client, db):
    before = counted("cardinal_http_answers_total", status="4xx")
    client.get("/no-such-page/")
    assert counted("cardinal_http_answers_total", status="4xx") == before + 1


# The heartbeat


@pytest.fixture
def systemds_ear(tmp_path: Path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield ear


async def test_the_event_loop_feeds_the_watchdog(systemds_ear, monkeypatch):
    monkeypatch.setattr(heartbeat, "BEAT", 0.01)
    before = counted("cardinal_loop_lag_seconds_count")
    beating = asyncio.create_task(heartbeat.beat())
    try:
        assert await asyncio.to_thread(systemds_ear.recv, 100) == b"WATCHDOG=1"
    finally:
        beating.cancel()
    assert counted("cardinal_loop_lag_seconds_count") > before


def test_an_abstract_socket_is_a_socket(monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind("\0cardinal-test-of-systemd")
        ear.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", "@cardinal-test-of-systemd")
        systemd.notify("READY=1")
        assert ear.recv(100) == b"READY=1"


def test_a_socket_that_is_gone_stops_nobody(monkeypatch, tmp_path):
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nowhere"))
    systemd.notify("READY=1")
    monkeypatch.delenv("NOTIFY_SOCKET")
    systemd.notify("READY=1")
