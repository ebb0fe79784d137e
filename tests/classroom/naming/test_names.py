"""Names: what can be one, which are the same, and how children of one class are told apart when shortened."""

import unicodedata
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classroom.naming import names


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A" * 61, "This name has 61 characters"),
        ("=Amir", "cannot start with"),
        ("+Amir", "cannot start with"),
        ("-Amir", "cannot start with"),
        ("@Amir", "cannot start with"),
        ("＝Amir", "cannot start with"),
        ("amir@home.example", "looks like an e-mail address"),
        ("Am\x00ir", "invisible characters"),
        ("Am\x1bir", "invisible characters"),
        ("Am\u202eir", "invisible characters"),
        ("Am\u2028ir", "invisible characters"),
        ("...", "no letter"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words(name, words):
    assert words in names.problem_of(name)


@pytest.mark.parametrize(
    "name", ["Amir O.", "Zoë", "Þóra", "Æ", "Ö", "O'Neil", "Anne-Marie", "李明", "نرگس\u200cسادات", "A" * 60]
)
def test_names_of_the_world_are_fine(name):
    assert names.problem_of(names.tidy(name)) == ""


def test_two_names_are_the_same_whatever_their_case_spaces_or_way_of_writing_accents():
    assert names.key(unicodedata.normalize("NFD", "ZOË  k.")) == names.key("Zoë K.")


def test_children_are_called_by_first_name_and_first_letter_of_the_last():
    assert names.shortened([("Amir", "Okoro"), ("Bea", ""), ("", "Chen"), ("Jón", "Þórsson")]) == [
        "Amir O.", "Bea", "Chen", "Jón Þ.",
    ]  # fmt: skip


def test_two_sams_get_as_many_letters_as_tell_them_apart():
    assert names.shortened([("Sam", "Okoro"), ("Sam", "Olsen"), ("Sam", "Stone")]) == ["Sam Ok.", "Sam Ol.", "Sam S."]


def test_a_name_that_is_the_beginning_of_the_other_is_written_out():
    assert names.shortened([("Jón", "Jón"), ("Jón", "Jónsson")]) == ["Jón Jón", "Jón Jóns."]


def test_two_children_of_one_name_keep_it_both():
    assert names.shortened([("Sam", "Okoro"), ("Sam", "Okoro")]) == ["Sam Okoro", "Sam Okoro"]


@pytest.mark.parametrize(
    ("first", "last", "called"),
    [("Gus", "van der Berg", "Gus B."), ("Zoë", "de Vries", "Zoë V."), ("Ana", "De la Cruz", "Ana C."),
     ("Li", "Le", "Li L."), ("Níels", '"Bo" Lee', "Níels B."), ("太郎", "山田", "太郎 山")],
)  # fmt: skip
def test_the_letter_is_of_the_last_names_main_part(first, last, called):
    assert names.shortened([(first, last)]) == [called]


def test_two_whose_last_names_differ_in_particles_only_get_them_whole():
    assert names.shortened([("Gus", "van der Berg"), ("Gus", "Berg")]) == ["Gus van der Berg", "Gus Berg"]


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("Smith, Anna", ("Anna", "Smith")),
        ("van der Berg, Gus", ("Gus", "van der Berg")),
        ("García López, Ana María", ("Ana María", "García López")),
        ("Anna Smith", ("Anna", "Smith")),
        ("Anna María Jónsdóttir", ("Anna María", "Jónsdóttir")),
        ("Gus van der Berg", ("Gus", "van der Berg")),
        ("Seán O’Brien", ("Seán", "O’Brien")),
        ("Amir O.", ("Amir O.", "")),
        ("Sam Ol.", ("Sam Ol.", "")),
        ("Amir O", ("Amir O", "")),
        ("Student 12", ("Student 12", "")),
        ("Amir", ("Amir", "")),
        ("山田 太郎", ("山田 太郎", "")),
        ("Smith,", ("Smith,", "")),
    ],
)
def test_a_name_in_one_cell_is_cut_into_first_and_last(whole, parts):
    assert names.split(whole) == parts


def test_where_people_have_two_last_names_both_are_cut_off():
    assert names.split("Ana María García López", 2) == ("Ana María", "García López")
    assert names.split("Ana García", 2) == ("Ana", "García")


def test_a_patronymic_alone_and_a_family_name_of_one_letter_stand_as_they_are():
    assert names.shortened([("", "Jónsdóttir"), ("Bo", "Å")]) == ["Jónsdóttir", "Bo Å."]


@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(["Sam", "Þór", ""]), st.text("abÖ ", max_size=4)), max_size=8))
def test_different_names_stay_different_and_equal_ones_equal(people):
    people = [(first, names.tidy(last)) for first, last in people]
    short = names.shortened(people)
    full = [names.key(f"{first} {last}") for first, last in people]
    assert len({names.key(name) for name in short}) == len(set(full))


@pytest.mark.parametrize(
    ("name", "offered"), [("=Amir", "Amir"), ("＝+Amir", "Amir"), ("'=Amir'", "Amir"), ("Amir", "Amir"), ("=", "")]
)
def test_the_signs_of_a_formula_can_be_taken_away(name, offered):
    assert names.without_formula(name) == offered


@pytest.mark.parametrize("of_name", [names.tidy, names.key])
def test_a_text_of_accents_alone_takes_no_minutes(of_name):
    """Composing sorts accents in quadratic time; these would take a quarter of an hour."""
    accents = "a" + "\u0301\u0327" * 500_000
    began = process_time()
    assert names.problem_of(of_name(accents))
    assert process_time() - began < 5


def test_last_names_of_thousands_of_letters_are_told_apart_in_no_time():
    """No more letters are compared than a name may have, and particles are left out once, not one after the other."""
    long, particles = "x" * 5000, "van " * 100_000
    began = process_time()
    assert names.shortened([("Sam", long)] * 100) == [f"Sam {long}"] * 100
    assert names.shortened([("Sam", long)], known={"sam olsen"}) == ["Sam x."]
    assert names.shortened([("Gus", f"{particles}Berg")]) == ["Gus B."]
    assert process_time() - began < 5


def test_a_name_is_free_however_many_have_it():
    taken = {"maths", *(f"maths {number}" for number in range(2, 1200))}
    assert names.first_free("Maths", taken) == "Maths 1200"
    assert names.first_free("A" * 60, {"a" * 60}) == f"{'A' * 58} 2"
