"""The school year that the reports are timed on: its sheets are those that a projection would write."""

import pytest
from django.utils import timezone

from classroom.models import Attendance
from game.around_the_corner import answer_sheets
from game.models import AnswerSheet, Attempt, Table
from tests.bench import year


@pytest.fixture
def small_year(ana_teacher, monkeypatch):
    monkeypatch.setattr(year, "STUDENTS", 6)
    monkeypatch.setattr(year, "A_LESSON", 30)
    return year.fill(ana_teacher, 2 * 6 * 30, until=timezone.now())


def kept() -> list[tuple]:
    return list(AnswerSheet.objects.order_by("table", "player").values_list("table", "player", "began_at", "answers"))


def test_its_sheets_are_those_of_its_attempts(small_year):
    before = kept()
    for table in Table.objects.all():
        answer_sheets.write(table.pk)
    assert kept() == before


def test_it_has_as_many_attempts_as_the_children_who_came_played(small_year):
    assert small_year.sessions.count() == 2
    assert Attempt.objects.count() == 30 * Attendance.objects.count()


def test_its_pages_open(small_year, ana_client):
    assert ana_client.get(f"/classes/{small_year.pk}/report/").status_code == 200
