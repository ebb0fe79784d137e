"""A child whom a list moves leaves the standing group of its former class; undoing puts it back."""

import pytest

from classroom.groups import members
from classroom.models import RosterImport, Student
from classroom.sessions import accommodations
from game.rules.picture_ladder import ALWAYS, SETTING
from tests.conftest import make_class


@pytest.fixture
def anna(ana_teacher):
    """Anna is in the group of 6A, whose children always see number pictures."""
    first, second = make_class(ana_teacher, "6A", ["Anna"]), make_class(ana_teacher, "6B", ["Ben"])
    (anna,) = first.students.all()
    Student.objects.filter(pk=anna.pk).update(source_id="1")
    second.students.update(source_id="2")
    members.make(first, name="Moons", sign="moon", options={SETTING: ALWAYS}, students=[anna])
    return Student.objects.get(pk=anna.pk)


def move_by_list(lists, anna):
    """Read a list on which Anna is in 6B."""
    page = lists.chooses(b"Name,ID,Class\nAnna,1,6B\nBen,2,6B\nCem,3,6A", into_class=False)
    numbers = {name: f"{pk}" for pk, name in anna.classroom.teachers.get().classrooms.values_list("pk", "name")}
    lists.answers(lists.answers(page, class_0=numbers["6B"], class_1=numbers["6A"]))
    moved = Student.objects.get(pk=anna.pk)
    assert moved.classroom.name == "6B"
    return moved


def test_a_child_leaves_its_group_with_its_class(lists, anna):
    moved = move_by_list(lists, anna)
    assert moved.group is None
    assert SETTING not in accommodations.settings_of(moved)


def test_undoing_puts_it_back_into_the_group(lists, anna):
    move_by_list(lists, anna)
    lists.undoes()
    assert Student.objects.get(pk=anna.pk).group == anna.group


def test_undoing_passes_over_a_group_that_is_gone(lists, anna):
    move_by_list(lists, anna)
    anna.group.delete()
    lists.undoes()
    assert Student.objects.get(pk=anna.pk).classroom == anna.classroom


def test_a_list_that_the_release_before_applied_can_be_undone(lists, anna):
    move_by_list(lists, anna)
    applied = RosterImport.objects.get()
    applied.changes["before"] = [line[:6] for line in applied.changes["before"]]
    applied.save()
    lists.undoes()
    assert Student.objects.get(pk=anna.pk).classroom == anna.classroom
