"""What a child has found stays when two records of it become one, and is each one's own when that is taken back."""

import pytest
from django.utils import timezone

from classroom.album import found
from classroom.album.tiles import midnight
from classroom.models import Student
from classroom.rosters import merging, roster
from game.models import Round
from tests.classroom.album.test_album import practises, rounds, table
from tests.classroom.album.test_stickers import answers

__all__ = ["table"]
pytestmark = pytest.mark.django_db


def found_by(*children: Student) -> list[found.Found]:
    return [found.of(Student.everybody.get(pk=child.pk)) for child in children]


def test_two_that_become_one_keep_what_both_found_and_apart_again_each_has_its_own(table, bea, class_4b):
    (twin,) = roster.add_students(classroom=class_4b, names=["Bea S."])
    rounds(table, ("played", 0), ("played", 1), ("finished", 0), count=3)
    answers(bea, midnight(timezone.localdate()) + 1000, right=20, sums=10)
    practises(twin, 60)
    Round.objects.filter(pk=twin.practices.get().round_id).update(finished_at=timezone.now())
    answers(twin, midnight(timezone.localdate()) + 2000, right=90, again=5)
    before = found_by(bea, twin)
    assert all(each.things and each.stickers for each in before)
    assert before[0].stickers.keys() != before[1].stickers.keys()
    class_4b.sessions.update(state="ended")
    merging.merge_students(bea, twin)
    (both,) = found_by(bea)
    for each in before:
        assert each.things.keys() <= both.things.keys()
        assert each.stickers.keys() <= both.stickers.keys()
    merging.part_students(Student.everybody.get(pk=twin.pk))
    assert found_by(bea, twin) == before
