"""How a teacher sets homework: the form, what a report's link fills in, for whom it is, and how long it is open."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.homework import assignments
from classroom.models import Homework, Student
from classroom.rosters import merging, roster
from tests.conftest import words

CHOSEN = {"corner": "yes", "steps": ["1", "2", "3"]}
USUAL_SUMS = {"yes", "1", "2", "3"}


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("amount", "0", "Type 1 or more."),
        ("amount", "-5", "Type 1 or more."),
        ("amount", "lots", "Type a whole number"),
        ("amount", "1e9", "Type a whole number"),
        ("amount", "100000", "At most 300."),
        ("until", "2020-01-01", "This day is over."),
        ("until", "9999-12-31", "Choose a day within a year."),
        ("until", "31/31/31", "Choose a day, like"),
        ("unit", "hours", "Choose cards, minutes or a check-up."),
        ("steps", "4", "Select a valid choice"),
    ],
)
def test_homework_set_to_nonsense_is_refused_in_words(ana_client, class_4b, field, value, said):
    sensible = CHOSEN | {"unit": "cards", "amount": "20", "until": str(timezone.localdate())}
    page = ana_client.post(reverse("class_homework", args=[class_4b.pk]), sensible | {field: value})
    assert page.status_code == 422
    assert said in words(page)
    assert not Homework.objects.exists()


def test_homework_for_some_is_not_there_for_the_others(bea_at_home, ana_client, class_4b, bea):
    chen = Student.objects.get(classroom=class_4b, name="Chen")
    chosen = CHOSEN | {"unit": "cards", "amount": "20", "until": str(timezone.localdate()), "students": [str(chen.pk)]}
    page = ana_client.post(reverse("class_homework", args=[class_4b.pk]), chosen, follow=True)
    assert "for 1 student" in words(page)
    task = Homework.objects.get()
    assert [row.student for row in assignments.rows(task)] == [chen]
    assert list(assignments.open_for(bea)) == []
    assert list(assignments.open_for(chen)) == [task]
    for answer in (bea_at_home.get, bea_at_home.post):
        assert answer(reverse("practice_homework", args=[task.pk])).status_code == 404


def test_homework_for_a_child_who_left_is_for_nobody_else(ana_client, class_4b, bea):
    until = timezone.now() + timedelta(days=7)
    task = Homework.objects.create(classroom=class_4b, options={"steps": [1]}, amount=5, until=until)
    task.students.add(bea)
    roster.remove_student(bea)
    assert assignments.rows(task) == []
    page = ana_client.get(reverse("homework", args=[task.pk]))
    assert page.status_code == 200
    assert "Amir" not in words(page)
    amir = class_4b.students.get(name="Amir")
    assert list(assignments.open_for(amir)) == []
    roster.forget_student(bea)
    assert list(assignments.open_for(amir)) == []


def test_homework_that_two_records_of_a_child_had_stays_with_both_when_they_are_parted(class_4b, bea):
    (gone,) = roster.add_students(classroom=class_4b, names=["Bea S."])
    until, both = timezone.now() + timedelta(days=7), {bea, gone}
    task = Homework.objects.create(classroom=class_4b, options={"steps": [1]}, amount=5, until=until)
    task.students.set(both)
    merging.merge_students(bea, gone)
    assert [row.student for row in assignments.rows(task)] == [bea]
    merging.part_students(Student.everybody.get(pk=gone.pk))
    assert {row.student for row in assignments.rows(task)} == both


def test_homework_is_for_students_of_the_class_alone(ana_client, class_4b, class_5c):
    stranger = class_5c.students.first()
    chosen = CHOSEN | {"unit": "cards", "amount": "20", "until": str(timezone.localdate())}
    page = ana_client.post(reverse("class_homework", args=[class_4b.pk]), chosen | {"students": [str(stranger.pk)]})
    assert page.status_code == 422
    assert "Choose students of this class." in words(page)
    assert not Homework.objects.exists()


@pytest.mark.parametrize(
    ("skill", "checked"),
    [("1", {"no", "2"}), ("5", {"no", "2"}), ("7", {"yes", "1", "2", "3"}), ("8", USUAL_SUMS), ("x", USUAL_SUMS)],
)
def test_a_reports_link_fills_the_form_in(ana_client, class_4b, bea, skill, checked):
    asked = {"skill": skill, "student": [bea.pk, 99999, "x"]}
    form = ana_client.get(reverse("class_homework", args=[class_4b.pk]), asked).context["form"]
    assert {form["corner"].value(), *form["steps"].value()} == checked
    assert form["until"].value() == timezone.localdate() + timedelta(days=7)
    page = ana_client.get(reverse("class_homework", args=[class_4b.pk]), asked).content.decode()
    assert re.findall(r'name="students" value="(\d+)"[^>]*checked', page) == [str(bea.pk)]


def test_a_link_without_a_kind_of_sum_comes_with_its_child_chosen(ana_client, class_4b, bea):
    page = ana_client.get(reverse("class_homework", args=[class_4b.pk]), {"student": bea.pk})
    form, plain = page.context["form"], ana_client.get(reverse("class_homework", args=[class_4b.pk])).context["form"]
    assert re.findall(r'name="students" value="(\d+)"[^>]*checked', page.content.decode()) == [str(bea.pk)]
    assert form["until"].value() == timezone.localdate() + timedelta(days=7)
    assert (form["corner"].value(), form["steps"].value()) == (plain["corner"].value(), plain["steps"].value())


def test_homework_has_a_week_unless_another_day_is_chosen(ana_client, class_4b):
    form = ana_client.get(reverse("class_homework", args=[class_4b.pk])).context["form"]
    assert form["until"].value() == timezone.localdate() + timedelta(days=7)


def test_homework_is_open_until_the_end_of_its_last_day(ana_client, class_4b, bea):
    today = timezone.localdate()
    sensible = CHOSEN | {"unit": "minutes", "amount": "10", "until": str(today)}
    assert ana_client.post(reverse("class_homework", args=[class_4b.pk]), sensible).status_code == 302
    task = Homework.objects.get()
    assert (assignments.is_over(task), assignments.last_day(task)) == (False, today)
    assert timezone.localtime(task.until).date() == today + timedelta(days=1)


def test_taking_homework_back_asks_first_and_says_who_has_done_it(ana_client, class_4b):
    task = assignments.give(
        class_4b, options={"corner": True, "steps": [1]}, unit="cards", amount=5, last_day=timezone.localdate()
    )
    page = reverse("homework_remove", args=[task.pk])
    assert f'href="{page}"' in ana_client.get(reverse("homework", args=[task.pk])).content.decode()
    asked = words(ana_client.get(page))
    assert "Take this homework back?" in asked
    assert f"0 of {class_4b.students.count()} have done it." in asked
    assert Homework.objects.exists()
    ana_client.post(page)
    assert not Homework.objects.exists()
