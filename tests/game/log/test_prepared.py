"""A query whose SQL is made once answers as the query itself, in every thread."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from classroom.models import Attendance, ClassSession, Student
from game.log.prepared import Prepared

with_class = Prepared(lambda pk: Student.objects.select_related("classroom").filter(classroom=pk).order_by("name"))
named = Prepared(lambda name, pk: Student.objects.filter(name=name, classroom=pk))


def test_it_finds_what_the_query_finds(class_4b, class_5c, django_assert_num_queries):
    for classroom in (class_4b, class_5c):
        with django_assert_num_queries(1):
            found = [(child.pk, child.name, child.classroom.name) for child in with_class.all(classroom.pk)]
        assert found == [(child.pk, child.name, classroom.name) for child in classroom.students.order_by("name")]


def test_a_row_comes_with_its_dates_and_its_json(lesson):
    by_code = Prepared(lambda code: ClassSession.objects.select_related("classroom").filter(code=code))
    found, plain = by_code.first(lesson.code), ClassSession.objects.get(pk=lesson.pk)
    assert found
    assert {name: value for name, value in vars(found).items() if name != "_state"} == {
        name: value for name, value in vars(plain).items() if name != "_state"
    }
    assert found.classroom == plain.classroom


def test_a_row_can_be_changed_and_saved(class_4b):
    (bea,) = named.all("Bea", class_4b.pk)
    bea.name = "Beatrix"
    bea.save(update_fields=["name"])
    assert named.first("Bea", class_4b.pk) is None
    assert named.first("Beatrix", class_4b.pk) == bea


def test_a_query_that_finds_nothing_returns_an_empty_list_and_changes_nothing(class_4b):
    assert named.all("'; DROP TABLE classroom_student; --", class_4b.pk) == []
    assert Attendance.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_every_thread_asks_over_its_own_connection(class_4b):
    def ask(_turn: int) -> str:
        try:
            return named.all("Bea", class_4b.pk)[0].name
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, range(20))) == ["Bea"] * 20
