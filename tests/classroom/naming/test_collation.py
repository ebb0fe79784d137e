"""The order of names: each language's own."""

import pytest

from classroom.models import Student
from classroom.naming import collation
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


def test_without_a_setting_the_page_s_language_decides(ana_teacher):
    make_class(ana_teacher, "4B", ["Ári", "Azra", "Ari"])
    assert list(Student.objects.values_list("name", flat=True)) == ["Ari", "Ári", "Azra"]
