"""A teacher's classes: the list, making, renaming and removing one."""

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from classroom import sessions
from classroom.models import Classroom, Student
from game.models import Seat, Table
from tests.conftest import make_class


def url(page: str, thing: Classroom | None = None) -> str:
    return reverse(page, args=[thing.pk] if thing else [])


def test_the_first_visit_shows_the_three_steps(ana_client):
    page = ana_client.get(url("classes")).content.decode()
    assert "Make your first class (2 minutes)" in page
    assert "make demo" in page


def test_a_new_class_opens_with_the_box_to_paste_names(ana_client):
    answer = ana_client.post(url("class_new"), {"name": "  4B "}, follow=True)
    assert answer.redirect_chain == [(url("class", Classroom.objects.get(name="4B")), 302)]
    assert "Paste names, one per line" in answer.content.decode()


@pytest.mark.parametrize("name", ["", "   ", "4b", "x" * 61, "=4B", "4\x07B", "???"])
def test_a_class_name_that_cannot_be_is_refused_and_kept_in_the_form(ana_client, class_4b, name):
    page = ana_client.post(url("class_new"), {"name": name}).content.decode()
    assert "There is a problem" in page
    assert "<title>Error: " in page
    assert Classroom.objects.count() == 1


def test_a_teacher_never_sees_another_teachers_class(ben_client, class_4b, class_5c):
    words = strip_tags(ben_client.get(url("classes")).content.decode()).split()
    assert "5C" in words
    assert "4B" not in words


def test_a_running_session_stands_on_top_with_its_code(ana_client, lesson):
    page = ana_client.get(url("classes")).content.decode()
    assert f"{lesson.code[:3]} {lesson.code[3:]}" in page
    assert "2 students in" in page
    assert page.index("Go to it") < page.index("<table")


def test_the_list_asks_the_database_as_often_for_one_class_as_for_twenty(
    ana_client, ana_teacher, class_4b, django_assert_num_queries
):
    with django_assert_num_queries(6):
        ana_client.get(url("classes"))
    for number in range(19):
        make_class(ana_teacher, f"Class {number}", ["Gus", "Hana"])
    with django_assert_num_queries(6):
        assert "Class 18" in ana_client.get(url("classes")).content.decode()


def test_the_students_page_asks_the_database_as_often_for_four_students_as_for_a_hundred(
    ana_client, class_4b, django_assert_num_queries
):
    with django_assert_num_queries(6):
        ana_client.get(url("class", class_4b))
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"Student {number}") for number in range(96))
    with django_assert_num_queries(6):
        assert "Student 95" in ana_client.get(url("class", class_4b)).content.decode()


def test_students_and_classes_stand_in_the_order_of_the_alphabet(ana_client, ana_teacher, settings):
    settings.ALPHABET = "is"
    make_class(ana_teacher, "10A", ["Sam"])
    room = make_class(ana_teacher, "4B", ["Örn", "Ári", "Azra"])
    page = ana_client.get(url("class", room)).content.decode()
    assert page.index(">Azra<") < page.index(">Ári<") < page.index(">Örn<")
    page = ana_client.get(url("classes")).content.decode()
    assert page.index(">4B<") < page.index(">10A<")


def test_renaming_a_class_to_its_own_name_in_another_spelling_is_fine(ana_client, class_4b):
    ana_client.post(url("class_rename", class_4b), {"name": "4b"})
    class_4b.refresh_from_db()
    assert class_4b.name == "4b"


def test_removing_a_class_says_what_goes(ana_client, class_4b):
    page = ana_client.get(url("class_remove", class_4b)).content.decode()
    assert "the class with 4 students" in page
    assert Classroom.objects.exists()


def test_removing_a_class_leaves_nothing_of_it(ana_client, class_4b, class_5c, lesson):
    sessions.end(session=lesson)
    ana_client.post(url("class_remove", class_4b))
    assert list(Classroom.objects.values_list("name", flat=True)) == ["5C"]
    assert set(Student.objects.values_list("name", flat=True)) == {"Eli", "Fay"}
    assert not Table.objects.exists()
    assert not Seat.objects.exists()


def test_a_class_that_is_playing_is_not_removed(ana_client, class_4b, lesson):
    answer = ana_client.post(url("class_remove", class_4b))
    assert answer.status_code == 409
    assert "End it first" in answer.content.decode()
    assert Student.objects.count() == 4
