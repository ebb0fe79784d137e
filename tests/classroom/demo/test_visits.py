"""Visits of the demo: a class of one's own that is complete, apart from all others, and gone after an hour."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from classroom.demo import guard, pupils, visits
from classroom.models import Classroom, ClassSession, Student, Teacher
from game.models import AnswerSheet, Attempt, Event, Round, Seat
from tests.classroom.demo.short import shorten_demo
from tests.conftest import words, written_once
from tests.doors.laid_out import parameters
from tests.doors.table import ROWS

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def laid(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The class that visitors' classes are copies of, simulated once; what a test does with it is rolled back."""
    with written_once(django_db_blocker), pytest.MonkeyPatch.context() as monkeypatch:
        shorten_demo(monkeypatch)
        visits.template_class()
        yield


@pytest.fixture
def demo(settings, laid):
    settings.DEMO = True


def visit() -> Client:
    browser = Client()
    answer = browser.post(reverse("demo_begin"))
    assert answer.status_code == 302
    return browser


def rows_of(classroom: Classroom) -> dict[type[Model], Counter[str]]:
    """Return what is kept of a class, without numbers and codes that are each row's own."""
    players = dict(classroom.students.values_list("pk", "name"))
    rounds = Round.objects.filter(table__seats__player__in=players).distinct()
    found: dict[type[Model], Counter[str]] = {
        Event: Counter(map(str, Event.objects.filter(round__in=rounds).values_list("n", "kind", "card", "at"))),
        Seat: Counter(Seat.objects.filter(player__in=players).values_list("name", flat=True)),
    }
    for kind, column in ((Attempt, "line"), (AnswerSheet, "began_at")):
        of = kind.objects.filter(player__in=players).values_list("player", column)
        found[kind] = Counter(f"{players[player]} {value}" for player, value in of)
    return found


def test_a_copy_has_every_line_and_every_answer_of_the_class_under_its_own_children(demo):
    whole = visits.template_class()
    made = visits.copy_class(whole, to=Teacher.objects.create_user("x@demo.invalid", name="Demo"))
    ours, theirs = rows_of(made), rows_of(whole)
    assert ours == theirs
    assert all(ours.values())
    assert not set(made.students.values_list("card", flat=True)) & set(whole.students.values_list("card", flat=True))


@pytest.mark.parametrize(("language", "called"), [("is", "Sýnisbekkur"), ("es", "Clase de muestra")])
def test_a_visitors_class_speaks_the_language_of_the_visitor(demo, language, called):
    browser = Client(headers={"accept-language": language})
    browser.post(reverse("demo_begin"))
    mine = Classroom.objects.get(teachers__is_active=True)
    assert (mine.name, mine.language) == (called, language)
    assert "Demo class" not in words(browser.get(reverse("class_sessions", args=[mine.pk])))


def test_a_visitor_sees_a_lesson_and_weeks_of_reports_and_nothing_of_another(demo):
    first, second = visit(), visit()
    classrooms = list(Classroom.objects.filter(teachers__is_active=True).order_by("pk"))
    assert len(classrooms) == 2
    mine = classrooms[0]
    lesson = mine.sessions.get(state=ClassSession.State.PLAYING)
    report, child = reverse("class_report", args=[mine.pk]), reverse("student_report", args=[mine.students.first().pk])
    assert [first.get(page).status_code for page in (report, child)] == [200, 200]
    assert mine.sessions.filter(state=ClassSession.State.ENDED).count() > 0
    for page in (report, child, reverse("session_monitor", args=[lesson.pk])):
        assert second.get(page).status_code == 404
    table = Seat.objects.filter(player=mine.students.first().pk).latest("pk").table
    assert second.get(reverse("table", args=[table.code])).status_code == 404


def test_after_an_hour_nothing_of_a_visit_is_left(demo):
    browser = visit()
    before = Event.objects.count()
    with time_machine.travel(timezone.now() + visits.LASTS + timedelta(seconds=1)):
        visits.forget_demos(*visits.over())
        assert browser.get(reverse("classes")).status_code == 302
    assert set(Teacher.objects.values_list("email", flat=True)) == {visits.TEMPLATE}
    whole = Classroom.everything.get()
    assert Student.everybody.exclude(classroom=whole).count() == 0
    kept = {seat.player for seat in Seat.objects.all() if seat.player}
    assert kept <= set(whole.students.values_list("pk", flat=True))
    assert Event.objects.count() == before / 2


def test_a_class_that_lies_ready_is_given_to_one_visitor(demo):
    visits.lay()
    laid = visits.waiting().get()
    visit()
    laid.refresh_from_db()
    assert laid.is_active
    visit()
    assert Teacher.objects.filter(is_active=True).count() == 2


def test_a_class_is_laid_for_each_visitor_who_may_still_come(demo, monkeypatch):
    monkeypatch.setattr(visits, "MOST", 2)
    visit()
    for _look in range(3):
        pupils._lay_one()
    assert (visits.present().count(), visits.waiting().count()) == (1, 1)


def test_visitors_beyond_the_limit_are_refused_in_words(demo, monkeypatch):
    monkeypatch.setattr(visits, "MOST", 1)
    visit()
    answer = Client().post(reverse("demo_begin"))
    assert answer.status_code == 503
    assert "Try again" in words(answer)


def test_what_takes_names_files_or_addresses_is_refused(demo):
    browser = visit()
    classroom = Classroom.objects.get(teachers__is_active=True)
    things = {"classroom_id": classroom.pk, "student": classroom.students.first().pk}
    pages = {page for method, page, *_row in ROWS if method == "POST"} - guard.MAY_POST
    asked = [page for page in pages if set(parameters()[page]) <= things.keys()]
    met = {}
    for page in asked:
        address = reverse(page, kwargs={name: things[name] for name in parameters()[page]})
        met[page] = {browser.post(address).status_code, Client().post(address).status_code}
    assert {"roster", "class_new", "class_rename", "student_rename", "account_signup", "import_several"} <= met.keys()
    assert {page: status for page, status in met.items() if status != {403}} == {}


def test_settings_are_kept_under_no_name(demo):
    browser = visit()
    page = reverse("session_new", args=[Classroom.objects.get(teachers__is_active=True).pk])
    assert [browser.post(page, {"keep_as": name}).status_code for name in ("Ada", "")] == [403, 302]


def test_every_page_that_a_visitor_may_post_to_exists():
    assert set(parameters()) >= guard.MAY_POST


def test_a_school_that_has_no_demo_is_guarded_in_nothing(ana_client, class_4b):
    assert ana_client.post(reverse("class_rename", args=[class_4b.pk]), {"name": "4C"}).status_code == 302
