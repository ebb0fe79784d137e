"""The lists of named systems are read as they are: first names on screen, the right class, nobody who is no child."""

import pytest

from classroom.models import Classroom, Teacher
from classroom.naming.national import is_national
from classroom.rosters.imports import drafts
from classroom.rosters.imports.plan import ChangeKind, ListRow
from classroom.rosters.imports.readers import lists
from tests.classroom.rosters.imports.systems.lists import SYSTEMS, Children
from tests.conftest import make_class

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("text", "children"), SYSTEMS.values(), ids=SYSTEMS)
def test_each_list_is_read_without_a_question(text: str, children: Children, ana_teacher: Teacher, class_4b: Classroom):
    assert lists.read(text).is_sure
    draft = drafts.from_text(text, teacher=ana_teacher, classroom=class_4b)
    assert [(row.section, row.name, row.source) for row in drafts.rows_of(draft)] == children


def test_whoever_has_left_is_on_the_list_and_in_no_class(ana_teacher, class_4b):
    draft = drafts.from_text(SYSTEMS["Séneca, RegAlum"][0], teacher=ana_teacher, classroom=class_4b)
    drafts.choose(draft, {"0": "new", "1": "new"}, shown=None, is_done=True)
    assert [change.name for change in drafts.plan_of(draft).of(ChangeKind.ADDED)] == ["Marina A.", "Hugo V."]


@pytest.mark.parametrize("number", [
    "A123456789012", "H80120000100A", "12345678Z", "X1234567L", "123-45-6789", "010115-1230", "0101302129",
    "120516A123X", "070298-1234", "RSSMRA80A01H501U", "123456789AB", "01010750160", "02070803628",
])  # fmt: skip
def test_national_numbers_are_known_in_every_column(number, ana_teacher, class_4b):
    assert is_national(number)
    draft = drafts.from_text(f"ID,Name\n{number},Anna\n", teacher=ana_teacher, classroom=class_4b)
    assert drafts.rows_of(draft) == [ListRow(2, "Anna")]
    assert drafts.notes_of(draft).national


@pytest.mark.parametrize("number", [
    "1", "000871", "70011", "SMITHANN000", "s1", "u-17", "c1a5", "2026001234", "12345678A", "9876543210", "10203040506",
    "d290f1ee-6c54-4b01-90e6-d701748f0851",
])  # fmt: skip
def test_a_schools_own_numbers_are_none(number):
    assert not is_national(number)


@pytest.mark.parametrize("text", ["Anna Müller", "Name\nMüller, Anna", "Vorname;Nachname\nAnna;Müller"])
def test_a_child_known_by_two_letters_is_found_by_the_whole_name(text, ana_teacher):
    classroom = make_class(ana_teacher, "4D", ["Anna Me.", "Anna Mü."])
    (change,) = drafts.plan_of(drafts.from_text(text, teacher=ana_teacher, classroom=classroom)).changes
    assert (change.kind, change.name) == (ChangeKind.UNCHANGED, "Anna Mü.")


def test_a_name_like_those_of_two_children_is_asked_about(ana_teacher):
    classroom = make_class(ana_teacher, "4D", ["Anna Me.", "Anna Mü."])
    (change,) = drafts.plan_of(drafts.from_text("Anna M.", teacher=ana_teacher, classroom=classroom)).changes
    assert (change.kind, dict(change.choices).keys()) == (ChangeKind.DOUBTFUL, {"add", "skip"})
