"""Who reads in which language: teachers in theirs, children in their own or their class's, others as browsers say."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from classroom.languages import choice
from classroom.models import Attendance, Classroom, Student, Teacher
from tests.conftest import seated


def language_of(page) -> str:
    return re.search(r'<html lang="(.+?)"', page.content.decode())[1]


def test_a_browser_of_which_nobody_is_known_says_its_language(client, db):
    assert language_of(client.get(reverse("join"), headers={"accept-language": "is-IS,is;q=0.9,en;q=0.8"})) == "is"
    assert language_of(client.get(reverse("join"), headers={"accept-language": "de-DE,de;q=0.9"})) == "en"


def test_a_teacher_reads_in_the_language_of_the_account(ana_client, ana_teacher, class_4b):
    page = reverse("class", args=[class_4b.pk])
    assert language_of(ana_client.get(page, headers={"accept-language": "es"})) == "es"
    Teacher.objects.update(language="is")
    assert language_of(ana_client.get(page, headers={"accept-language": "es"})) == "is"


def test_a_new_account_and_a_new_class_begin_with_the_language_of_the_page(db):
    with translation.override("es-mx"):
        assert Classroom.objects.create(name="5A").language == "es"
    with translation.override("de"):
        assert Classroom.objects.create(name="5B").language == "en"


def test_the_projector_speaks_the_language_of_the_class(ana_client, ana_teacher, class_4b, lesson):
    Teacher.objects.update(language="is")
    Classroom.objects.update(language="es")
    assert language_of(ana_client.get(reverse("session_screen", args=[lesson.pk]))) == "es"
    assert language_of(ana_client.get(reverse("session_attendance", args=[lesson.pk]))) == "is"


@pytest.mark.parametrize(("own", "of_the_class", "read"), [("", "is", "is"), ("es", "is", "es")])
def test_a_child_reads_in_its_own_language_or_else_in_that_of_its_class(lesson, bea, own, of_the_class, read):
    Student.objects.filter(pk=bea.pk).update(language=own)
    Classroom.objects.update(language=of_the_class)
    browser = seated(Attendance.objects.get(student=bea))
    assert language_of(browser.get(reverse("join"))) == read
    assert language_of(browser.get(reverse("my_page"))) == read


def test_a_cookie_that_names_no_language_is_nothing(client, db):
    client.cookies["language"] = "../etc"
    assert language_of(client.get(reverse("join"))) == "en"
    assert choice.chosen_at(client.get(reverse("join")).wsgi_request) == ""
