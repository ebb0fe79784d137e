"""Lists as schools' systems and spreadsheets write them: their headings, titles, names in one cell, merged classes."""

import pytest

from classroom.rosters.imports import drafts
from classroom.rosters.imports.readers import columns, lists, text_files
from classroom.rosters.imports.readers.text_files import NotAListError


def read(text: str) -> list[tuple[str, str]]:
    sheet = lists.read(text)
    return [(row.section, row.name) for row in columns.listing_of(sheet.table, sheet.columns).rows]


BOTH = [("4B", "Anna S."), ("5C", "Ben O.")]


@pytest.mark.parametrize(
    "text",
    [
        "Vorname;Nachname;Klasse\nAnna;Smith;4B\nBen;Okoro;5C",
        "Name;Vorname;Klasse\nSmith;Anna;4B\nOkoro;Ben;5C",
        "Schüler/in;Klasse\nSmith, Anna;4B\nOkoro, Ben;5C",
        "Nom,Prénom,Classe\nSmith,Anna,4B\nOkoro,Ben,5C",
        "Legal Surname,Legal Forename,Reg Group,DOB\nSmith,Anna,4B,1\nOkoro,Ben,5C,2",
        "Student,Registration Form\n\"Smith, Anna\",4B\n\"Okoro, Ben\",5C",
        "Username,Full name,Enrolled in\nasmith,Anna Smith,4B\nbokoro,Ben Okoro,5C",
        "username,firstname,lastname,email,course1,cohort1\na,Anna,Smith,a@x,M1,4B\nb,Ben,Okoro,b@x,M1,5C",
        "First name\tLast name\tGroups\nAnna\tSmith\t4B\nBen\tOkoro\t5C",
        "Alumno/a;Grupo\nAnna Smith;4B\nBen Okoro;5C",
        "Apellidos, Nombre;Clase\nSmith, Anna;4B\nOkoro, Ben;5C",
        "Nafn;Kennitala;Bekkur\nAnna Smith;010115-1234;4B\nBen Okoro;020215-1234;5C",
        "sourcedId,status,givenName,familyName,Homeroom\nu1,,Anna,Smith,4B\nu2,,Ben,Okoro,5C",
        "Hill School\nClass lists 2026/27;;\n\nVorname;Nachname;Klasse\nAnna;Smith;4B\nBen;Okoro;5C",
    ],
)  # fmt: skip
def test_the_words_over_the_columns_are_known(text):
    assert read(text) == BOTH


@pytest.mark.parametrize(
    "text",
    [
        "Name\nSmith, Anna\nOkoro, Ben",
        "Name\nAnna Smith\nBen Okoro",
        "Last name, First name\nSmith, Anna\nOkoro, Ben",
        "Anna Smith\nBen Okoro",
        "Hill School\nName\n\"Smith, Anna\"\n\"Okoro, Ben\"",
        "4B\nName\nAnna Smith\nBen Okoro",
    ],
)  # fmt: skip
def test_whole_names_are_shortened_like_names_in_two_columns(text):
    assert read(text) == [("", "Anna S."), ("", "Ben O.")]


@pytest.mark.parametrize("between", [" - ", " – ", ": ", " ", "- "])
def test_numbers_that_go_up_are_no_part_of_a_name(between):
    lines = ["Class list 2026", *(f"{n}{between}{name}" for n, name in ((1, "Chloé"), (2, "Þór"), (10, "Ömer")))]
    assert text_files.lines_of("\n".join(lines)) == [(1, "Class list 2026"), (2, "Chloé"), (3, "Þór"), (4, "Ömer")]


@pytest.mark.parametrize(
    "text",
    [
        "4 - Blue,Anna\n4 - Blue,Ben\n5 - Red,Cem",
        "Class,Name\n4 Blue,Anna\n4 Blue,Ben",
        "Nr\tName\n1\tAnna\n2\tBen",
    ],
)
def test_numbers_of_classes_and_of_a_column_stay(text):
    assert [line for _number, line in text_files.lines_of(text)] == text.split("\n")


def test_spanish_names_in_one_cell_lose_both_last_names():
    assert read("Alumno/a\nAna García López\nMaría José Ruiz Gil") == [("", "Ana G."), ("", "María José R.")]


@pytest.mark.parametrize(
    ("text", "last_names", "called"),
    [
        ("Íñigo Muñoz Peña\nMaría José García-Núñez de la Fuente\nLucía", 2, ["Íñigo M.", "María José G.", "Lucía"]),
        ("Íñigo Muñoz Peña\nAna de la Fuente Gil\nÓscar Ibáñez", 2, ["Íñigo M.", "Ana F.", "Óscar I."]),
        ("María José García\nÓscar Ibáñez\nLucía Gil", 2, ["María José G.", "Óscar I.", "Lucía G."]),
        ("Guðrún Ýr Sigurðardóttir\nÁsdís Ólöf Þorvaldsdóttir", 1, ["Guðrún Ýr S.", "Ásdís Ólöf Þ."]),
    ],
)
def test_names_without_a_heading_lose_as_many_last_names_as_the_language_has(text, last_names, called):
    sheet = lists.read(text, last_names=last_names)
    assert [row.name for row in columns.listing_of(sheet.table, sheet.columns).rows] == called


def test_a_spanish_class_is_read_as_one_with_two_last_names(ana_teacher, class_4b):
    class_4b.language = "es"
    draft = drafts.from_text("Íñigo Muñoz Peña\nAna García López", teacher=ana_teacher, classroom=class_4b)
    assert [name for _number, name, *_rest in draft.rows] == ["Íñigo M.", "Ana G."]


def test_a_cell_that_goes_over_two_lines_is_one_child_and_a_lone_mark_is_part_of_a_name():
    assert read('Name,Class\n"Maria\nJosé",4B\nBen "B,4B\nCem,4B') == [
        ("4B", "Maria J."),
        ("4B", 'Ben "B'),
        ("4B", "Cem"),
    ]
    assert len(read('Name,Class\n"Maria,4B\nBen,4B\nCem,4B')) == 3


class TestMergedClasses:
    def test_a_class_at_the_top_of_its_block_is_filled_down(self):
        rows = read("Name,Class\nAnna,4B\nBen,\nCem,\nDea,5C\nEli,")
        assert [section for section, _name in rows] == ["4B", "4B", "4B", "5C", "5C"]

    def test_an_empty_cell_among_written_ones_is_no_class(self):
        rows = read("Name,Class\nAnna,4B\nBen,4B\nCem,\nDea,5C")
        assert [section for section, _name in rows] == ["4B", "4B", "", "5C"]

    def test_who_stands_above_the_first_class_has_none(self):
        assert [section for section, _name in read("Name,Class\nAnna,\nBen,4B\nCem,")] == ["", "4B", "4B"]


def test_lines_without_a_name_titles_and_headings_that_come_again_are_counted_out_by_number():
    sheet = lists.read("Hill School;\nName;Class\nAnna;4B\n;4B\nName;Class\nBen;5C")
    listing = columns.listing_of(sheet.table, sheet.columns)
    assert (listing.titles, listing.nameless) == ([1, 5], [4])
    assert [row.number for row in listing.rows] == [3, 6]


@pytest.mark.parametrize(
    "text",
    [
        "1,Anna,Smith\n2,Ben,Okoro",
        "Smith, Anna\nOkoro, Ben",
        "Name,Class\nSmith, Anna,4B\nOkoro, Ben,5C",
        "4B;5C\nAnna;Ben\nCem;Dea",
        "sourcedId,classSourcedId,userSourcedId,role\ne1,c1,u1,student",
    ],
)
def test_what_is_not_sure_is_asked(text):
    assert not lists.read(text).is_sure


def test_a_list_of_several_classes_is_not_sure_without_a_class():
    assert lists.read("Name\nAnna").is_sure
    assert not lists.read("Name\nAnna", needs_class=True).is_sure
    assert lists.read("Name;Klasse\nAnna;4B", needs_class=True).is_sure


def test_the_teachers_separator_is_taken():
    assert lists.read("Anna;Smith,4B\nBen;Okoro,5C", ",").table[0][1] == ["Anna;Smith", "4B"]


ICELANDIC = "Nafn;Bekkur\nÞórdís Ásta;4B\nJón Örn;5C\n"


@pytest.mark.parametrize("encoding", ["cp1252", "mac_iceland", "mac_roman"])
@pytest.mark.parametrize("called", ["3ºA", "1.º B", "2ª"])
def test_a_class_with_an_ordinal_is_read_as_it_was_written(called, encoding):
    text = f"Nombre;Clase\nAna Gil;{called}\nBen Ruiz;{called}"
    assert text_files.text_of(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["cp1252", "mac_iceland"])
def test_an_old_encoding_is_told_by_where_its_capital_letters_stand(encoding):
    assert text_files.likely(ICELANDIC.encode(encoding)) == text_files.Guess(encoding, is_sure=True)
    assert text_files.text_of(ICELANDIC.encode(encoding)) == ICELANDIC


def test_letters_that_no_encoding_makes_likely_are_not_sure():
    assert not text_files.likely(b"\xd0\n").is_sure


def test_letters_that_no_western_file_has_are_asked_about():
    """Else half of the names of a Polish or a Japanese file are signs, without a question."""
    polish = "Łukasz;Żak\nŚwiętosław;Źrebiec\n".encode("cp1250")
    assert text_files.likely(polish) == text_files.Guess("cp1250", is_sure=False)
    assert not text_files.likely("山田 太郎\n佐藤 花子\n".encode("shift_jis")).is_sure


@pytest.mark.parametrize("pasted", [";;;", "\t\t\n\t\n", ";;;\n;;\n"])
def test_signs_between_columns_alone_are_no_list_to_be_asked_about(ana_teacher, class_4b, pasted):
    with pytest.raises(NotAListError, match="There is no name"):
        drafts.from_text(pasted, teacher=ana_teacher, classroom=class_4b)
