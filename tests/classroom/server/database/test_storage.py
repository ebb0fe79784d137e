"""A database that somebody else holds, or a full disk: everybody is told in words, and tries again."""

import logging
import threading
from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, OperationalError, connection, connections
from django.test import AsyncClient, Client
from django.urls import reverse

from classroom.live.monitor.page import state_html
from classroom.models import Classroom, Student
from classroom.server.database import failures, storage
from classroom.server.database.sqlite import base
from classroom.server.database.sqlite.base import WRITING
from tests.conftest import words
from tests.rival import Rival, rivals

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    failures.forget()
    yield
    failures.forget()


@pytest.fixture
def holder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rival]:
    """Another program on the same database; once it holds it, nobody else writes."""
    yield from rivals(monkeypatch)


@pytest.fixture
def anas_browser(ana_client: Client) -> Client:
    ana_client.raise_request_exception = False
    return ana_client


def press(browser: Client, bea: Student) -> object:
    return browser.post(reverse("student_rename", args=[bea.pk]), {"name": "Bea S."})


def test_a_form_is_answered_with_a_page_that_sends_it_again(anas_browser, bea, holder):
    holder.hold()
    answer = press(anas_browser, bea)
    holder.let_go()
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Nothing was changed. Wait a few seconds, then press again." in words(answer)
    assert '<input type="hidden" name="name" value="Bea S.">' in answer.content.decode()
    bea.refresh_from_db()
    assert bea.name == "Bea"
    assert press(anas_browser, bea).status_code == 302


def test_a_page_that_has_to_write_says_so_and_loads_itself_again(anas_browser, lesson, bea, holder):
    holder.hold()
    card = Client(raise_request_exception=False).get(f"/card/{bea.card}/")
    holder.let_go()
    assert (card.status_code, card["Refresh"]) == (503, "5")
    assert "tries again by itself" in words(card)


async def test_an_async_page_is_answered_alike(lesson, ana_teacher, holder):
    browser = AsyncClient(raise_request_exception=False)
    await browser.aforce_login(ana_teacher)
    await sync_to_async(connections.close_all)()
    holder.hold()
    answer = await browser.post(reverse("session_lock", args=[lesson.pk]), {"locked": "yes"})
    holder.let_go()
    assert answer.status_code == 503


def test_a_password_is_not_written_into_the_answer(ana_teacher, holder):
    browser = Client(raise_request_exception=False)
    holder.hold()
    answer = browser.post(reverse("account_login"), {"login": ana_teacher.email, "password": "seven ate nine"})
    holder.let_go()
    assert answer.status_code == 503
    assert "seven ate nine" not in answer.content.decode()


@pytest.mark.sqlite
def test_a_full_disk_is_told_like_a_locked_database(anas_browser, class_4b, bea):
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        with pytest.raises(OperationalError) as full:
            fill()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    assert failures.is_refusal(full.value)


def fill() -> None:
    """Write more than what other tests may have left free."""
    for _batch in range(100):
        Classroom.objects.bulk_create(Classroom(name="x" * 60) for _ in range(3000))


def test_a_mistake_in_a_statement_is_still_a_mistake():
    with pytest.raises(DatabaseError) as mistake, connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    assert not failures.is_refusal(mistake.value)


def test_the_log_gets_one_line_a_minute(anas_browser, bea, holder, caplog, monkeypatch):
    holder.hold()
    for _time in range(5):
        press(anas_browser, bea)
    holder.let_go()
    assert [record.name for record in caplog.records if record.levelno >= logging.ERROR] == [failures.__name__]


@pytest.mark.sqlite
def test_who_waits_behind_a_write_is_refused_too_and_not_for_ever(monkeypatch, holder):
    monkeypatch.setattr(base, "PATIENCE", 0.05)
    refused: list[BaseException] = []

    def write() -> None:
        try:
            Classroom.objects.create(name="4C")
        except OperationalError as error:
            refused.append(error)
        finally:
            connection.close()

    with WRITING:
        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
    assert failures.is_refusal(refused[0])
    Classroom.objects.create(name="4C")


def test_the_teacher_reads_of_it_on_the_class_page_and_on_the_monitor(anas_browser, class_4b, lesson, bea, holder):
    page = reverse("class", args=[class_4b.pk])
    assert "Saving fails at the moment" not in words(anas_browser.get(page))
    holder.hold()
    press(anas_browser, bea)
    holder.let_go()
    for there in (page, reverse("session_monitor", args=[lesson.pk])):
        assert "Saving fails at the moment" in words(anas_browser.get(there))
    assert "Saving fails at the moment" in state_html(lesson)


def test_little_room_is_said_before_it_is_none(ana_client, class_4b, monkeypatch, caplog):
    page = reverse("class", args=[class_4b.pk])
    assert "nearly full" not in words(ana_client.get(page))
    monkeypatch.setattr(storage, "LOW_MB", storage.free_mb() + 1000)
    assert "The disk is nearly full" in words(ana_client.get(page))
    storage.warn()
    assert "nearly full" in caplog.text
