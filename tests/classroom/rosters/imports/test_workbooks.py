"""Workbooks: the first sheet, merged cells, numbers as people read them, and files that mean no good."""

import pytest

from classroom.rosters.imports.readers import columns, lists, workbooks, zip_files
from classroom.rosters.imports.readers.text_files import NotAListError
from tests.classroom.rosters.imports.bundles import packed
from tests.classroom.rosters.imports.sheets import excel, libre, with_sheet

ROWS = [["Vorname", "Nachname", "Klasse"], ["Anna", "Smith", "4B"], ["Ben", "Okoro", "5C"]]


def read(data: bytes) -> list[tuple[str, str]]:
    sheet = lists.read(workbooks.read(data).text, "\t")
    return [(row.section, row.name) for row in columns.listing_of(sheet.table, sheet.columns).rows]


@pytest.mark.parametrize("write", [excel, libre], ids=["xlsx", "ods"])
def test_a_workbook_reads_like_a_list(write):
    data = write(ROWS)
    assert workbooks.is_workbook(data)
    assert read(data) == [("4B", "Anna S."), ("5C", "Ben O.")]


def test_merged_cells_stand_in_each_of_their_rows():
    rows = [["Class", "Name"], ["4B", "Anna"], ["", "Ben"], ["5C", "Cem"], ["", "Dea"]]
    data = excel(rows, merged=[(1, 0, 2, 0), (3, 0, 4, 0)])
    assert [section for section, _name in read(data)] == ["4B", "4B", "5C", "5C"]
    assert [section for section, _name in read(libre(rows))] == ["4B", "4B", "5C", "5C"]


def test_numbers_are_whole_lines_are_counted_as_the_spreadsheet_does_and_breaks_are_spaces():
    book = workbooks.read(excel([["Hill"], [], ["Name", "Class"], ["Maria\nJosé", 4.0], ['Ben "B"', 5]]))
    assert book.text.split("\n")[:4] == ["Hill\t", "", "Name\tClass", "Maria José\t4"]
    sheet = lists.read(book.text, "\t")
    rows = columns.listing_of(sheet.table, sheet.columns).rows
    assert [(row.number, row.name, row.section) for row in rows] == [(4, "Maria J.", "4"), (5, 'Ben "B"', "5")]


def test_the_first_sheet_that_is_seen_is_read_and_the_others_are_named():
    assert workbooks.read(excel([["Anna"]], [["Ben"]], [["Cem"]])).others == ["Sheet 2", "Sheet 3"]
    assert workbooks.read(excel([["old"]], [["Ben"]], hidden=[0])).text == "Ben\n"
    assert workbooks.read(excel([], [["Ben"]])).text == "Ben\n"


def test_each_sheet_of_a_workbook_is_a_class():
    head, note = ["First name", "Last name"], ["Printed on Monday"]
    book = workbooks.read(excel([head, ["Anna", "Smith"]], [head, ["Ben", "Okoro"]], [note]))
    assert [(name, sheet.size) for name, sheet in lists.of_classes(book.sheets)] == [("Sheet 1", 1), ("Sheet 2", 1)]
    one = workbooks.read(excel([head, ["Anna", "Smith"]], [note]))
    assert lists.of_classes(one.sheets) == []


def far() -> bytes:
    return with_sheet(excel([["Name"], ["Anna"]]), 'r="A2"', 'r="XFD1048576"')


def endless() -> bytes:
    return libre([["Anna"]], 'table:number-columns-repeated="16384"')


def tall() -> bytes:
    return excel([[f"Child {n}"] for n in range(workbooks.MOST_ROWS + 1)])


@pytest.mark.parametrize(
    "made",
    [
        far,
        endless,
        tall,
        lambda: excel(ROWS)[:-30],
        lambda: packed({"[Content_Types].xml": "x"}),
        lambda: packed({"content.xml": "<", "mimetype": "application/vnd.oasis.opendocument.spreadsheet"}),
        lambda: packed({"[Content_Types].xml": "x", "a": b"0" * (zip_files.LARGEST_FILE // 2)}),
        lambda: packed({"[Content_Types].xml": "x"} | {f"{n}": "" for n in range(zip_files.MOST_PARTS)}),
        lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"0" * 1000,
        lambda: b"\xd0\xcf\x11\xe0" + b"0" * zip_files.LARGEST_ZIP,
    ],
    ids=["far", "endless", "tall", "cut", "empty", "broken", "bomb", "parts", "old", "large"],
)
def test_a_workbook_that_means_no_good_is_refused_in_words(made):
    data = made()
    with pytest.raises(NotAListError, match="workbook|sheet|zip file|too large"):
        workbooks.read(data)


LAUGHS = "".join(f'<!ENTITY a{n} "{"".join([f"&a{n - 1};"] * 10)}">' for n in range(1, 10))
BOMB = f'<!DOCTYPE x [<!ENTITY a0 "ha"><!ENTITY own SYSTEM "file:///etc/passwd">{LAUGHS}]>'


@pytest.mark.parametrize("entity", ["&a9;", "&own;"])
def test_entities_in_a_workbook_are_not_followed(entity):
    """Neither a thousand million laughs nor a file of this box comes out of it."""
    data = with_sheet(excel([["Anna", 7]]), "<worksheet", f"{BOMB}<worksheet")
    data = with_sheet(data, "<v>7</v>", f"<v>{entity}</v>")
    try:
        text = workbooks.read(data).text
    except NotAListError:
        return
    assert "haha" not in text
    assert "root:" not in text


def test_only_two_workbooks_take_memory_at_once(monkeypatch):
    """Each may take a gigabyte, and a box serves sixteen requests at once. Nothing is wrong with the third one."""
    monkeypatch.setattr(workbooks, "PATIENCE", 0)
    book = excel([["Anna"]])
    with workbooks._places, workbooks._places, pytest.raises(NotAListError, match="Wait a moment"):
        workbooks.read(book)
    assert workbooks.read(book).text == "Anna\n"
