"""A class report and a child's, as a teacher who sees nothing hears them, in three languages."""

import re
from pathlib import Path

import pytest

from tests.browser.conftest import People
from tests.browser.driving.pages import demo_teacher, teachers_pages
from tests.browser.driving.people import Teacher
from tests.browser.driving.server import Server
from tests.browser.ears.ears import Ears, is_said, nameless
from tests.browser.ears.test_by_ear import pytestmark
from tests.browser.ears.words import REPORTS

__all__ = ["pytestmark"]

CHOOSES = """language => {
    const csrfmiddlewaretoken = document.querySelector("[name=csrfmiddlewaretoken]").value;
    const body = new URLSearchParams({ csrfmiddlewaretoken, language });
    return fetch("/language/", { method: "POST", body }).then(({ ok }) => ok);
}"""
CHILD = "heading, Amara O., level 1"


@pytest.fixture(scope="module")
def server(school: Server) -> Server:
    """The server with the demo class."""
    return school


@pytest.fixture
def reports(people: People, prepared_school: Path) -> tuple[Teacher, str, str]:
    """The teacher of the demo class, its report and the report of its first child."""
    teacher = demo_teacher(people, prepared_school)
    pages = teachers_pages(teacher)
    of_class, of_child = (
        next(page for page in pages if re.fullmatch(pattern, page))
        for pattern in (r"/classes/\d+/report/", r"/students/\d+/report/")
    )
    return teacher, of_class, of_child


def test_reports_are_read_by_ear_in_three_languages(reports: tuple[Teacher, str, str]) -> None:
    teacher, of_class, of_child = reports
    for words in REPORTS:
        assert teacher.page.evaluate(CHOOSES, words.locale)
        hears(teacher, of_class, "heading, Demo class, level 1", *words.of_class)
        hears(teacher, of_child, f"link, {words.back}", CHILD, *words.of_child)


def hears(teacher: Teacher, page: str, *sentences: str) -> None:
    """The page is read from its top: these are said in this order, and whatever can be pressed has a name."""
    teacher.goes(page)
    said = Ears(teacher.page).reads()
    left = iter(said)
    for sentence in sentences:
        assert any(is_said(sentence, phrase) for phrase in left), (sentence, said)
    assert nameless(said) == []
