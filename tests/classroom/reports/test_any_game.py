"""Reports of a game that nothing measures, and of rounds that cannot be read: every page and file answers."""

import csv
import io
import random
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.urls import reverse

from classroom.management import demo
from classroom.models import ClassSession, Student
from classroom.reports.kit.contract import GameReport
from classroom.reports.pages import catalogue as reports
from classroom.sessions import lifecycle
from game.models import Event, Round, Table
from game.rules import GAMES
from game.rules.computer import LEVELS
from tests.classroom.reports.test_replay import play
from tests.open_page import html_of
from tests.third_game.conftest import third_game as third_game
from tests.third_game.rules import NAME

PAGES = (
    "session_report",
    "class_report",
    "student_report",
    "session_student",
    "session_csv",
    "class_csv",
    "student_csv",
)


@pytest.fixture
def third_session(third_game, class_4b) -> ClassSession:
    """A session of a game that no report knows, a whole round played at its table of four."""
    session = lifecycle.open_session(classroom=class_4b, game=third_game.NAME, options={}, table_size=4)
    for student in class_4b.students.all():
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    table = Table.objects.get()
    demo.play_round(table, 2, [LEVELS["steady"]] * table.seats.count(), 1_763_640_000_000, random.Random(4))
    return session


def address(page: str, session: ClassSession, student: Student) -> str:
    numbers = {"session_report": [session.pk], "session_csv": [session.pk], "session_student": [session.pk, student.pk]}
    of_class = [session.classroom_id] if page.startswith("class") else [student.pk]
    return reverse(page, args=numbers.get(page, of_class))


def body(answer: Any) -> str:
    if not answer.streaming:
        return html_of(answer)

    return pieces(answer).decode("utf-8-sig")


def pieces(answer: Any) -> bytes:
    async def whole() -> bytes:
        return await sync_to_async(b"".join)(answer.streaming_content)

    return async_to_sync(whole)()


@pytest.mark.parametrize("page", PAGES)
def test_a_game_without_measures_has_every_page_and_file(ana_client, third_session, bea, page):
    answer = ana_client.get(address(page, third_session, bea), {"game": NAME})
    assert answer.status_code == 200
    assert "is not measured" in body(answer) or page.endswith("csv")


def test_its_file_has_a_line_for_every_seat_and_round(ana_client, third_session, bea):
    rows = list(csv.DictReader(io.StringIO(body(ana_client.get(address("session_csv", third_session, bea))))))
    finished = [row for row in rows if row["place"]]
    assert {row["student"] for row in finished} == {"Amir", "Bea", "Chen", "Dana"}
    assert min(int(row["place"]) for row in finished) == 1
    assert all(int(row["left"]) >= 0 and row["points"] == "" for row in finished)


@pytest.mark.parametrize("page", ["session_xlsx", "class_xlsx", "student_xlsx"])
def test_its_files_are_xlsx_too(ana_client, third_session, bea, page):
    pk = {"session_xlsx": third_session.pk, "class_xlsx": third_session.classroom_id, "student_xlsx": bea.pk}[page]
    answer = ana_client.get(reverse(page, args=[pk]), {"game": NAME})
    assert pieces(answer).startswith(b"PK")


def test_the_other_games_pages_lead_to_it(ana_client, third_session, bea):
    assert f"?game={NAME}" in body(ana_client.get(address("class_report", third_session, bea)))
    assert f"?game={NAME}" in body(ana_client.get(address("student_report", third_session, bea)))


def test_its_replay_says_who_did_what(ana_client, third_session):
    played = Round.objects.exclude(finished_at=None).get()
    shown = body(ana_client.get(reverse("round_replay", args=[third_session.pk, played.pk]), {"n": 20}))
    assert "Amir" in shown
    assert 'id="board"' in shown


@pytest.mark.parametrize("known", GAMES, ids=lambda known: known.NAME)
def test_every_game_has_a_report(known):
    assert reports.report_of(known.NAME).name == known.NAME


def test_a_game_nobody_reports_has_the_default_report():
    assert type(reports.report_of("chess")) is GameReport


# A round that cannot be read


@pytest.fixture
def broken(lesson: ClassSession, their_table, bea) -> ClassSession:
    """Two rounds of a lesson: one is whole, the log of the other makes no sense."""
    whole = their_table.rounds.get()
    play(whole)
    worse = Round.objects.create(table=their_table, number=2, seed=1, seats=2, options=whole.options)
    Event.objects.create(round=worse, n=1, kind="played", seat=7, card=70, top=9, at=1)
    for played in (whole, worse):
        Round.objects.filter(pk=played.pk).update(finished_at=lesson.opened_at)
    return lesson


@pytest.mark.parametrize("page", PAGES)
def test_one_bad_round_takes_nothing_else_with_it(ana_client, broken, bea, page):
    answer = ana_client.get(address(page, broken, bea))
    assert answer.status_code == 200
    assert "One round could not be read" in body(answer) or page.endswith("csv")


def test_the_page_after_a_session_says_that_a_round_could_not_be_read(ana_client, broken):
    lifecycle.end(session=broken)
    assert "One round could not be read" in body(ana_client.get(reverse("session", args=[broken.pk])))


def test_where_all_rounds_are_read_nothing_is_said_of_unreadable_ones(ana_client, lesson, bea):
    assert "could not be read" not in body(ana_client.get(address("class_report", lesson, bea)))


def test_the_good_round_is_in_the_file(ana_client, broken, bea):
    rows = list(csv.DictReader(io.StringIO(body(ana_client.get(address("session_csv", broken, bea))))))
    assert {row["round"] for row in rows} == {"1"}
