"""A class that its teacher no longer runs, between the reading of a list and the press that applies or undoes it."""

import pytest
from django.utils import timezone

from classroom.models import Classroom, RosterImport, Student, Teaching
from tests.classroom.rosters.conftest import names_in
from tests.conftest import make_class


def archived(classroom, heir):
    Classroom.objects.filter(pk=classroom.pk).update(archived_at=timezone.now())


def removed(classroom, heir):
    Classroom.objects.filter(pk=classroom.pk).update(removed_at=timezone.now())


def handed_over(classroom, heir):
    Teaching.objects.filter(classroom=classroom).update(teacher=heir)


LOST = pytest.mark.parametrize("lose", [archived, removed, handed_over])


@LOST
def test_nobody_is_added_to_a_class_that_the_teacher_has_lost(lists, class_4b, ben_teacher, lose):
    page = lists.pastes("Eli")
    lose(class_4b, ben_teacher)
    lists.answers(page)
    assert not Student.objects.filter(name="Eli").exists()


@LOST
def test_of_a_list_of_several_classes_the_others_are_applied(lists, ana_teacher, ben_teacher, lose):
    lost, kept = (make_class(ana_teacher, name, ["Zoe"]) for name in ("6A", "6B"))
    page = lists.chooses(b"Name,Class\nAnna,6A\nBen,6B", into_class=False)
    page = lists.answers(page, class_0=f"{lost.pk}", class_1=f"{kept.pk}")
    lose(lost, ben_teacher)
    lists.answers(page)
    assert not Student.objects.filter(name="Anna").exists()
    assert names_in(kept) == ["Ben", "Zoe"]


def test_a_list_is_not_undone_in_a_class_of_another_teacher(lists, class_4b, ben_teacher):
    lists.answers(lists.pastes("Eli"))
    handed_over(class_4b, ben_teacher)
    lists.undoes()
    assert "Eli" in names_in(class_4b)
    assert RosterImport.objects.get().undone_at is None
