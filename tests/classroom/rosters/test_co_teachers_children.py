"""Children of a class in which a teacher only helps: no way leads them out of their owner's sight, or is for good."""

from collections.abc import Mapping

import pytest
from django.test import Client
from django.urls import reverse

from classroom.models import Classroom, Student, Teacher, Teaching
from classroom.rosters import roster
from classroom.rosters.imports import apply, drafts
from classroom.rosters.imports.plan import Change, ChangeKind
from tests.classroom.rosters.imports.bundles import files, packed
from tests.conftest import make_class, signed_in, words

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bens(ben_teacher: Teacher, class_4b: Classroom) -> Classroom:
    """5C is Ben's alone; in Ana's 4B he helps. Both have a number of the school's, and so has Bea."""
    Teaching.objects.create(classroom=class_4b, teacher=ben_teacher, is_owner=False)
    class_4b.students.filter(name="Bea").update(source_id="7")
    Classroom.objects.filter(pk=class_4b.pk).update(source_id="id-4B")
    classroom = make_class(ben_teacher, "5C", ["Eli"])
    Classroom.objects.filter(pk=classroom.pk).update(source_id="id-5C")
    return classroom


@pytest.fixture
def ben(ben_teacher: Teacher) -> Client:
    return signed_in(ben_teacher)


def where_bea_is() -> list[tuple[str, bool]]:
    return [(child.classroom.name, child.removed_at is None) for child in Student.everybody.filter(source_id="7")]


def listed_in_5c(teacher: Teacher, answers: Mapping[str, str], **chosen: str) -> Change:
    """Bea stands in 5C on a list of Ben's, which speaks of both classes; return what becomes of her line."""
    text = "First name,ID,Class\nBea,7,5C\nAmir,,4B"
    draft = drafts.from_text(text, teacher=teacher, classroom=None, is_file=True)
    drafts.choose(draft, chosen, shown=None, is_done=True)
    (change,) = [change for change in drafts.plan_of(draft).changes if change.row and change.row.source == "7"]
    apply.apply(draft, answers)
    return change


@pytest.mark.parametrize("target", ["5C", "new"])
def test_a_list_of_both_classes_moves_nobody_out_of_the_owners_sight(bens, ben_teacher, class_4b, target):
    chosen = {"0": f"{bens.pk}" if target == "5C" else "new", "1": f"{class_4b.pk}"}
    change = listed_in_5c(ben_teacher, {"choice-2": "move"}, **chosen)
    assert (change.kind, [value for value, _words in change.choices]) == (ChangeKind.DOUBTFUL, ["add", "skip"])
    assert "Ask an owner" in change.words
    assert where_bea_is() == [("4B", True)]


def test_what_is_decided_alike_moves_nobody_either(bens, ben_teacher, class_4b):
    listed_in_5c(ben_teacher, {"alike-elsewhere": "move"}, **{"0": f"{bens.pk}", "1": f"{class_4b.pk}"})
    assert where_bea_is() == [("4B", True)]


def test_a_list_moves_to_a_class_that_the_owner_teaches_too(bens, ben_teacher, ana_teacher, class_4b):
    Teaching.objects.create(classroom=bens, teacher=ana_teacher, is_owner=False)
    change = listed_in_5c(ben_teacher, {}, **{"0": f"{bens.pk}", "1": f"{class_4b.pk}"})
    assert change.kind == ChangeKind.MOVED
    assert where_bea_is() == [("5C", True)]


def test_news_of_the_school_that_a_child_has_moved_are_left_to_the_owner(bens, ben_teacher, class_4b):
    """The school's system takes Bea off 4B and puts her into 5C."""
    gone = {"classSourcedId": "id-4B", "userSourcedId": "7", "role": "student", "status": "tobedeleted"}
    data = packed(files({"5C": [("7", "Bea", "")]}, kind="delta", enrolled=[gone]))
    draft = drafts.from_zip(data, teacher=ben_teacher, classroom=None)
    assert sorted(change.kind.value for change in drafts.plan_of(draft).changes) == ["doubtful", "gone"]
    apply.apply(draft, {"choice-2": "skip"})
    assert where_bea_is() == [("4B", False)]
    roster.take_back(Student.everybody.get(source_id="7"))


def test_no_record_is_merged_away_from_its_owner(bens, ben, class_4b):
    eli, bea = bens.students.get(), class_4b.students.get(name="Bea")
    page = reverse("student_merge", args=[eli.pk])
    assert "Bea" not in words(ben.get(page))
    assert "Choose a name from the list." in words(ben.post(page, {"other": bea.pk}))
    assert where_bea_is() == [("4B", True)]


def test_records_are_merged_where_the_owner_sees_both(bens, ben, ana_teacher, class_4b):
    Teaching.objects.create(classroom=bens, teacher=ana_teacher, is_owner=False)
    eli, bea = bens.students.get(), class_4b.students.get(name="Bea")
    assert ben.post(reverse("student_merge", args=[eli.pk]), {"other": bea.pk, "stays": "here"}).status_code == 302
    bea.refresh_from_db()
    assert bea.merged_into == eli


def test_only_an_owner_forgets_a_child_for_good(bens, ben, ana_client, class_4b):
    """Whom a co-teacher has removed by mistake is there for the owner to be taken back."""
    bea = class_4b.students.get(name="Bea")
    assert ben.post(reverse("student_remove", args=[bea.pk])).status_code == 302
    page, forget = reverse("students_removed", args=[class_4b.pk]), reverse("student_forget", args=[bea.pk])
    assert forget not in ben.get(page).content.decode()
    assert (ben.get(forget).status_code, ben.post(forget).status_code) == (404, 404)
    assert forget in ana_client.get(page).content.decode()
    assert ana_client.post(forget).status_code == 302
    assert where_bea_is() == []
