"""What a server forgets by itself: sign-ins that have expired, children who are due."""

import asyncio
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connections
from django.utils import timezone

from classroom import upkeep
from classroom.live import lifespan
from classroom.models import AuditEntry, Student
from classroom.rosters import roster
from classroom.server.recovery import forgotten
from game import clock
from tests.classroom.rosters.imports.bundles import files, packed

pytestmark = pytest.mark.django_db(transaction=True)


def test_expired_sign_ins_go_and_others_stay(ana_client, ben_client):
    expired = ana_client.session.session_key
    Session.objects.filter(pk=expired).update(expire_date=timezone.now() - timedelta(minutes=1))
    upkeep.tidy()
    assert [kept.pk for kept in Session.objects.all()] == [ben_client.session.session_key]


async def test_a_server_that_is_never_stopped_forgets_children_who_are_due_and_has_the_right_time(bea):
    clock.reach(clock.now_ms() + 3_600_000)
    await sync_to_async(roster.remove_student)(bea)
    await Student.everybody.filter(pk=bea.pk).aupdate(removed_at=timezone.now() - timedelta(days=31))
    keeping = asyncio.create_task(lifespan.repeat(upkeep.do_hourly, 0.01))
    try:
        async with asyncio.timeout(30):
            while await Student.everybody.filter(pk=bea.pk).aexists():  # noqa: ASYNC110 -- the database tells nobody
                await asyncio.sleep(0.01)
    finally:
        await ended(keeping)
    assert abs(clock.now_ms() - time.time() * 1000) < 1000


async def ended(keeping: asyncio.Task[None]) -> None:
    """Wait for what it has begun in its thread, such as a backup."""
    keeping.cancel()
    await asyncio.wrap_future(upkeep._thread.submit(connections.close_all))


def test_what_cannot_be_done_keeps_nothing_else_from_its_turn(bea, ana_client, settings, tmp_path):
    """The list of the forgotten cannot be written, so the child waits for it; sign-ins do not."""
    settings.DATA = tmp_path
    (tmp_path / forgotten.FILE).mkdir()
    roster.remove_student(bea)
    Student.everybody.filter(pk=bea.pk).update(removed_at=timezone.now() - timedelta(days=31))
    Session.objects.update(expire_date=timezone.now() - timedelta(minutes=1))
    with pytest.raises(IsADirectoryError):
        upkeep.tidy()
    assert Student.everybody.filter(pk=bea.pk).exists()
    assert not Session.objects.exists()


async def test_a_backup_by_day_holds_up_no_socket(class_4b, monkeypatch):
    """A laptop that is off at night makes its backup in a lesson: sockets read their owners meanwhile."""
    began, may_end = threading.Event(), threading.Event()

    def takes_long() -> None:
        began.set()
        may_end.wait(30)

    monkeypatch.setattr(upkeep.backups, "nightly", takes_long)
    keeping = asyncio.create_task(lifespan.repeat(upkeep.do_hourly, 0.01))
    try:
        await asyncio.to_thread(began.wait, 30)
        async with asyncio.timeout(5):
            assert await database_sync_to_async(Student.objects.count)()
    finally:
        may_end.set()
        await ended(keeping)


@pytest.mark.postgresql
def test_two_workers_at_the_same_hour_read_a_list_once(class_4b, ana_teacher, settings, tmp_path):
    settings.DATA, settings.ROSTERS = tmp_path, str(tmp_path / "lists")
    Path(settings.ROSTERS).mkdir()
    class_4b.source_id = "4B"
    class_4b.save()
    listed = Path(settings.ROSTERS) / "oneroster.zip"
    listed.write_bytes(packed(files({"4B": [("s1", "Anna", "Smith"), ("s2", "Bea", "")]})))
    os.utime(listed, (0, 0))

    def tidies(_worker: int) -> None:
        try:
            upkeep._tidy_alone()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(tidies, range(4)))
    assert AuditEntry.objects.filter(page="nightly").count() == 1


def refuses() -> None:
    raise DatabaseError


def breaks() -> None:
    raise ValueError("as no list should be")


async def test_what_asks_others_runs_in_a_thread_of_its_own_and_one_that_fails_stops_no_other(bea, settings):
    await sync_to_async(roster.remove_student)(bea)
    await Student.everybody.filter(pk=bea.pk).aupdate(removed_at=timezone.now() - timedelta(days=31))
    settings.HOURLY = [f"{__name__}.refuses", f"{__name__}.breaks", "classroom.rosters.roster.forget_who_is_due"]
    await upkeep.ask_others()
    assert not await Student.everybody.filter(pk=bea.pk).aexists()
