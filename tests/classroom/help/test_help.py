"""The question mark on every teacher's page, and the tour of a first lesson."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from classroom.help import tour
from classroom.manual import catalogue
from classroom.models import Teacher
from classroom.sessions import lifecycle
from tests.doors.laid_out import parameters
from tests.doors.table import ROWS

NO_PAGES = {
    "session_ask",
    "session_screen",
    "join_secret",
    "waiting",
    "waiting_break",
    "card",
    "card_typed",
    "my_face",
    "typed",
}
"""What a teacher may open that is no page of theirs: fragments, the projector, children's pages."""
FILES = ("_csv", "_xlsx", "_json", "_archive", "_research", "_results")
PAGES = {
    page
    for method, page, nobody, _ben, ana, _bea in ROWS
    if method == "GET" and nobody == "302" and ana in ("200", "302", "409")
} - NO_PAGES


@pytest.mark.parametrize("page", sorted(page for page in PAGES if not page.endswith(FILES)))
def test_every_teachers_page_is_explained_in_the_manual(page):
    assert [topic.name for topic in catalogue.topics() if page in topic.of] == [catalogue.of(page)]


def test_the_manual_explains_pages_that_are_there_and_each_of_its_pages_has_a_picture():
    assert {page for topic in catalogue.topics() for page in topic.of} <= set(parameters())
    drawn = (settings.BASE_DIR / "templates" / "classroom" / "manual" / "_picture.html").read_text()
    named = re.findall(r'if name == "([^"]+)"', drawn)
    assert sorted(topic.name for topic in catalogue.topics() if not topic.drawn) == sorted(named)


@pytest.mark.parametrize("page", ["classes", "class", "session_new", "class_report", "account"])
def test_a_question_mark_leads_from_a_page_to_its_own_in_the_manual(ana_client, class_4b, page):
    numbers = [class_4b.pk] if "classroom_id" in parameters()[page] else []
    assert mark_on(ana_client.get(reverse(page, args=numbers))) == reverse("manual_topic", args=[catalogue.of(page)])


@pytest.mark.django_db(transaction=True)
def test_the_monitor_has_it_in_its_toolbar(ana_client, lesson):
    assert mark_on(ana_client.get(reverse("session_monitor", args=[lesson.pk]))) == reverse(
        "manual_topic", args=["watch"]
    )


def mark_on(answer) -> str:
    """Return where the one question mark of this page leads."""
    (address,) = re.findall(r'<a class="help" href="([^"]*)"', answer.content.decode())
    return address


def test_the_end_of_a_session_is_explained_by_a_page_of_its_own():
    assert catalogue.of("session") != catalogue.of("session", "ended")


def test_children_and_strangers_get_none(client, bea_client):
    assert 'class="help"' not in client.get(reverse("account_login")).content.decode()
    assert 'class="help"' not in bea_client.get(reverse("my_page")).content.decode()


# The tour


@pytest.fixture
def new_teacher(ana_teacher) -> Teacher:
    tour.begin(ana_teacher)
    return ana_teacher


def step_on(browser: Client, page: str, *numbers: int) -> str:
    words = browser.get(reverse(page, args=numbers), follow=True).content.decode()
    return words.split("<b>")[1].split("</b>")[0] if 'class="tour"' in words else ""


@pytest.mark.django_db
def test_it_begins_with_the_account(client):
    posted = {"email": "new@school.example", "name": "Ms New", "password1": "seven ate nine"}
    page = client.post(reverse("account_signup"), posted, follow=True).content.decode()
    assert "<b>1/6</b>" in page


def test_its_six_steps_follow_a_lesson(new_teacher, ana_client, class_4b):
    steps = [step_on(ana_client, "classes"), step_on(ana_client, "session_new", class_4b.pk)]
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    steps.append(step_on(ana_client, "session", session.pk))
    for student in class_4b.students.all():
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    assert tour.step(new_teacher, "session_monitor").number == 4
    lifecycle.end(session=session)
    steps += [step_on(ana_client, "session", session.pk), step_on(ana_client, "class_report", class_4b.pk)]
    assert steps == ["1/6", "2/6", "3/6", "5/6", "6/6"]


def test_it_is_left_at_any_time_and_started_again_from_help(new_teacher, ana_client, class_4b):
    back = reverse("session_new", args=[class_4b.pk])
    assert ana_client.post(reverse("help_tour"), {"do": "leave", "next": back}).url == back
    assert step_on(ana_client, "classes") == ""
    assert "Show me round in six steps" in ana_client.get(reverse("manual")).content.decode()
    ana_client.post(reverse("help_tour"), {"do": "begin"})
    assert step_on(ana_client, "classes") == "1/6"


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", "-1", "manual", "http://[", ""])
def test_leaving_it_leads_to_no_other_site_and_to_no_word(new_teacher, ana_client, back):
    answer = ana_client.post(reverse("help_tour"), {"do": "leave", "next": back})
    assert answer.url == reverse("classes")


def test_a_second_lesson_is_begun_without_it(new_teacher, ana_client, class_4b):
    posted = {"mode": "race", "table_size": "2", "corner": "yes", "steps": ["1"], "wrong_pause": "0", "away": "wait"}
    for still_on in (True, False):
        ana_client.post(reverse("session_new", args=[class_4b.pk]), posted)
        new_teacher.refresh_from_db()
        assert (new_teacher.tour_began is not None) == still_on
        lifecycle.end(session=lifecycle.open_of(class_4b))
