"""The school year that the reports are timed on, whose sheets are those of a projection, and what of it is read."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classroom.models import Attendance
from classroom.reports.around_the_corner.class_page import ClassPage
from classroom.reports.around_the_corner.findings.ability import WINDOW_MS, newest, read_newest
from classroom.reports.around_the_corner.sources.scope import Scope
from classroom.reports.kit.cache import kept
from classroom.reports.kit.rows import with_pictures
from game.around_the_corner import answer_sheets
from game.models import AnswerSheet, Attempt, Claim, Table
from tests.bench import year


@pytest.fixture
def small_year(ana_teacher, monkeypatch):
    monkeypatch.setattr(year, "STUDENTS", 6)
    monkeypatch.setattr(year, "A_LESSON", 30)
    return year.fill(ana_teacher, 2 * 6 * 30, until=timezone.now())


@pytest.fixture
def two_months(ana_teacher, monkeypatch):
    """Six students, ten cards each on forty weekdays."""
    monkeypatch.setattr(year, "STUDENTS", 6)
    monkeypatch.setattr(year, "A_LESSON", 10)
    return year.fill(ana_teacher, 40 * 6 * 10, until=timezone.now())


def sheets_kept() -> list[tuple]:
    return list(AnswerSheet.objects.order_by("table", "player").values_list("table", "player", "began_at", "answers"))


def test_its_sheets_are_those_of_its_attempts(small_year):
    before = sheets_kept()
    for table in Table.objects.all():
        answer_sheets.write(table.pk)
    assert sheets_kept() == before


def test_it_has_as_many_attempts_as_the_children_who_came_played(small_year):
    assert small_year.sessions.count() == 2
    assert Attempt.objects.count() == 30 * Attendance.objects.count()


def test_its_pages_open(small_year, ana_client):
    assert ana_client.get(f"/classes/{small_year.pk}/report/").status_code == 200


def test_of_everything_the_newest_weeks_alone_are_read_for_what_rests_on_them(two_months):
    scope, players = Scope("race"), [student.pk for student in two_months.students.all()]
    everything, (lately, narrowed) = scope.read(players), read_newest(scope, players)
    assert narrowed
    assert everything.began_at.min() < everything.began_at.max() - WINDOW_MS <= lately.began_at.min()
    assert lately.digest == newest(everything).digest
    days, days_of_all = lately.exposures().day, newest(everything).exposures().day
    assert days.max() < 28
    assert (days == days_of_all).all()


def test_periods_with_the_same_newest_answers_have_their_numbers_computed_once(two_months):
    students, long_ago = list(two_months.students.all()), timezone.localdate() - timedelta(days=45)
    everything, some = (ClassPage(two_months, students, scope) for scope in (Scope("race"), Scope("race", long_ago)))
    assert everything.stamp != some.stamp
    assert everything.digest == some.digest
    fit = everything.fit
    assert (kept(some.digest, "fit", lambda: pytest.fail("fitted again")).theta == fit.theta).all()


@pytest.mark.sqlite
@pytest.mark.parametrize("kind", [Attempt, Claim])
def test_what_had_a_picture_is_counted_without_a_look_at_what_had_none(kind, bea):
    with CaptureQueriesContext(connection) as asked:
        with_pictures(kind, bea, (0, None))
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + asked[0]["sql"])
        assert f"{kind._meta.model_name}s_with_pictures" in cursor.fetchall()[0][3]
