"""From bytes and pasted text to cells: every encoding, separator and bullet that schools' lists come with."""

import io
import zipfile
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classroom.naming import names
from classroom.rosters.imports.plan import ListRow
from classroom.rosters.imports.readers import columns, text_files
from classroom.rosters.imports.readers.text_files import NotAListError

LIST = "Fornafn;Eftirnafn\r\nÞóra;Ögmundsdóttir\r\nÑico;Ðurić\r\n"


def cells(text: str) -> list[list[str]]:
    return [line for _number, line in text_files.table_of(text_files.lines_of(text))]


def read(text: str) -> list[str]:
    table = text_files.table_of(text_files.lines_of(text))
    header = columns.by_header(table)
    return [row.name for row in columns.listing_of(table, header or columns.likely(table)).rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_any_encoding_reads_the_same(encoding):
    assert text_files.text_of(LIST.encode(encoding)) == LIST


def test_a_file_of_an_old_spreadsheet_reads_too():
    text = "Þóra;Ögmundsdóttir\r\nNico;Muñoz €\r\n"
    assert text_files.text_of(text.encode("cp1252")) == text


@pytest.mark.parametrize("separator", ["\t", ";", ",", "|"])
def test_cells_are_cut_at_whatever_sign_cuts_the_lines_alike(separator):
    assert cells(f"Amir{separator}Okoro\nBea{separator}Stone") == [["Amir", "Okoro"], ["Bea", "Stone"]]


def test_a_quoted_cell_may_hold_the_separator_and_one_comma_in_a_list_makes_no_columns_of_the_rest():
    assert cells('"Stone, Bea";2017\n"Okoro, Amir";2016') == [["Stone, Bea", "2017"], ["Okoro, Amir", "2016"]]


@pytest.mark.parametrize(
    "line",
    ["Amir O.", "1. Amir O.", "12) Amir O.", "(3) Amir O.", "1.Amir O.", "• Amir O.", "-  Amir O.", "–\tAmir O.",
     "\uf0b7\tAmir O.", "o\tAmir O.", "*\tAmir O.", "  ▪ Amir O."],
)  # fmt: skip
def test_bullets_and_numbers_of_a_word_list_are_no_part_of_a_name(line):
    assert read(f"{line}\nBea") == ["Amir O.", "Bea"]


def test_blank_lines_are_skipped_but_counted_and_excels_word_to_itself_is_no_line():
    assert text_files.lines_of("sep=;\r\nAmir\r\r  \nBea") == [(2, "Amir"), (5, "Bea")]


def test_a_column_of_numbers_before_the_names_is_not_taken_for_them():
    assert read("1\tAmir\tOkoro\n2\tBea\tStone") == ["Amir", "Bea"]


@pytest.mark.parametrize(
    "header",
    ["First name,Last name,Born", "Born,LAST_NAME,First Name", "Fornafn,Eftirnafn,Kennitala", "Apellidos,Nombre,DNI",
     "surname,GIVEN NAME (preferred),e-mail"],
)  # fmt: skip
def test_words_over_columns_are_known_in_any_order_and_language(header):
    place = {"first": "Sam", "fornafn": "Sam", "nombre": "Sam", "given": "Sam"}
    words = header.replace("_", " ").lower().split(",")
    line = [
        next((name for word, name in place.items() if cell.startswith(word)), "Okoro" if _is_last(cell) else "2016")
        for cell in words
    ]
    assert read(f"{header}\n{','.join(line)}\n{','.join(line).replace('Sam', 'Bea')}") == ["Sam O.", "Bea O."]


def _is_last(cell: str) -> bool:
    return cell in ("last name", "eftirnafn", "apellidos", "surname")


def test_what_is_left_out_is_named_and_a_national_number_is_not_kept():
    found = columns.by_header(
        text_files.table_of(text_files.lines_of("Nafn,Kennitala,Nemandanúmer,Bekkur,Nemendanúmer\n"))
    )
    assert (found.left_out, found.source, found.section) == (["Kennitala", "Nemandanúmer"], 4, 3)


def test_a_list_without_words_over_it_has_no_header():
    assert columns.by_header([(1, ["Amir", "Okoro"]), (2, ["Bea", "Stone"])]) is None


def test_a_line_keeps_the_school_s_number_and_class():
    table = text_files.table_of(text_files.lines_of("Class,ID,Name\n4B,u1,Amir\n5C,u2,Eli"))
    assert columns.listing_of(table, columns.by_header(table)).rows == [
        ListRow(2, "Amir", "u1", "4B"),
        ListRow(3, "Eli", "u2", "5C"),
    ]


def packed(name: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as bundle:
        bundle.writestr(name, "x")
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (packed("[Content_Types].xml"), "Excel workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old Excel workbook"),
        (b"%PDF-1.7", "This is a document"),
        (b"\x89PNG\r\n", "This is a picture"),
        (bytes(range(32)) * 10, "No names can be read"),
        (b"A" * (4 * 1024 * 1024 + 1), "too large"),
    ],
)
def test_what_is_no_list_is_refused_with_what_to_do(data, words):
    with pytest.raises(NotAListError, match=words):
        text_files.text_of(data)


@settings(max_examples=150)
@given(st.binary(max_size=300))
def test_whatever_bytes_come_they_are_read_or_refused_in_words(data):
    with suppress(NotAListError):
        assert all(names.tidy(name) == name for name in read(text_files.text_of(data)))
