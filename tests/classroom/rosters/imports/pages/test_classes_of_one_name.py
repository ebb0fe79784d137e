"""4B in two schools of a district: which class a list means."""

import pytest

from classroom.models import Classroom, RosterImport
from tests.classroom.rosters.imports.bundles import CLASSES, ORGS, SCHOOL, files, packed, sheet

pytestmark = pytest.mark.django_db

DISTRICT = {"4B": SCHOOL["4B"], "5C": SCHOOL["5C"]}
SECTIONS = [
    {"sourcedId": f"id-{name}", "title": "4B", "schoolSourcedId": school}
    for name, school in [("4B", "s1"), ("5C", "s2")]
]
SCHOOLS = [{"sourcedId": "s1", "name": "Hill School"}, {"sourcedId": "s2", "name": "Lake School"}]


def district() -> bytes:
    made = files(DISTRICT, teacher="ana@school.example")
    return packed(made | {"classes.csv": sheet(CLASSES, SECTIONS), "orgs.csv": sheet(ORGS, SCHOOLS)})


def test_the_school_stands_behind_the_name(lists):
    asked = lists.chooses(district(), into_class=False)
    lists.answers(lists.answers(asked, class_0="new", class_1="new"))
    made = Classroom.objects.exclude(source_id="")
    assert {classroom.source_school for classroom in made} == {"s1", "s2"}
    assert {classroom.name for classroom in made} == {"4B (Hill School)", "4B (Lake School)"}


def test_a_class_of_that_name_here_is_the_one_that_the_reader_teaches(lists, class_4b):
    lists.chooses(district(), into_class=False)
    assert [section["target"] for section in RosterImport.objects.latest("pk").rooms] == [f"{class_4b.pk}", ""]


def test_a_class_under_its_own_number_is_no_other(lists, class_4b):
    Classroom.objects.filter(pk=class_4b.pk).update(source_id="id-5C")
    lists.chooses(district(), into_class=False)
    assert [section["target"] for section in RosterImport.objects.latest("pk").rooms] == ["new", f"{class_4b.pk}"]


def test_classes_of_one_name_in_one_school_are_told_apart_by_their_code(lists):
    coded = [section | {"schoolSourcedId": "s1", "classCode": f"M4-{n}"} for n, section in enumerate(SECTIONS, 1)]
    made = files(DISTRICT, teacher="ana@school.example")
    data = packed(made | {"classes.csv": sheet(CLASSES, coded), "orgs.csv": sheet(ORGS, SCHOOLS)})
    lists.answers(lists.answers(lists.chooses(data, into_class=False), class_0="new", class_1="new"))
    assert {classroom.name for classroom in Classroom.objects.exclude(source_id="")} == {"4B (M4-1)", "4B (M4-2)"}


def test_the_newest_file_says_where_results_belong(lists, class_4b):
    """A class that is known by its number is told its school and its term anew."""
    Classroom.objects.filter(pk=class_4b.pk).update(source_id="id-4B", source_session="last term")
    sections = [SECTIONS[0] | {"termSourcedIds": "autumn"}]
    made = files({"4B": [("u9", "Yan", "Young")]}, teacher="ana@school.example")
    lists.answers(lists.chooses(packed(made | {"classes.csv": sheet(CLASSES, sections)})))
    class_4b.refresh_from_db()
    assert (class_4b.source_school, class_4b.source_session) == ("s1", "autumn")
