"""A teacher's classes: the list, making, renaming and removing one."""

import re
from collections import Counter
from datetime import timedelta

import pytest
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from classroom.homework import assignments
from classroom.models import Classroom, Homework, Student
from classroom.rosters import merging, roster
from classroom.rosters.imports import apply, drafts
from classroom.sessions import lifecycle
from game.models import Seat, Table
from tests.classroom.rosters.conftest import names_in
from tests.conftest import make_class


def url(page: str, thing: Model | None = None) -> str:
    return reverse(page, args=[thing.pk] if thing else [])


def test_the_first_visit_shows_the_three_steps_and_a_picture_of_each_game(ana_client):
    page = ana_client.get(url("classes")).content.decode()
    assert "Make your first class (2 minutes)" in page
    assert "Look at the demo class" in page
    games = page.split('<ul class="games">')[1].split("</ul>")[0]
    assert re.findall("<strong>(.*?)</strong>", games) == ["Around the Corner", "Nine to Nothing"]
    assert games.count("<svg viewBox") == 2


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
    assert page.index("Go to it") < page.index("class-cards")


def test_the_list_asks_the_database_as_often_for_one_class_as_for_twenty(
    ana_client, ana_teacher, class_4b, django_assert_num_queries
):
    with django_assert_num_queries(12):
        ana_client.get(url("classes"))
    for number in range(19):
        make_class(ana_teacher, f"Class {number}", ["Gus", "Hana"])
    with django_assert_num_queries(12):
        assert "Class 18" in ana_client.get(url("classes")).content.decode()


def test_the_students_page_asks_the_database_as_often_for_four_students_as_for_a_hundred(
    ana_client, class_4b, django_assert_num_queries
):
    with django_assert_num_queries(10):
        ana_client.get(url("class", class_4b))
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"Student {number}") for number in range(96))
    with django_assert_num_queries(10):
        assert "Student 95" in ana_client.get(url("class", class_4b)).content.decode()


def test_students_and_classes_stand_in_the_order_of_the_alphabet(ana_client, ana_teacher, settings):
    settings.ALPHABET = "is"
    make_class(ana_teacher, "10A", ["Sam"])
    classroom = make_class(ana_teacher, "4B", ["Örn", "Ári", "Azra"])
    page = ana_client.get(url("class", classroom)).content.decode()
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


def test_removing_a_class_asks_for_its_name(ana_client, class_4b):
    for typed in ("", "4C"):
        answer = ana_client.post(url("class_remove", class_4b), {"name": typed})
        assert answer.status_code == 422
        assert "There is a problem" in answer.content.decode()
    assert Classroom.objects.get() == class_4b


@pytest.fixture
def task(class_4b) -> Homework:
    return assignments.give(class_4b, options={}, unit="cards", amount=5, last_day=timezone.localdate())


@pytest.fixture
def removed(ana_client, class_4b, class_5c, lesson, task) -> Classroom:
    """4B, removed after a lesson and with homework, in which Dana had been removed before."""
    lifecycle.end(session=lesson)
    roster.remove_student(class_4b.students.get(name="Dana"))
    answer = ana_client.post(url("class_remove", class_4b), {"name": " 4b "}, follow=True)
    assert "For 30 days you can take it back, under “Removed classes”." in answer.content.decode()
    class_4b.refresh_from_db()
    return class_4b


def test_a_removed_class_is_on_no_page_and_behind_no_door(ana_client, client, bea, removed, lesson, task):
    assert "4B" not in strip_tags(ana_client.get(url("classes")).content.decode()).replace("4B is removed", "")
    behind = [
        url("class", removed),
        url("class_report", removed),
        url("session", lesson),
        url("session_report", lesson),
        url("student_report", bea),
        url("homework", task),
        url("students_removed", removed),
        url("class_sign_in", removed),
    ]
    assert {path: ana_client.get(path).status_code for path in behind} == dict.fromkeys(behind, 404)
    gone = removed.students(manager="everybody").get(name="Dana")
    assert ana_client.post(url("student_take_back", gone)).status_code == 404
    assert client.get(reverse("card", args=[bea.card])).status_code == 404
    assert set(Student.objects.values_list("name", flat=True)) == {"Eli", "Fay"}


def test_a_removed_class_is_taken_back_with_all_that_it_had(ana_client, ben_client, removed, lesson):
    assert "4B" in strip_tags(ana_client.get(url("classes_removed")).content.decode())
    assert ben_client.post(url("class_take_back", removed)).status_code == 404
    page = ana_client.post(url("class_take_back", removed), follow=True).content.decode()
    assert "4B is back, with all results." in page
    assert names_in(removed) == ["Amir", "Bea", "Chen"]
    assert ana_client.get(url("session_report", lesson)).status_code == 200
    assert ana_client.post(url("class_take_back", removed)).status_code == 404


def test_a_class_is_not_taken_back_beside_another_one_of_its_name(ana_client, ana_teacher, removed):
    make_class(ana_teacher, "4b", [])
    page = ana_client.post(url("class_take_back", removed), follow=True).content.decode()
    assert "There is a class called 4B now." in page
    assert Classroom.everything.get(pk=removed.pk).removed_at


def test_after_thirty_days_nothing_is_left_of_a_removed_class(ana_client, removed):
    long_ago = timezone.now() - roster.KEPT_AFTER_REMOVAL - timedelta(minutes=1)
    Classroom.everything.filter(pk=removed.pk).update(removed_at=long_ago)
    assert "4B" not in strip_tags(ana_client.get(url("classes_removed")).content.decode())
    assert list(Classroom.everything.values_list("name", flat=True)) == ["5C"]
    assert set(Student.everybody.values_list("name", flat=True)) == {"Eli", "Fay"}
    assert not Table.objects.exists()
    assert not Seat.objects.exists()


def test_a_removed_class_that_is_part_of_another_says_of_which(ana_client, ana_teacher, class_4b):
    other = make_class(ana_teacher, "4C", ["Finn"])
    merging.merge_classes(class_4b, other)
    page = ana_client.get(url("classes_removed")).content.decode()
    assert "Now part of: 4B" in page
    roster.remove_classroom(make_class(ana_teacher, "4D", ["Gia"]))
    assert ana_client.get(url("classes_removed")).content.decode().count("Now part of") == 1


def test_nothing_on_the_page_of_a_class_leads_where_another_link_of_it_does(ana_client, ana_teacher, class_4b):
    apply.apply(drafts.from_text("Gus", teacher=ana_teacher, classroom=class_4b), {})
    page = ana_client.get(url("class", class_4b)).content.decode()
    main = page[page.index("<main") :]
    often = Counter(re.findall(rf'<a[^>]*href="(/classes/{class_4b.pk}/[^"]+)"', main))
    assert {link: count for link, count in often.items() if count > 1} == {}
    assert {url("class_files", class_4b), url("class_cards", class_4b), url("class_sign_in", class_4b)} <= {*often}


def test_a_class_that_is_playing_is_not_removed(ana_client, class_4b, lesson):
    answer = ana_client.post(url("class_remove", class_4b))
    assert answer.status_code == 409
    assert "End it first" in answer.content.decode()
    assert Student.objects.count() == 4
