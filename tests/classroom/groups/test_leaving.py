"""A standing group is of one class: it goes up with it, and who leaves the class leaves the group."""

import pytest

from classroom.models import StandingGroup, Student
from classroom.rosters import rollover, roster
from classroom.rosters.merging import mixing
from tests.conftest import make_class

pytestmark = pytest.mark.django_db


@pytest.fixture
def moons(ana_teacher):
    classroom = make_class(ana_teacher, "3C", ["Amir", "Bea", "Chen"])
    group = StandingGroup.objects.create(classroom=classroom, name="Moons")
    classroom.students.exclude(name="Chen").update(group=group)
    return group


def test_a_group_goes_up_with_its_class(moons):
    (after,) = rollover.go_up([rollover.Ascent(moons.classroom, "4C")], school_year="2027/28")
    assert list(after.groups.get().students.values_list("name", flat=True)) == ["Amir", "Bea"]
    assert after.groups.get() != moons
    assert moons.students.count() == 2


def test_who_moves_to_another_class_leaves_the_group(moons, ana_teacher):
    other = make_class(ana_teacher, "3D", [])
    roster.move_student(moons.students.get(name="Bea"), to=other)
    mixing.mix({moons.students.get(name="Amir").pk: other.pk}, among=[moons.classroom_id, other.pk])
    assert not moons.students.exists()
    assert Student.objects.filter(classroom=other, group=None).count() == 2
