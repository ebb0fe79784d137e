"""A teacher's first page: which class is next, and starting it as last time."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.urls import reverse

from classroom.home import views
from classroom.models import Classroom, ClassSession
from classroom.reports.pages import catalogue as reports
from classroom.rosters import faces
from classroom.sessions import lifecycle
from tests.classroom.reports.attempts_given import WRONG
from tests.conftest import make_class
from tests.open_page import html_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(lesson) -> ClassSession:
    """4B's lesson is over."""
    lifecycle.end(session=lesson)
    lesson.refresh_from_db()
    return lesson


def first_page(client) -> str:
    return html_of(client.get(reverse("classes")))


def test_the_class_that_played_last_is_next_with_one_press(ana_client, ana_teacher, played):
    make_class(ana_teacher, "Maths club", ["Gus", "Hana"])
    assert "Start with 4B" in first_page(ana_client)
    answer = ana_client.post(reverse("session_as_last_time", args=[played.classroom_id]))
    opened = ClassSession.objects.exclude(pk=played.pk).get()
    assert answer.url == reverse("session", args=[opened.pk])
    assert (opened.game, opened.options, opened.table_size) == (played.game, played.options, played.table_size)
    assert not opened.attendances.exists()


@pytest.mark.parametrize("at", ["2026-11-23T09:00Z", "2026-11-23T00:03Z", "2026-11-29T23:55Z"])
def test_the_class_that_plays_at_this_hour_of_the_week_comes_first(ana_teacher, class_4b, played, at):
    club = make_class(ana_teacher, "Maths club", ["Gus", "Hana"])
    now = datetime.fromisoformat(at)
    ClassSession.objects.create(
        classroom=club, game=played.game, options=played.options, state=ClassSession.State.ENDED, started_at=now
    )
    ClassSession.objects.filter(classroom=club).update(opened_at=now - timedelta(days=7, minutes=10))
    ClassSession.objects.filter(pk=played.pk).update(opened_at=now - timedelta(days=1))
    with time_machine.travel(now, tick=False):
        assert views.context(ana_teacher)["next"]["classroom"] == club


def test_a_running_session_stands_instead_of_what_is_next(ana_teacher, lesson):
    shown = views.context(ana_teacher)
    assert (shown["running"], shown["next"]) == ([lesson], None)


def test_while_a_class_plays_its_first_lesson_its_card_says_so(ana_client, lesson):
    shown = first_page(ana_client)
    assert shown.count("Running now") == 2, "on top, and on the card"
    assert "No lesson yet" not in shown


def test_a_class_that_never_played_chooses_first(ana_client, class_4b):
    answer = ana_client.post(reverse("session_as_last_time", args=[class_4b.pk]))
    assert answer.url == reverse("session_new", args=[class_4b.pk])


def test_a_lobby_that_closed_before_anybody_played_was_no_lesson(ana_client, class_4b):
    lobby = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    lifecycle.end(session=lobby)
    assert "Ready for the first game?" in first_page(ana_client)


def test_two_presses_open_one_lobby(ana_client, played):
    address = reverse("session_as_last_time", args=[played.classroom_id])
    assert ana_client.post(address).url == ana_client.post(address).url


def test_the_first_page_names_no_child(ana_client, played):
    page = first_page(ana_client)
    assert "Start with 4B" in page
    assert "Amir" not in page


@pytest.mark.django_db(transaction=True)
def test_the_demo_class_is_made_by_a_button_once(ana_client, ana_teacher, short_demo):
    for _press in range(2):
        ana_client.post(reverse("class_demo"))
    assert list(Classroom.objects.filter(teachers=ana_teacher).values_list("name", flat=True)) == ["Demo class"]


def test_the_first_page_says_what_the_page_of_the_class_says(ana_client, class_4b, six, give, lesson):
    """The last session alone would say something else: nothing, as too few students answered anything in it."""
    for student in six:
        give(40, student=student)
    lifecycle.end(session=lesson)
    following = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    lifecycle.end(session=following)
    said = ana_client.get(reverse("class_report", args=[class_4b.pk])).context["sentences"]
    worth = ana_client.get(reverse("classes")).context["next"]["worth"]
    assert [sentence.says for sentence in worth] == [each["sentence"].says for each in said] != []


def test_where_nobody_can_be_named_no_count_of_children_stands_below_the_estimate(
    ana_client, class_4b, six, give, lesson
):
    """The estimate counts everybody, by cards like theirs; a child is named by cards of its own alone."""
    for student in six:
        give(4, student=student, **WRONG)
        give(4, student=student, top_step=2, stratum="2-plain-1", **WRONG)
    lifecycle.end(session=lesson)
    [teach] = ana_client.get(reverse("classes")).context["next"]["worth"]
    assert (teach.kind, teach.students) == ("teach", [])
    said = first_page(ana_client)
    assert "4B: too few cards of each child to name them" in said
    assert "0 children" not in said


def test_a_card_shows_six_faces_and_how_many_others_there_are(ana_client, class_4b):
    names = [f"Child {number}" for number in range(7)]
    classroom = make_class(class_4b.teachers.get(), "Maths club", names)
    faces.give(classroom.pk)
    page = first_page(ana_client)
    assert page.count('class="face ') == 6
    assert '<span class="aside">+1</span>' in page


def test_the_bar_of_a_class_counts_the_sums_of_all_its_children(ana_client, class_4b, six, give, lesson):
    for student in six:
        give(40, student=student)
    lifecycle.end(session=lesson)
    [card] = ana_client.get(reverse("classes")).context["cards"]
    assert (sum(card.levels), card.levels) == (60 * len(six), reports.FIRST.class_levels([class_4b])[class_4b.pk])
    assert f"Sums: {card.levels[0]} secure" in first_page(ana_client)


def test_a_class_of_few_who_played_has_no_bar(ana_client, class_4b, six, give, lesson):
    give(40, student=six[0])
    lifecycle.end(session=lesson)
    [card] = ana_client.get(reverse("classes")).context["cards"]
    assert not card.levels
    assert "Sums: " not in first_page(ana_client)
