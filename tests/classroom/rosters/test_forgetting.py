"""A forgotten child stands nowhere in the files any more: not in last year's class, not on deleted pages, not in the
write-ahead log."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from classroom import upkeep
from classroom.homework.around_the_corner import practice
from classroom.joining import join_requests
from classroom.models import Classroom, Knock, Student
from classroom.rosters import rollover, roster
from classroom.rosters.imports import apply, drafts
from classroom.server.recovery import forgotten
from classroom.sessions import lifecycle
from game.models import Attempt, Seat
from tests.classroom.reports.attempts_given import play_at
from tests.classroom.server.full_disk import BYTES, full_disk
from tests.conftest import make_class, words

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Zephyrine Ö."


def copies() -> int:
    """How often the name stands in the files, upper or lower case."""
    connection.close()
    path = Path(connection.settings_dict["NAME"])
    read = b"".join(file.read_bytes() for file in path.parent.glob(path.name + "*"))
    return sum(read.count(name.encode()) for name in ("Zephyrine", "zephyrine", "ZEPHYRINE"))


@pytest.fixture
def child(ana_teacher) -> Student:
    """The child in this year's class: it played last year and this year, knocked, practised, and stood on lists."""
    last = make_class(ana_teacher, "3B", [NAME, *(f"Child {number}" for number in range(40))])
    lesson_of(last)
    (now,) = rollover.go_up([rollover.Ascent(last, "4B")], school_year="2026/27")
    lesson_of(now)
    child = now.students.get(name=NAME)
    practice.begin(child, options={"corner": True, "steps": [1]})
    apply.apply(drafts.from_text(f"{NAME}\nAnother", teacher=ana_teacher, classroom=now), {})
    drafts.from_text(f"{NAME}\nNobody", teacher=ana_teacher, classroom=now)
    return child


def lesson_of(classroom: Classroom) -> None:
    """A lesson in which the child has a right card, and in which somebody knocks under its name."""
    child = classroom.students.get(name=NAME)
    options = {"mode": "race", "corner": True, "steps": [1, 2, 3], "wrong_pause": 1500, "away": "wait"}
    session = lifecycle.open_session(classroom=classroom, game="around_the_corner", options=options, table_size=2)
    join_requests.request_admission(session, name=NAME.upper())
    join_requests.request_admission(session, student=child)
    play_at(session, child, right=3)
    lifecycle.end(session=session)


@pytest.mark.sqlite
def test_after_forgetting_the_name_is_in_no_file(ana_client, child):
    assert copies() > 10
    roster.remove_student(child)
    ana_client.post(reverse("student_forget", args=[child.pk]))
    assert copies() == 0
    assert not Attempt.objects.exists()
    assert set(Seat.objects.values_list("name", "player")) == {("Former student", None)}


def test_after_thirty_days_the_name_of_a_removed_child_is_in_no_file(child):
    roster.remove_student(child)
    Student.everybody.filter(pk=child.pk).update(removed_at=timezone.now() - timedelta(days=31))
    upkeep.tidy()
    assert copies() == 0


def test_a_child_and_its_last_year_may_be_due_together(child):
    both = Student.everybody.filter(pk__in=[child.pk, child.previous_id])
    both.update(removed_at=timezone.now() - timedelta(days=31))
    roster.forget_who_is_due()
    assert not both.exists()


def broken_off_after(forget: Callable[[], None]) -> None:
    """Forget, and stop between the commit and whatever follows it, as a server that is killed there."""

    def stop() -> None:
        raise KeyboardInterrupt

    with suppress(KeyboardInterrupt), transaction.atomic():
        transaction.on_commit(stop)
        forget()


def test_a_server_that_ends_right_after_it_has_forgotten_has_the_child_on_its_list(child, settings):
    roster.remove_student(child)
    broken_off_after(lambda: roster.forget_student(child))
    assert not Student.everybody.filter(pk=child.pk).exists()
    assert ("student", child.pk) in forgotten.read(settings.DATA)


def test_a_server_that_ends_right_after_it_has_forgotten_a_class_has_it_on_its_list(child, settings):
    number = child.classroom_id
    broken_off_after(lambda: roster.forget_classroom(child.classroom))
    assert not Classroom.everything.filter(pk=number).exists()
    assert ("class", number) in forgotten.read(settings.DATA)


def test_nobody_is_forgotten_where_the_list_cannot_be_written(child, settings, tmp_path):
    roster.remove_student(child)
    settings.DATA = tmp_path
    (settings.DATA / forgotten.FILE).mkdir()
    with pytest.raises(IsADirectoryError):
        roster.forget_student(child)
    assert Student.everybody.filter(pk=child.pk).exists()


def test_a_line_of_the_list_that_was_cut_short_names_nobody_else(settings, tmp_path):
    settings.DATA = tmp_path
    listed = settings.DATA / forgotten.FILE
    listed.write_text("#\n" * ((BYTES - len("#\nstudent 12")) // 2))
    with full_disk(), pytest.raises(OSError, match="too large"):
        forgotten.note(forgotten.STUDENT, [123456])
    forgotten.note(forgotten.STUDENT, [7])
    assert forgotten.read(settings.DATA) == {("student", 7)}


def test_a_class_that_is_forgotten_leaves_no_name(ana_teacher):
    last = make_class(ana_teacher, "3B", [NAME])
    lesson_of(last)
    roster.forget_classroom(last)
    assert copies() == 0


@pytest.mark.sqlite
def test_the_file_is_clean_later_if_somebody_reads_just_then(child):
    reader = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM classroom_student").fetchone()
    try:
        wait_for_others(milliseconds=50)
        roster.remove_student(child)
        roster.forget_student(child)
        assert copies() > 0
        reader.close()
        upkeep.tidy()
        assert copies() == 0
    finally:
        wait_for_others(milliseconds=connection.settings_dict["OPTIONS"]["timeout"] * 1000)


def wait_for_others(milliseconds: int) -> None:
    """Set how long this connection waits for a lock; it is lent to the next test as it is."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")


def test_nobody_stands_at_the_door_of_a_session_that_is_over(lobby_4b):
    join_requests.request_admission(lobby_4b, name="Zoe")
    lifecycle.end(session=lobby_4b)
    assert not Knock.objects.exists()


def test_the_page_says_that_the_teachers_own_notes_stay(ana_client, child):
    roster.remove_student(child)
    assert "Notes that you wrote about a lesson stay" in words(
        ana_client.get(reverse("student_forget", args=[child.pk]))
    )
