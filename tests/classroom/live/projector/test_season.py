"""The season of a class on the projector: six weeks, a goal a week, the class beside itself alone."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.live.projector.season import season_of
from classroom.models import Classroom, ClassSession, Sitting
from classroom.sessions import lifecycle
from game.models import Seat
from game.tables import lay_table
from tests.conftest import words

MONDAY = timezone.make_aware(datetime(2026, 11, 2, 9))


def lesson(classroom: Classroom, day: int, placed: int) -> None:
    """A lesson so many days after the first Monday, with this total kept."""
    at = MONDAY + timedelta(days=day)
    opened = lifecycle.open_session(classroom=classroom, game="around_the_corner", options={}, table_size=2)
    student = classroom.students.all()[0]
    table = lay_table(
        game="around_the_corner", number=1, options={}, players=[(student.pk, student.name)], computers=[]
    )
    Sitting.objects.create(session=opened, student=student, seat=Seat.objects.get(table=table, player=student.pk))
    lifecycle.end(session=opened)
    ClassSession.objects.filter(pk=opened.pk).update(placed=placed, opened_at=at, ended_at=at)


@pytest.fixture
def lobby(class_4b, monkeypatch) -> ClassSession:
    """Lessons in a season of before and in this one, whose third week it is."""
    for day, placed in ((0, 500), (3, 440), (42, 190), (43, 20), (49, 205)):
        lesson(class_4b, day, placed)
    monkeypatch.setattr(timezone, "now", lambda: MONDAY + timedelta(days=57))
    return lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)


def test_a_season_is_six_weeks_from_the_first_lesson(lobby):
    season = season_of(lobby)
    assert [week.placed for week in season.weeks] == [210, 205, 0, 0, 0, 0]
    assert (season.now.number, season.days, season.total, season.last) == (3, 3, 415, 940)


def test_a_week_has_the_round_number_above_the_one_before_as_its_goal(lobby):
    season = season_of(lobby)
    assert [week.goal for week in season.weeks[:4]] == [950, 250, 250, 250]
    assert [week.reached for week in season.weeks[:3]] == [False] * 3


@pytest.mark.parametrize(("placed", "is_said"), [(249, False), (250, True)])
def test_a_week_that_has_reached_its_goal_is_told_so(lobby, ana_client, placed, is_said):
    lifecycle.end(session=lobby)
    lesson(lobby.classroom, 56, placed)
    opened = lifecycle.open_session(classroom=lobby.classroom, game="around_the_corner", options={}, table_size=2)
    shown = words(ana_client.get(reverse("session_screen", args=[opened.pk])))
    assert ("goal reached" in shown) == is_said


def test_before_the_third_lesson_there_is_no_season(class_4b, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: MONDAY + timedelta(days=2))
    has_one = []
    for day in (0, 1):
        lesson(class_4b, day, 100)
        opened = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
        has_one.append(season_of(opened) is not None)
        lifecycle.end(session=opened)
    assert has_one == [False, True]
