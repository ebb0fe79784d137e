"""A group from a list: those whom it names are ticked, whatever it looks like, and nothing is kept yet."""

import re

import pytest
from django.urls import reverse

from classroom.groups import from_list
from classroom.models import Classroom, Student
from tests.conftest import make_class, words

NAMES = ["Ada", "Zoe Z.", "Ana-Lísa", "Þór", "李小龙", "Amir A.", "Amir B."]


@pytest.fixture
def seven(ana_teacher) -> Classroom:
    return make_class(ana_teacher, "6A", NAMES)


def called(classroom: Classroom, listed: from_list.ListedChildren) -> set[str]:
    return set(classroom.students.filter(pk__in=listed.students).values_list("name", flat=True))


@pytest.mark.parametrize(
    ("pasted", "found"),
    [
        ("Ada\nÞór", {"Ada", "Þór"}),
        ("1. ada\r\n2.  ÞÓR \r\n", {"Ada", "Þór"}),
        ("• Ana-Lísa\n• 李小龙", {"Ana-Lísa", "李小龙"}),
        ("Zola, Zoe\nLovelace, Ada", {"Zoe Z.", "Ada"}),
        ("First name;Last name\nZoe;Zola\nAda;Lovelace\n", {"Zoe Z.", "Ada"}),
        ("First name\tLast name\tClass\nZoe\tZola\t6A\nAda\tLovelace\t6B\n", {"Zoe Z.", "Ada"}),
        ("Amir Aslan", {"Amir A."}),
        ("Ada\nAda", {"Ada"}),
    ],
)
def test_a_list_is_read_as_any_list_of_a_class(seven, pasted, found):
    assert called(seven, from_list.read(pasted, seven)) == found


def test_who_is_not_here_or_might_be_two_is_said_and_not_ticked(seven):
    listed = from_list.read("Ada\nAmir\nNobody Known", seven)
    assert called(seven, listed) == {"Ada"}
    assert {name.split()[0] for name in listed.unknown} == {"Amir", "Nobody"}


@pytest.mark.parametrize(
    "pasted", [";;;", "\n \n", "\x00", "=1+1", "x" * 5000, "\n".join(f"Kid {n}" for n in range(301))]
)
def test_nonsense_ticks_nobody_and_says_why(seven, pasted):
    listed = from_list.read(pasted, seven)
    assert not listed.students
    assert listed.problem or listed.unknown


def test_nobody_of_another_class_and_nobody_who_left_is_ticked(seven, class_5c):
    Student.objects.filter(classroom=seven, name="Ada").update(removed_at="2026-01-01T00:00Z")
    other = class_5c.students.first().name
    assert not from_list.read(f"Ada\n{other}", seven).students


def test_the_page_ticks_them_and_keeps_what_was_typed(ana_client, seven):
    new = reverse("group_new", args=[seven.pk])
    thor = seven.students.get(name="Þór")
    typed = {"name": "Moons", "sign": "star", "students": [thor.pk], "listed": "Ada\nNobody", "tick": "1"}
    shown = ana_client.post(new, typed)
    page = shown.content.decode()
    ticked = re.findall(r'name="students" value="(\d+)"[^>]*checked', page)
    assert {int(pk) for pk in ticked} == {thor.pk, seven.students.get(name="Ada").pk}
    assert 'value="Moons"' in page
    assert "1 child of the list is ticked. Not in this class, or not to be told apart: Nobody" in words(shown)
    assert "There is a problem" not in words(shown)
    assert not seven.groups.exists()


def test_a_group_that_is_there_takes_a_list_too(ana_client, seven):
    ada = seven.students.get(name="Ada")
    ana_client.post(reverse("group_new", args=[seven.pk]), {"name": "Moons", "sign": "moon", "students": [ada.pk]})
    group = seven.groups.get()
    shown = ana_client.post(reverse("group", args=[group.pk]), {"listed": "Þór", "tick": "1", "students": [ada.pk]})
    assert "1 child of the list is ticked." in words(shown)
    assert list(group.students.all()) == [ada]


def test_enter_in_another_field_saves(ana_client, seven):
    """Browsers press the first button of a form then, which is the list's."""
    ada = seven.students.get(name="Ada")
    typed = {"name": "Moons", "sign": "moon", "students": [ada.pk], "listed": " ", "tick": "1"}
    assert ana_client.post(reverse("group_new", args=[seven.pk]), typed).status_code == 302
    assert seven.groups.exists()


def test_a_list_of_a_whole_country_is_refused_in_words(seven):
    assert "Take only the list of the class" in from_list.read("Ada\n" * 40_000, seven).problem
