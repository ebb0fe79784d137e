"""What the tests of rosters ask of a class, and a child in two of them."""

import pytest

from classroom.models import Classroom, Student
from classroom.rosters.imports import nightly
from classroom.rosters.merging import persons
from tests.conftest import make_class


def names_in(classroom: Classroom) -> list[str]:
    return list(classroom.students.values_list("name", flat=True))


def read_new() -> list[nightly.RosterFileReport]:
    """Read all new files of the folder of nightly lists."""
    return list(iter(nightly.read_next, None))


def joined(kept: Student, other: Student) -> Student:
    persons.join(kept, other)
    kept.refresh_from_db()
    other.refresh_from_db()
    return other


@pytest.fixture
def maths(ana_teacher) -> Classroom:
    return make_class(ana_teacher, "Maths set", ["Bea", "Gus"])


@pytest.fixture
def bea_in_maths(bea: Student, maths: Classroom) -> Student:
    return joined(bea, maths.students.get(name="Bea"))
