"""A standing group is of one class: it goes up with it, and who leaves the class leaves the group."""

import pytest
from django.utils import timezone

from classroom.homework import assignments
from classroom.models import Classroom, StandingGroup, Student
from classroom.rosters import merging, rollover, roster
from classroom.rosters.merging import persons
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


def test_a_group_of_which_nobody_stays_goes_along_where_classes_are_mixed(moons, ana_teacher):
    other = make_class(ana_teacher, "3D", ["Dana"])
    StandingGroup.objects.create(classroom=other, name="Moons")
    task = assignments.give(
        moons.classroom,
        options={},
        unit="cards",
        amount=20,
        last_day=timezone.localdate(),
        group=moons,
        students=moons.students.all(),
    )
    going = {child.pk: other.pk for child in moons.students.all()}
    persons.mix(going, among=[moons.classroom_id, other.pk])
    assert sorted(group.name for group in other.groups.all()) == ["Moons", "Moons 2"]
    assert set(other.groups.get(name="Moons 2").students.values_list("name", flat=True)) == {"Amir", "Bea"}
    task.refresh_from_db()
    assert (task.group, set(task.students.values_list("pk", flat=True))) == (None, set(going))


def test_groups_of_a_class_that_is_put_into_another_come_along_and_go_back(moons, ana_teacher):
    kept = make_class(ana_teacher, "3D", ["Dana"])
    StandingGroup.objects.create(classroom=kept, name="Moons")
    gone = moons.classroom
    merging.merge_classes(kept, gone)
    assert [group.name for group in kept.groups.order_by("pk")] == ["Moons 2", "Moons"]
    assert kept.groups.get(name="Moons 2").students.count() == 2
    merging.part_classes(Classroom.everything.get(pk=gone.pk))
    assert (kept.groups.count(), moons.students.filter(classroom=gone).count()) == (1, 2)


def test_who_moves_to_another_class_leaves_the_group(moons, ana_teacher):
    other = make_class(ana_teacher, "3D", [])
    roster.move_student(moons.students.get(name="Bea"), to=other)
    persons.mix({moons.students.get(name="Amir").pk: other.pk}, among=[moons.classroom_id, other.pk])
    assert not moons.students.exists()
    assert Student.objects.filter(classroom=other, group=None).count() == 2
