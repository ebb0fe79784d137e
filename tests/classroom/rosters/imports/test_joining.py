"""Two teachers with the same file of the school teach one class; whoever has not the list gets in nowhere."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from classroom.models import Classroom, RosterImport, Teaching
from classroom.rosters.imports import drafts, joining, undoing
from classroom.rosters.imports.plan import ChangeKind
from tests.classroom.rosters.imports.bundles import SCHOOL, files, packed
from tests.conftest import make_class, words

pytestmark = pytest.mark.django_db(transaction=True)


def read_in(browser: Any, data: bytes, *, joins: bool = False) -> Any:
    """Upload the file and press on without changing anything; or choose to teach each class that is here too."""
    sent = browser.post(reverse("import_several"), {"file": SimpleUploadedFile("oneroster.zip", data), "step": "check"})
    draft = RosterImport.objects.latest("pk")
    if sent.url == reverse("import_classes", args=[draft.pk]):
        said = {f"class-{place}": "join" if joins else section["target"] for place, section in enumerate(draft.rooms)}
        browser.post(sent.url, said)
    return browser.post(reverse("import", args=[draft.pk]), follow=True)


@pytest.fixture
def data() -> bytes:
    return packed(files(SCHOOL))


@pytest.fixture
def anas(ana_client, data) -> list[Classroom]:
    read_in(ana_client, data)
    classrooms = list(Classroom.objects.order_by("pk"))
    assert classrooms
    return classrooms


def test_the_second_teacher_joins_and_no_class_is_copied(anas, ben_client, ben_teacher, ana_client, ana_teacher, data):
    assert f"You teach {len(anas)} more classes." in words(read_in(ben_client, data, joins=True))
    assert Classroom.objects.count() == len(anas)
    joined = Teaching.objects.filter(teacher=ben_teacher)
    assert {teaching.classroom for teaching in joined} == set(anas)
    assert not joined.filter(is_owner=True).exists()
    assert "Mr Ben teaches" in words(ana_client.get(reverse("classes")))


def test_a_class_with_many_more_children_than_the_list_is_another_one():
    listed = {"1", "2", "3"}
    assert joining.is_the_same(["1", "2", "3", ""], listed)
    assert not joining.is_the_same(["1", "2", "3", "", "", ""], listed)


def test_the_owner_says_that_it_is_right_or_ends_it(anas, ben_client, ben_teacher, ana_client, data):
    read_in(ben_client, data, joins=True)
    for teaching in Teaching.objects.filter(teacher=ben_teacher):
        ana_client.post(reverse("teaching_known", args=[teaching.pk]))
        assert ben_client.post(reverse("teaching_known", args=[teaching.pk])).status_code == 404
    assert "Mr Ben teaches" not in words(ana_client.get(reverse("classes")))
    teaching = Teaching.objects.filter(teacher=ben_teacher).first()
    assert teaching
    ana_client.post(reverse("teaching", args=[teaching.pk]), {"do": "remove"})
    assert not Teaching.objects.filter(pk=teaching.pk).exists()


@pytest.mark.parametrize("taught_by", ["", "ben@school.example"])
def test_nobody_teaches_a_class_that_was_not_chosen(anas, ben_client, ben_teacher, taught_by):
    """Neither by pressing on, nor by taking all classes, nor because the file that one sends says so."""
    data = packed(files(SCHOOL, teacher=taught_by))
    read_in(ben_client, data)
    ben_client.post(reverse("import_classes", args=[RosterImport.objects.latest("pk").pk]), {"go": "all"})
    read_in(ben_client, data)
    assert not Teaching.objects.filter(teacher=ben_teacher).exists()
    assert Classroom.objects.count() == len(anas)


def test_undoing_the_list_leaves_the_class(anas, ben_client, ben_teacher, data):
    read_in(ben_client, data, joins=True)
    applied = RosterImport.objects.filter(teacher=ben_teacher).latest("pk")
    undoing.undo(applied)
    assert not ben_teacher.classrooms.exists()
    assert Classroom.objects.count() == len(anas)


def test_a_made_up_file_with_the_number_of_a_class_and_no_child_of_it_joins_nothing(anas, ben_client, ben_teacher):
    numbers = [child.source_id for classroom in anas for child in classroom.students.all() if child.source_id]
    made_up = dict(files(SCHOOL).items())
    for number in numbers:
        made_up = {name: text.replace(number, f"x{number[::-1]}x") for name, text in made_up.items()}
    draft = drafts.from_zip(packed(made_up), teacher=ben_teacher, classroom=None)
    assert [section["here"] for section in draft.rooms] == [None, None]
    said = {f"{place}": "join" for place in range(len(draft.rooms))}
    drafts.choose(draft, said, shown=None, is_done=True)
    assert [section.joins for section in drafts.sections_of(draft)] == [None, None]


CLASS = {"4B": [(f"{number}", f"Child{number}", "Lane") for number in range(100, 106)]}


@pytest.fixture
def class_of_six(ana_client) -> Classroom:
    read_in(ana_client, packed(files(CLASS)))
    return Classroom.objects.get()


def test_children_without_a_number_count_too(class_of_six, ben_teacher):
    """Three of the six have numbers: to know these is not to know the class."""
    for child in class_of_six.students.order_by("-source_id")[:3]:
        child.source_id = ""
        child.save()
    draft = drafts.from_zip(packed(files(CLASS)), teacher=ben_teacher, classroom=None)
    assert [section["here"] for section in draft.rooms] == [None]


def test_a_made_up_file_with_all_numbers_that_there_can_be_joins_nothing(class_of_six, ben_teacher):
    guessed = {"4B": [(f"{number}", f"Child{number}", "Lane") for number in range(100, 140)]}
    draft = drafts.from_zip(packed(files(guessed)), teacher=ben_teacher, classroom=None)
    assert [section["here"] for section in draft.rooms] == [None]
    draft = drafts.from_zip(packed(files(CLASS)), teacher=ben_teacher, classroom=None)
    assert [section["here"]["pk"] for section in draft.rooms] == [class_of_six.pk]


def test_a_list_moves_nobody_out_of_a_class_where_one_only_helps(ben_teacher, class_4b):
    """A child of Ana's 4B with that number stays hers, whatever a list of Ben's says."""
    Teaching.objects.create(classroom=class_4b, teacher=ben_teacher, is_owner=False)
    class_4b.students.filter(name="Bea").update(source_id="7")
    mine = make_class(ben_teacher, "5C", [])
    draft = drafts.from_text("First name,ID\nBea,7", teacher=ben_teacher, classroom=mine)
    (change,) = drafts.plan_of(draft).changes
    assert (change.kind, change.child) == (ChangeKind.ADDED, None)
