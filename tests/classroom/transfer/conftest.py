"""Classes that go out as a file: the demo class of two days, and 4B after one session."""

import io
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from classroom.management import demo
from classroom.models import Classroom, ClassSession, Teacher
from tests.classroom.transfer.files import out_of
from tests.conftest import PASSWORD, make_class, make_lesson, written_once

TODAY = date(2026, 11, 20)


@pytest.fixture(scope="module")
def small_demo() -> Any:
    """The demo class plays for two days, which is enough to be told from another one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "SCHOOL_DAYS", 2)
        patch.setattr(demo, "CAST", [replace(child, first_day=0) for child in demo.CAST[:6]])
        yield


@pytest.fixture
def played(ana_teacher: Teacher, small_demo: None) -> Classroom:
    classroom = demo.build(ana_teacher, TODAY)
    child = classroom.students.get(name="Bence K.")
    child.needs, child.family_words = {"hints": True}, "Bence counts on."
    child.save()
    homework = classroom.homework.create(options={"corner": True, "steps": [1]}, amount=20, until="2026-12-01T12:00Z")
    homework.students.add(child)
    return classroom


@pytest.fixture(scope="module")
def small_file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    """4B with one ended session at one table, written once for all: what was in the database is gone again."""
    with written_once(django_db_blocker):
        ana = Teacher.objects.create_user("ana@school.example", PASSWORD, name="Ms Ana")
        class_4b = make_class(ana, "4B", ["Amir", "Bea", "Chen", "Dana"])
        make_lesson(class_4b, ["Amir", "Bea"])
        ClassSession.objects.update(state="ended")
        return out_of(class_4b).getvalue()


@pytest.fixture
def small(small_file: bytes) -> io.BytesIO:
    return io.BytesIO(small_file)
