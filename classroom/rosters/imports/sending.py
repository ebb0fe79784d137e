"""A list on its way through the page that asks for its columns: its content, and the teacher's choices. Pure.

The list travels in the page's form until its columns are known, and nothing of it is kept on the server: a column of
birthdays that nobody asked for is never stored. A file travels as bytes, so that another encoding can be chosen.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classroom.rosters.imports.readers import columns, lists, text_files, workbooks
from classroom.rosters.imports.readers.columns import Columns
from classroom.rosters.imports.readers.lists import ListSheet
from classroom.rosters.imports.readers.text_files import NotAListError

SEPARATORS = {
    "comma": (",", gettext_lazy("Comma")),
    "semicolon": (";", gettext_lazy("Semicolon")),
    "tab": ("\t", gettext_lazy("Tab")),
    "line": ("|", gettext_lazy("Upright line")),
    "none": ("", gettext_lazy("Nothing: one column")),
}
"""By the values of the form field; without one the separator is guessed."""

LARGEST_QUESTION = 1024 * 1024
"""Characters of a list that fit into the page of columns."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A list as text. `data` are the bytes of a text file, empty for a pasted list and for a workbook; `is_sure`: its
    encoding is certain.

    `classes` are the sheets of a workbook with a class on each.
    """

    text: str
    data: bytes = b""
    encoding: str = ""
    separator: str | None = None
    is_file: bool = False
    is_sure: bool = True
    other_sheets: str = ""
    classes: tuple[tuple[str, ListSheet], ...] = ()


def of_file(data: bytes, encoding: str = "", separator: str | None = None) -> Sent:
    """Read a text file or a workbook. Raises NotAListError."""
    if workbooks.is_workbook(data):
        book = workbooks.read(data)
        classes = tuple(lists.of_classes(book.sheets))
        read = {name for name, _sheet in classes}
        others = ", ".join(name for name in book.others if name not in read)
        return Sent(book.text, separator="\t", is_file=True, other_sheets=others, classes=classes)
    guess = text_files.likely(data[: text_files.LARGEST_LIST])
    text = text_files.text_of(data, encoding)
    known = encoding if encoding in text_files.ENCODINGS else guess.encoding
    return Sent(text, data, known, separator, is_file=True, is_sure=bool(encoding) or guess.is_sure)


def of_form(form: Mapping[str, str]) -> Sent:
    """Read the pasted text, or the list that the page of columns sent back. Raises NotAListError."""
    separator, _label = SEPARATORS.get(form.get("separator", ""), (None, None))
    if form.get("data"):
        return of_file(_unpacked(form["data"]), form.get("encoding", ""), separator)
    if "text" not in form:
        raise NotAListError(_("Choose the file first."))
    others = form.get("other_sheets", "")
    return Sent(form["text"], separator=separator, is_file="is_file" in form, other_sheets=others)


def _unpacked(data: str) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotAListError(_("The file did not come through whole. Choose it again.")) from error


def columns_of(form: Mapping[str, str]) -> Columns:
    """Return the columns that the teacher chose; an invalid index counts as none."""
    family = _place(form, "family")
    given = _place(form, "given") or 0
    begins = _place(form, "begins")
    return Columns(
        given=None if given == family else given,
        family=family,
        source=_place(form, "source"),
        section=_place(form, "room"),
        begins=-1 if begins is None else begins,
        is_whole=family is None,
    )


def _place(form: Mapping[str, str], field: str) -> int | None:
    said = form.get(field, "")
    return int(said) if re.fullmatch(r"[0-9]{1,3}", said) else None


def asked(sent: Sent, sheet: ListSheet) -> dict[str, Any]:
    """Return the context of the page of columns: the guess, and a few cells of each column.

    Raises NotAListError for a list that is too large for a form.
    """
    if len(sent.text) > LARGEST_QUESTION:
        raise NotAListError(_("This list holds too much to ask about. Take only the columns of names and classes."))
    guess = sheet.columns
    width = min(columns.width_of(sheet.table), 100)
    samples = [columns.sample(sheet.table, index, guess.begins) for index in range(width)]
    top = sheet.table[: columns.MOST_TITLES + 1]
    return {
        "text": "" if sent.data else sent.text,
        "data": base64.b64encode(sent.data).decode(),
        "is_file": sent.is_file,
        "other_sheets": sent.other_sheets,
        "samples": samples,
        "guess": guess,
        "lines": [(index, number, ", ".join(filter(None, cells))[:60]) for index, (number, cells) in enumerate(top)],
        "separators": [(value, label) for value, (_sign, label) in SEPARATORS.items()],
        "separator": next((value for value, (sign, _label) in SEPARATORS.items() if sign == sheet.separator), "none"),
        "encodings": text_files.ENCODINGS.items(),
        "encoding": sent.encoding,
        "is_sure_of_letters": sent.is_sure,
        "is_of_a_bundle": sheet.is_of_a_bundle,
    }
