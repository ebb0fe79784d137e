"""Which column of a list is what: by the words of its first line, in any order, in English, Icelandic or Spanish.

Pure. Only names, the school's number and the class are read; every other column is left out by name. A national
number (kennitala, DNI) is never taken for the school's number: such numbers are not kept.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from classroom import names
from classroom.imports.files import Table
from classroom.imports.plan import Row

WORDS = {
    "given": "first name|first|given name|given names|given|forename|preferred name|fornafn|eiginnafn|skírnarnafn"
    "|primer nombre|nombre de pila|nombres",
    "family": "last name|last|surname|family name|family|second name|eftirnafn|kenninafn|föðurnafn|móðurnafn"
    "|apellido|apellidos|primer apellido",
    "name": "name|names|full name|display name|student|students|student name|pupil|pupils|pupil name|child|child name"
    "|nafn|nöfn|fullt nafn|nemandi|nemendur|nafn nemanda|nafn barns"
    "|nombre|nombre completo|nombre y apellidos|apellidos y nombre|alumno|alumna|alumnos|alumnado|estudiante",
    "source": "id|student id|pupil id|learner id|student number|pupil number|sourcedid|source id|local id|upn"
    "|auðkenni|nemendanúmer|númer nemanda|identificador|id alumno|id del alumno|matrícula|número de matrícula",
    "room": "class|class name|classroom|homeroom|home room|form|tutor group|registration group|bekkur|námshópur"
    "|umsjónarbekkur|hópur|clase|grupo|curso|aula",
}
LONGEST_SOURCE = 255
_MEANING = {word: role for role, words in WORDS.items() for word in words.split("|")}


@dataclass(frozen=True, slots=True)
class Columns:
    """The number of each column that is read, from 0, or None; and the words over those that are left out."""

    given: int | None = None
    family: int | None = None
    source: int | None = None
    room: int | None = None
    left_out: list[str] = field(default_factory=list)


def by_header(table: Table) -> Columns | None:
    """Read the first line as words over columns; None where it names no column of names."""
    header = table[0][1] if table else []
    roles = [_role(cell) for cell in header]
    place = {role: roles.index(role) for role in WORDS if role in roles}
    given = place.get("given", place.get("name"))
    if given is None and "family" not in place:
        return None
    used = {given, place.get("family"), place.get("source"), place.get("room")}
    left_out = [cell for index, cell in enumerate(header) if cell and index not in used]
    return Columns(given, place.get("family"), place.get("source"), place.get("room"), left_out)


def _role(cell: str) -> str:
    word = re.sub(r"\(.*?\)|[_.:/*\-]", " ", cell.strip("'\""))
    return _MEANING.get(names.key(word), "")


def likely(table: Table) -> Columns:
    """Guess, where there are no words: names are in the first column that holds letters in most lines."""
    width = max((len(cells) for _number, cells in table), default=1)
    lettered = [index for index in range(width) if _holds_names(table, index)]
    return Columns(given=lettered[0] if lettered else 0)


def _holds_names(table: Table, column: int) -> bool:
    cells = [cells[column] for _number, cells in table if column < len(cells) and cells[column]]
    good = sum(any(map(str.isalpha, cell)) and "@" not in cell for cell in cells)
    return good * 2 > len(cells)


def width_of(table: Table) -> int:
    return max((len(cells) for _number, cells in table), default=1)


def sample(table: Table, column: int) -> str:
    """Return the first few cells of a column, by which the teacher knows it."""
    cells = [cells[column] for _number, cells in table if column < len(cells) and cells[column]]
    return ", ".join(cells[:3])[: names.LONGEST_NAME]


def rows_of(table: Table, columns: Columns) -> list[Row]:
    """Return the rows that hold a name. With a column of last names children are called by first name and letter."""
    read = [(_row(number, cells, columns), _cell(cells, columns.family)) for number, cells in table]
    people = [(row, last) for row, last in read if row.name or last]
    rows = [row for row, _last in people]
    return rows if columns.family is None else named(rows, [last for _row, last in people])


def _row(number: int, cells: Sequence[str], columns: Columns) -> Row:
    source = _cell(cells, columns.source)
    known = source if len(source) <= LONGEST_SOURCE and source.isprintable() else ""
    return Row(number, _cell(cells, columns.given), known, _cell(cells, columns.room))


def _cell(cells: Sequence[str], place: int | None) -> str:
    return cells[place] if place is not None and place < len(cells) else ""


def named(rows: Sequence[Row], lasts: Sequence[str]) -> list[Row]:
    """Return the rows under the shortened names of their class; `rows` hold first names, `lasts` the last ones."""
    rooms: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        rooms[row.room].append(index)
    called: dict[int, str] = {}
    for there in rooms.values():
        short = names.shortened([(rows[index].name, lasts[index]) for index in there])
        called |= dict(zip(there, short, strict=True))
    return [replace(row, name=called[index]) for index, row in enumerate(rows)]
