"""Classes that go out as a file: the demo class of two days, and 4B after one session."""

import io
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from classroom.management import demo
from classroom.models import Classroom, ClassSession, Student, Teacher
from tests.classroom.transfer.files import out_of

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
    room = demo.build(ana_teacher, TODAY)
    child = room.students.get(name="Bence K.")
    child.needs, child.family_words = {"hints": True}, "Bence counts on."
    child.save()
    homework = room.homework.create(options={"corner": True, "steps": [1]}, amount=20, until="2026-12-01T12:00Z")
    homework.students.add(child)
    return room


@pytest.fixture
def small(class_4b: Classroom, lesson: ClassSession, bea: Student) -> io.BytesIO:
    """4B with one ended session at one table."""
    ClassSession.objects.update(state="ended")
    return out_of(class_4b)
