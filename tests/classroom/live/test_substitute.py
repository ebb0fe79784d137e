"""A substitute's day: the code opens one class on one day, to start, pause and end, and shows no name."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.joining.sign_in import throttling
from classroom.live.substitute import views
from classroom.models import Attendance, AuditEntry, Classroom, ClassSession, Guesses, SubstituteDay
from classroom.sessions import lifecycle
from tests.classroom.conftest import open_lobby
from tests.conftest import words

DESK = "/substitute/"
State = ClassSession.State


@pytest.fixture
def code(ana_client, class_4b):
    """The code of today for a class that has played before."""
    lifecycle.end(session=open_lobby(class_4b))
    ana_client.post(reverse("class_substitute", args=[class_4b.pk]), {"until": timezone.localdate().isoformat()})
    return views.code_of_day(SubstituteDay.objects.get())


@pytest.fixture
def substitute(code):
    browser = Client()
    assert browser.post(DESK, {"code": code.lower()}).status_code == 302
    return browser


def does(browser: Client, *acts: str) -> str:
    for act in acts:
        browser.post(reverse("substitute_act", args=[act]))
    return words(browser.get(DESK))


def test_the_sheet_says_the_code_and_the_school_keeps_only_that_there_is_one(ana_client, class_4b, code):
    page = words(ana_client.get(reverse("class_substitute", args=[class_4b.pk])))
    assert f"{code[:4]} {code[4:]}" in page
    held = SubstituteDay.objects.values().get()
    assert code not in str(held)
    assert AuditEntry.objects.get(page="class_substitute").about == {"classroom": class_4b.pk}


@pytest.mark.django_db(transaction=True)
def test_it_opens_starts_pauses_goes_on_and_ends_a_lesson(substitute, class_4b):
    assert "Open the lobby" in words(substitute.get(DESK))
    page = does(substitute, "open")
    session = ClassSession.objects.exclude(state=State.ENDED).get()
    assert f"{session.code[:3]} {session.code[3:]}" in page
    for child in class_4b.students.all()[:3]:
        lifecycle.arrive(session=session, student=child)
    assert "3 of 4 are in." in words(substitute.get(DESK))
    assert "They play: 0 cards so far. Look again" in does(substitute, "start")
    assert "All screens stand still." in does(substitute, "pause")
    assert "They play" in does(substitute, "resume")
    assert "Open the lobby" in does(substitute, "end")
    session.refresh_from_db()
    assert session.state == State.ENDED
    assert session.opened_by == class_4b.teachers.get()


@pytest.mark.django_db(transaction=True)
def test_no_page_of_it_names_a_child_and_no_other_page_opens(substitute, class_4b):
    names = set(class_4b.students.values_list("name", flat=True))
    seen = words(substitute.get(DESK)) + does(substitute, "open") + does(substitute, "start")
    assert not {name for name in names if name in seen}
    session = ClassSession.objects.exclude(state=State.ENDED).get()
    for page in ("session", "session_screen", "session_monitor", "session_report"):
        assert substitute.get(reverse(page, args=[session.pk])).status_code == 302
    assert substitute.get(reverse("class_report", args=[class_4b.pk])).status_code == 302


def test_what_is_no_act_of_a_lesson_does_nothing(substitute, class_4b):
    assert "Start" in does(substitute, "open", "remove")
    assert lifecycle.open_of(class_4b).state == State.LOBBY


@pytest.mark.django_db(transaction=True)
def test_start_names_no_child_whose_device_is_silent(substitute, class_4b):
    does(substitute, "open")
    session = ClassSession.objects.exclude(state=State.ENDED).get()
    children = list(class_4b.students.all()[:3])
    for child in children:
        lifecycle.arrive(session=session, student=child)
    Attendance.objects.filter(student=children[0]).update(arrived_at=timezone.now() - timedelta(minutes=5))
    seen = does(substitute, "start")
    assert "They play: 0 cards so far." in seen
    assert children[0].name not in seen


@pytest.mark.django_db(transaction=True)
def test_a_desk_that_asks_is_told_what_is_new_with_few_queries(
    substitute, ana_client, class_4b, django_assert_num_queries
):
    does(substitute, "open")
    ask = reverse("substitute_ask")
    news = substitute.get(ask).json()
    assert "0 of 4 are in." in news["html"]
    with django_assert_num_queries(4):
        assert substitute.get(ask, {"seen": news["n"]}).status_code == 204
    for child in class_4b.students.all()[:3]:
        lifecycle.arrive(session=lifecycle.open_of(class_4b), student=child)
    ana_client.post(reverse("session_start", args=[lifecycle.open_of(class_4b).pk]))
    with django_assert_num_queries(6):
        assert "They play: 0 cards so far." in substitute.get(ask, {"seen": news["n"]}).json()["html"]
    ana_client.post(reverse("session_pause", args=[lifecycle.open_of(class_4b).pk]))
    with django_assert_num_queries(3):
        assert "All screens stand still." in substitute.get(ask).json()["html"]
    views.take_day_back(class_4b)
    assert substitute.get(ask).json() == {"t": "goto", "url": DESK}


def test_a_code_of_one_class_ends_no_lesson_of_another(substitute, class_5c):
    theirs = open_lobby(class_5c)
    does(substitute, "end")
    theirs.refresh_from_db()
    assert theirs.state == State.LOBBY


@pytest.mark.parametrize("days_later", [-1, 1])
def test_on_another_day_the_code_opens_nothing(code, substitute, days_later):
    with time_machine.travel(timezone.now() + timedelta(days=days_later)):
        assert Client().post(DESK, {"code": code}).status_code == 404
        assert "Open the lobby" not in words(substitute.get(DESK))


def ended(ana_client, class_4b):
    ana_client.post(reverse("class_substitute", args=[class_4b.pk]), {"end": "yes"})


def given_anew(ana_client, class_4b):
    ana_client.post(reverse("class_substitute", args=[class_4b.pk]), {"until": timezone.localdate().isoformat()})


def archived(_ana_client, class_4b):
    Classroom.objects.filter(pk=class_4b.pk).update(archived_at=timezone.now())


def removed(_ana_client, class_4b):
    Classroom.objects.filter(pk=class_4b.pk).update(removed_at=timezone.now())


def teacher_out(_ana_client, class_4b):
    class_4b.teachers.update(is_active=False)


def teacher_off(_ana_client, class_4b):
    class_4b.teachings.all().delete()


@pytest.mark.parametrize("over", [ended, given_anew, archived, removed, teacher_out, teacher_off])
def test_a_code_that_is_over_ends_where_it_is_in_use(over, code, substitute, ana_client, class_4b):
    over(ana_client, class_4b)
    assert "Type the code on your sheet" in does(substitute, "open")
    assert ClassSession.objects.exclude(state=State.ENDED).count() == 0
    assert Client().post(DESK, {"code": code}).status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("over", "may_end"), [(teacher_out, True), (teacher_off, True), (ended, False)])
def test_whose_code_is_over_in_a_lesson_reads_why_and_can_end_it_unless_it_was_withdrawn(
    over, may_end, substitute, ana_client, class_4b
):
    does(substitute, "open")
    session = ClassSession.objects.exclude(state=State.ENDED).get()
    for child in class_4b.students.all()[:3]:
        lifecycle.arrive(session=session, student=child)
    does(substitute, "start")
    over(ana_client, class_4b)
    page = does(substitute, "pause")
    assert "The code that was typed here is no longer valid." in page
    assert ("End the lesson" in page) == may_end
    assert "End the lesson" not in does(substitute, "end")
    session.refresh_from_db()
    assert (session.state, session.paused_at) == (State.ENDED if may_end else State.PLAYING, None)


def test_from_an_address_that_has_guessed_too_often_no_code_opens_anything(code):
    Client().post(DESK, {"code": "22222222"})
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET)
    browser = Client()
    assert browser.post(DESK, {"code": code}).status_code == 404
    assert "Open the lobby" not in words(browser.get(DESK))


def test_the_code_gives_the_browser_a_new_session_key(code):
    browser = Client()
    before = browser.session.session_key
    browser.post(DESK, {"code": code})
    assert browser.session.session_key != before


def test_who_is_done_leaves_nothing_at_the_device(substitute):
    assert "Type the code on your sheet" in does(substitute, "leave")
