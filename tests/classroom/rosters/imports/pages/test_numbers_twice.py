"""A number of the school that stands on two lines of a class, and columns that are not read: nothing vanishes."""

import pytest

from classroom.models import RosterImport, Student
from tests.conftest import words

pytestmark = pytest.mark.django_db


def test_the_same_child_twice_is_one_child_under_its_short_name(lists, class_4b):
    page = lists.pastes("First name,Last name,ID\nKim,Long,1004\nKim,Long,1004\n")
    assert "The same child is on line 2" in words(page)
    lists.answers(page)
    assert list(class_4b.students.filter(source_id="1004").values_list("name", flat=True)) == ["Kim L."]


def test_a_number_on_two_lines_is_that_of_the_first_and_the_other_is_asked_about(lists, class_4b):
    """No two children of a class have the same number, so only the first line keeps it."""
    page = lists.pastes("First name,ID\nKim,1004\nLee,1004\n")
    assert "The number 1004 is on line 2 too" in words(page)
    lists.answers(page, choice_3="add", name_3="Lee")
    assert dict(class_4b.students.filter(name__in=["Kim", "Lee"]).values_list("name", "source_id")) == {
        "Kim": "1004",
        "Lee": "",
    }


def test_a_number_of_a_child_in_the_class_is_not_given_to_another(lists, class_4b):
    Student.objects.filter(name="Bea").update(source_id="7")
    lists.answers(lists.pastes("First name,ID\nBea,7\nAmir,7\nLee,7\n"), choice_4="add", name_4="Lee")
    known = dict(class_4b.students.values_list("name", "source_id"))
    assert (known["Bea"], known["Amir"], known["Lee"]) == ("7", "", "")


def test_columns_that_were_not_chosen_are_named(lists, class_4b):
    """Two lists side by side: who stands in the other columns is not read, and the page says so."""
    text = "4A,,4B,\nFirst name,Last name,First name,Last name\nAnn,Archer,Cleo,Cole\nBob,Bell,Dan,Dale\n"
    page = lists.pastes(text, given="0", family="1", begins="2", step="columns_chosen")
    assert "Left out and not kept: 3 First name, 4 Last name." in words(page)
    assert "Cleo" not in str(RosterImport.objects.get().rows)
