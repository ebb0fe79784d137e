"""Homework on paper: each child's own next sums, the first ones with hops that do not name the answer."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.homework.around_the_corner.sheets import SUMS, WITH_HOPS, sheets
from classroom.models import Homework
from tests.conftest import words


@pytest.fixture
def task(class_4b) -> Homework:
    until = timezone.now() + timedelta(days=3)
    return Homework.objects.create(
        classroom=class_4b, options={"corner": False, "steps": [1, 2]}, unit="cards", amount=10, until=until
    )


def test_every_child_it_is_for_has_a_sheet_of_sums_of_this_homework(ana_client, class_4b, task):
    page = ana_client.get(reverse("homework_sheets", args=[task.pk])).content.decode()
    assert re.findall(r'<h2 id="sheet-(\d+)"', page) == [f"{student.pk}" for student in class_4b.students.all()]
    for sheet in sheets(task, list(class_4b.students.all())):
        asked = [re.fullmatch(r"(\d+) ([+−]) ([12]) = ____", each.words) for each in sheet.sums]
        assert len(asked) == SUMS
        assert all(found and 1 <= total(*found.groups()) <= 10 for found in asked)


def total(number: str, sign: str, step: str) -> int:
    return int(number) + (int(step) if sign == "+" else -int(step))


def test_only_the_first_sums_have_hops_and_none_names_its_answer(class_4b, task):
    sheet = sheets(task, list(class_4b.students.all())[:1])[0]
    assert [bool(each.picture) for each in sheet.sums] == [True] * WITH_HOPS + [False] * (SUMS - WITH_HOPS)
    assert all(each.picture.count(">?</text>") == 1 for each in sheet.sums[:WITH_HOPS])


def test_a_homework_of_the_numbers_to_5_that_only_go_up_has_no_other_sum(class_4b, task):
    task.options = {"corner": True, "steps": [1, 2, 3], "highest": 5, "only_plus": True}
    sheet = sheets(task, list(class_4b.students.all())[:1])[0]
    asked = [re.match(r"(\d) \+ [123] ", each.words) for each in sheet.sums]
    assert all(found and int(found[1]) <= 5 for found in asked)
    assert all(max(map(int, re.findall(r">(\d+)</text>", each.picture))) <= 5 for each in sheet.sums[:WITH_HOPS])


def test_a_child_reads_its_sheet_in_its_own_language(class_4b, bea, task):
    bea.language, task.options = "is", {"corner": True, "steps": [3]}
    bea.save()
    sheet = sheets(task, [bea])[0]
    assert sheet.language == "is"
    said = " ".join(each.words for each in sheet.sums)
    assert "→" in said
    assert "round the corner" not in said


def test_the_sheets_of_a_class_are_one_query(class_4b, task, django_assert_num_queries):
    students = list(class_4b.students.all())
    with django_assert_num_queries(1):
        sheets(task, students)


def test_the_page_of_a_homework_leads_to_its_sheets_and_a_lessons_cards_have_none(ana_client, task):
    assert "Homework on paper" in words(ana_client.get(reverse("homework", args=[task.pk])))
    Homework.objects.update(unit="rounds")
    assert "Homework on paper" not in words(ana_client.get(reverse("homework", args=[task.pk])))
    assert ana_client.get(reverse("homework_sheets", args=[task.pk])).status_code == 404
