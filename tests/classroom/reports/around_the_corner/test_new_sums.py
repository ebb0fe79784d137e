"""New sums of a class: known now and not before, on the roll, and nothing is taken away."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.home.views import week_goal
from classroom.live.projector.season import season_of
from classroom.models import ClassSession, Student
from classroom.reports.around_the_corner.learnt import known_at, learnt, new_sums
from classroom.server.time_zone import midnight, moment
from classroom.sessions import lifecycle
from game.models import AnswerSheet, Attempt
from game.rules import around_the_corner as rules
from tests.classroom.reports.around_the_corner.test_school_growth import class_of, lesson
from tests.classroom.reports.attempts_given import DAY_MS, WRONG, attempt, earlier_today
from tests.conftest import signed_in, words

CHILDREN = 3


def days_ago(days: int) -> int:
    return midnight(timezone.localdate() - timedelta(days=days))


def sunday_after(days: int):
    """Return the Sunday of the week in which something was answered so many days ago."""
    answered = moment(earlier_today() - days * DAY_MS)
    return answered + timedelta(days=6 - timezone.localtime(answered).weekday(), minutes=1)


@pytest.fixture
def learning(ana_teacher):
    """A class that did not know 5 + 1 seven weeks ago, and does now."""
    classroom = class_of(ana_teacher, "Learning", CHILDREN)
    lesson(classroom, 48, right=0, wrong=1)
    lesson(classroom, 2, right=40, wrong=0)
    return classroom


def test_a_sum_is_new_for_each_child_that_learnt_it(learning):
    assert new_sums(learning, days_ago(20)) == ["5 + 1"] * CHILDREN
    assert new_sums(learning, days_ago(40), days_ago(20)) == []


def test_who_has_left_the_roll_counts_no_more(learning):
    learning.students.filter(pk=learning.students.all()[0].pk).update(removed_at=timezone.now())
    assert len(new_sums(learning, days_ago(20))) == CHILDREN - 1


def test_what_was_known_before_is_not_new_and_what_got_rusty_takes_nothing_away(ana_teacher):
    classroom = class_of(ana_teacher, "Rusty", CHILDREN)
    lesson(classroom, 30, right=20, wrong=0)
    assert new_sums(classroom, days_ago(20)) == []
    lesson(classroom, 2, right=0, wrong=40)
    assert new_sums(classroom, days_ago(20)) == []


def test_the_season_says_how_many_sums_are_new(learning, ana_client):
    lobby = lifecycle.open_session(classroom=learning, game=rules.NAME, options={}, table_size=2)
    assert season_of(lobby).new_sums == CHILDREN
    assert f"{CHILDREN} new sums known" in words(ana_client.get(reverse("session_screen", args=[lobby.pk])))


def test_the_first_page_says_what_the_class_knows_and_what_is_new_this_week(learning, ana_teacher, monkeypatch):
    sunday = sunday_after(2)
    monkeypatch.setattr(timezone, "now", lambda: sunday)
    page = words(signed_in(ana_teacher).get(reverse("classes")))
    assert f"{CHILDREN} sums known together" in page
    assert f"{CHILDREN} new this week" in page
    assert "This week’s goal: 10 sums known together" in page
    assert "7 to go." in page


def test_the_weeks_goal_is_the_round_number_above_what_was_known_on_monday(learning, ana_teacher, monkeypatch):
    assert known_at(learning, [days_ago(20), days_ago(-1)]) == [0, CHILDREN]
    Student.objects.bulk_create(Student(classroom=learning, name=f"New {number}") for number in range(7))
    lesson(learning, 2, right=40, wrong=0)
    sunday = sunday_after(2)
    monkeypatch.setattr(timezone, "now", lambda: sunday)
    assert "This week’s goal of 10 is reached." in words(signed_in(ana_teacher).get(reverse("classes")))


def test_the_weeks_of_the_season_say_in_which_of_them_the_goal_was_reached(ana_teacher):
    classroom = class_of(ana_teacher, "Steady", 12)
    lesson(classroom, 20, right=40, wrong=0)
    today = timezone.localdate()
    monday = today - timedelta(days=today.weekday())
    begun = monday - timedelta(days=21)
    first = classroom.sessions.get()
    ClassSession.objects.filter(pk=first.pk).update(opened_at=moment(midnight(begun)))
    AnswerSheet.objects.update(began_at=midnight(begun) + DAY_MS)
    week = week_goal(classroom, 12, monday)
    assert (week.gone, week.number, list(week.ahead)) == ([True, False, False], 4, [5, 6])
    assert (week.goal.last, week.goal.goal, week.goal.to_go) == (12, 20, 8)


def test_a_weeks_goal_does_not_move_when_a_child_leaves(learning):
    assert known_at(learning, [days_ago(0)]) == [CHILDREN]
    learning.students.filter(pk=learning.students.first().pk).update(removed_at=timezone.now())
    assert known_at(learning, [days_ago(0)]) == [CHILDREN]


def round_of(classroom, right: dict[int, int], *, tried: int = 40) -> ClassSession:
    """A round in which a class tried so many cards of each step; `right` by step."""
    session = lifecycle.open_session(classroom=classroom, game=rules.NAME, options={"steps": [1, 2, 3]}, table_size=2)
    student = classroom.students.first()
    for each in classroom.students.all():
        lifecycle.arrive(session=session, student=each)
    lifecycle.start(session=session)
    dealt = session.sittings.get(student=student).seat.table.rounds.get()
    for step, many in right.items():
        kind = {"top_step": step, "stratum": f"{step}-plain-1"}
        Attempt.objects.bulk_create(attempt(dealt, student, **kind) for _ in range(many))
        Attempt.objects.bulk_create(attempt(dealt, student, **kind, **WRONG) for _ in range(tried - many))
    lifecycle.end(session=session)
    return session


def test_a_class_is_told_what_it_learnt_and_not_what_chance_brings(ana_teacher):
    classroom = class_of(ana_teacher, "Learning", CHILDREN)
    before = round_of(classroom, {1: 30, 2: 20, 3: 25})
    assert learnt(round_of(classroom, {1: 29, 2: 26, 3: 28}), before) is None
    found = learnt(round_of(classroom, {1: 29, 2: 34, 3: 28}), before)
    assert (found.words, found.right, found.tried) == ("cards with ±2", 34, 40)
    assert learnt(round_of(classroom, {1: 40}), round_of(classroom, {1: 40})) is None
