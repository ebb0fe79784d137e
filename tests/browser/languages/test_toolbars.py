"""The toolbar of a lesson stands in one row on a small laptop, in every language, whatever there is to press on it."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser

from classroom.models import ClassSession, Teacher
from classroom.sessions import lifecycle
from tests.browser.languages.test_room_for_words import in_a_thread
from tests.browser.pictures.screen import Screen
from tests.browser.pictures.shown import Pictures, seen
from tests.conftest import make_class, signed_in

CHILDREN = ["Ada", "Bea", "Chen", "Dana", "Eli", "Finn", "Gus", "Hana", "Ida", "Jan", "Kim", "Lea"]
LAPTOPS = {1024: 768, 1366: 768}
BELOW = """() => {
  const all = document.querySelectorAll(".toolbar > :not(#class-state), #class-state > *");
  const parts = [...all].filter(each => each.offsetWidth);
  const end = parts[0].getBoundingClientRect().bottom;
  return parts.filter(each => each.getBoundingClientRect().top >= end).map(each => each.textContent.trim());
}"""
"""What stands below the first button."""


def _lesson(language: str) -> Pictures:
    """Return the lobby, and the monitor with a time limit while the tables play and while all eyes are up."""
    teacher = Teacher.objects.create_user("ann@school.example", "seven ate nine", name="Ann", language=language)
    classroom = make_class(teacher, "4B", CHILDREN)
    lesson = lifecycle.open_session(
        classroom=classroom, game="around_the_corner", options={"corner": True, "steps": [1, 2, 3]}, table_size=4
    )
    for child in classroom.students.all():
        lifecycle.arrive(session=lesson, student=child)
    browser, rows = signed_in(teacher), ClassSession.objects.filter(pk=lesson.pk)
    found = seen("teacher", browser, {"lobby": reverse("session", args=[lesson.pk])})
    lifecycle.start(session=lesson)
    monitor = reverse("session_monitor", args=[lesson.pk])
    rows.update(ends_at=timezone.now() + timedelta(minutes=9))
    found |= seen("teacher", browser, {"playing": monitor})
    rows.update(paused_at=timezone.now())
    return found | seen("teacher", browser, {"eyes-up": monitor})


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_toolbar_of_a_lesson_stands_in_one_row(browser: Browser, language: str) -> None:
    screen, below = Screen(browser), dict[tuple[str, int], list[str]]()
    for name, shown in in_a_thread(lambda: _lesson(language)).items():
        screen.shows(shown)
        below |= {(name, width): page.evaluate(BELOW) for width, page in screen.at_widths(LAPTOPS)}
    screen.closes()
    assert {place: parts for place, parts in below.items() if parts} == {}
