"""A lesson with two cards of Bea's, and one in which six children played."""

import pytest

from classroom.models import ClassSession, Student
from game.models import Table
from tests.classroom.reports.attempts_given import attempt, fill


@pytest.fixture
def played(lesson: ClassSession, their_table: Table, bea: Student) -> ClassSession:
    first, then = 1_763_640_000_000, 1_763_640_009_000
    attempt(their_table.rounds.get(), bea, sign="-", directions="both", started_at=first).save()
    attempt(their_table.rounds.get(), bea, ending="O", played=None, sign="", top=3, started_at=then).save()
    return lesson


@pytest.fixture
def lively(lesson: ClassSession, class_4b) -> ClassSession:
    """A lesson in which six children played, and Dana never came."""
    fill(class_4b, lesson, 6)
    return lesson
