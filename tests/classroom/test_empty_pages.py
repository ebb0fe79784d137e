"""Pages that have nothing to show yet: each has the fan of cards, one sentence, and a way on."""

import re

import pytest
from django.urls import reverse

from classroom.models import Student, Teacher
from tests.conftest import make_class

pytestmark = pytest.mark.django_db

FAN = '<div class="panel empty"'
WAYS_ON = {
    "earlier": "next_year",
    "class_sessions": "session_new",
    "class_groups": "group_new",
    "class_report": "session_new",
    "student_report": "session_new",
}
WITHOUT = ("classes_removed", "students_removed", "student_certificate")


@pytest.fixture
def mia(ana_teacher: Teacher) -> Student:
    return make_class(ana_teacher, "2B", ["Mia"]).students.get()


def _of(mia: Student, name: str) -> list[int]:
    """Return what the address of a page names: the child, the class, or nobody."""
    if name.startswith("student_"):
        return [mia.pk]
    return [mia.classroom_id] if name.startswith(("class_", "students_", "session_", "group_")) else []


@pytest.mark.parametrize("name", [*WAYS_ON, *WITHOUT])
def test_a_page_with_nothing_to_show_has_a_picture_and_one_sentence(ana_client, mia, name):
    html = ana_client.get(reverse(name, args=_of(mia, name))).content.decode()
    assert html.count(FAN) == 1
    assert html.count('class="fan"') == 1


@pytest.mark.parametrize(("name", "way_on"), WAYS_ON.items())
def test_the_next_step_is_a_button_in_the_panel(ana_client, mia, name, way_on):
    html = ana_client.get(reverse(name, args=_of(mia, name))).content.decode()
    panel = re.search(rf"{FAN}.*?</div>\s*</div>", html, re.DOTALL)
    assert re.search(rf'<a class="button( primary)?"\s+href="{reverse(way_on, args=_of(mia, way_on))}">', panel[0])
