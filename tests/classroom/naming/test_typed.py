"""Which child of a class a typed name means."""

import pytest

from classroom.joining.sign_in import typed_names

CLASS = ["Amir O.", "Anna", "Anna B.", "Björn Á.", "Chen", "Jón A.", "Jón Þ.", "Mary-Ann K.", "Siân", "Van Hoa N."]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Chen", "Chen"),
        ("  cHEN ", "Chen"),
        ("amir", "Amir O."),
        ("Amir   o", "Amir O."),
        ("AMIRO", "Amir O."),
        ("Amir Okoro", "Amir O."),
        ("bjorn", "Björn Á."),
        ("sian", "Siân"),
        ("Sia\u0302n", "Siân"),
        ("mary ann", "Mary-Ann K."),
        ("Maryann", "Mary-Ann K."),
        ("Van Hoa", "Van Hoa N."),
        ("Jon a", "Jón A."),
        ("jon thor", "Jón Þ."),
        ("Anna", "Anna"),
        ("anna bo", "Anna B."),
        ("Chen Li", "Chen"),
    ],
)
def test_a_name_is_found_however_it_is_typed(said, name):
    assert typed_names.matches(said, CLASS) == [name]


@pytest.mark.parametrize("said", ["Che", "A", "Amir P", "Okoro", "Chenn", "Bj rn", "%", "*"])
def test_a_piece_of_a_name_or_another_one_is_nobodys(said):
    assert typed_names.matches(said, CLASS) == []


def test_a_first_name_of_two_means_both():
    assert typed_names.matches("Jon", CLASS) == ["Jón A.", "Jón Þ."]


@pytest.mark.parametrize("said", ["", "  ", "...", "-", "🙂"])
def test_a_text_without_letters_is_no_name(said):
    assert typed_names.is_empty(said)
