"""The order of names: each language's own."""

import pytest

from classroom.models import Student, keep_in_order
from classroom.naming import collation
from classroom.rosters import roster
from tests.conftest import make_class

ORDERS = {
    "is": ["Adam", "Anna", "Ágúst", "Davíð", "Dýri", "Ðani", "Eva", "Élín", "Ísak", "Sam", "Zoe", "Þór", "Æsa", "Örn"],
    "es": ["Álvaro", "Ana", "Nuria", "Ñandú", "Óscar", "Zoe"],
    "en": ["Ælfric", "Álvaro", "Björn", "Eve", "Óscar", "Sam", "Sam O.", "Samuel", "Örn", "Thea", "Þór", "Zoë"],
}


def in_order(names, language):
    return sorted(names, key=lambda name: collation.order(name, language))


@pytest.mark.parametrize("language", ["is", "es"])
def test_names_stand_in_the_order_of_their_language(language):
    assert in_order(reversed(ORDERS[language]), language) == ORDERS[language]


def test_english_reads_foreign_letters_as_their_nearest():
    expected = ["Ælfric", "Álvaro", "Björn", "Eve", "Örn", "Óscar", "Sam", "Sam O.", "Samuel", "Thea", "Þór", "Zoë"]
    assert in_order(ORDERS["en"], "en") == expected


def test_an_icelandic_acute_is_a_letter_of_its_own():
    assert in_order(["Ári", "Azra", "Ari"], "is") == ["Ari", "Azra", "Ári"]
    assert in_order(["Ári", "Azra", "Ari"], "en") == ["Ari", "Ári", "Azra"]


def test_numbers_go_by_value_and_small_letters_stand_with_capitals():
    assert in_order(["10A", "4b", "4A", "4B"], "en") == ["4A", "4B", "4b", "10A"]


def test_the_database_lists_students_in_that_order(ana_teacher, settings):
    settings.ALPHABET = "is"
    make_class(ana_teacher, "4B", reversed(ORDERS["is"]))
    assert list(Student.objects.values_list("name", flat=True)) == ORDERS["is"]


def test_without_a_setting_names_are_english(ana_teacher):
    make_class(ana_teacher, "4B", ["Ári", "Azra", "Ari"])
    assert list(Student.objects.values_list("name", flat=True)) == ["Ari", "Ári", "Azra"]


@pytest.mark.parametrize("language", ORDERS)
def test_the_bytes_of_a_key_sort_as_the_names_do(language, settings):
    settings.ALPHABET = language
    names = [*(name for order in ORDERS.values() for name in order), "", "4B", "10A", "Class 300", "Class 70000", "李"]
    assert sorted(names, key=collation.key) == in_order(names, language)


def test_keys_are_made_anew_when_the_school_s_alphabet_changes(ana_teacher, settings):
    make_class(ana_teacher, "4B", ["Ári", "Azra", "Ari"])
    assert keep_in_order(Student.everybody) == 0
    settings.ALPHABET = "is"
    assert keep_in_order(Student.everybody) == 3
    assert list(Student.objects.values_list("name", flat=True)) == ["Ari", "Azra", "Ári"]
    assert keep_in_order(Student.everybody) == 0


def test_names_from_before_there_were_keys_are_put_in_order(ana_teacher):
    make_class(ana_teacher, "4B", ["Ben", "Ana"])
    Student.objects.update(name_key=b"")
    assert keep_in_order(Student.everybody) == 2
    assert list(Student.objects.values_list("name", flat=True)) == ["Ana", "Ben"]


def test_who_gets_another_name_or_class_stands_in_its_place(ana_teacher):
    first, second = make_class(ana_teacher, "4B", ["Ana", "Ben"]), make_class(ana_teacher, "4C", ["Cleo"])
    roster.rename_student(first.students.get(name="Ana"), "Zoe")
    roster.move_student(first.students.get(name="Ben"), to=second, name="Dan")
    roster.move_student(first.students.get(name="Zoe"), to=second, name="Ada")
    assert list(second.students.values_list("name", flat=True)) == ["Ada", "Cleo", "Dan"]
