"""Meanings of a list's columns, by their headings or by the teacher's choice, and the rows below. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from classroom.naming import names
from classroom.rosters.imports.plan import ListRow
from classroom.rosters.imports.readers import headings
from classroom.rosters.imports.readers.text_files import CellRows

LONGEST_SOURCE = 255
MOST_TITLES = 12
"""Lines above the headings: the school's name, the year, a date, blank ones."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The number of each column that is read, from 0, or None; and the words over those that are left out.

    Names begin in the line of the table with the number `begins`, from 0. `is_whole`: the column `given` may hold first
    and last names together; `last_names`: how many of these people have. `is_headed`: the line before holds headings.
    """

    given: int | None = None
    family: int | None = None
    source: int | None = None
    room: int | None = None
    left_out: list[str] = field(default_factory=list)
    begins: int = 0
    is_whole: bool = False
    last_names: int = 1
    is_headed: bool = False


def by_header(table: CellRows) -> Columns | None:
    """Read the line of headings, and skip the titles above it; None where no line names a column of names."""
    for index, (_number, cells) in enumerate(table[: MOST_TITLES + 1]):
        found = _by_words(cells)
        if found and (index == 0 or _are_titles(table[:index], cells)):
            return replace(found, begins=index + 1, is_headed=True)
    return None


def _are_titles(above: CellRows, header: Sequence[str]) -> bool:
    """Titles fill fewer cells than the headings; over a single column any line may be one."""
    width = sum(map(bool, header))
    return width == 1 or all(sum(map(bool, cells)) < width for _number, cells in above)


def _by_words(header: Sequence[str]) -> Columns | None:
    roles = [headings.role_of(cell) for cell in header]
    place = {role: roles.index(role) for role in headings.WORDS if role in roles}
    given, family, name = place.get("given"), place.get("family"), place.get("name")
    if given is not None and family is None and name is not None and headings.word_of(header[name]) in headings.BARE:
        family = name
    whole = given is None and family is None
    given = name if given is None else given
    if given is None and family is None:
        return None
    used = {given, family, place.get("source"), place.get("room")}
    left_out = [cell for index, cell in enumerate(header) if cell and index not in used]
    two = whole and headings.word_of(header[name or 0]) in headings.TWO_LAST_NAMES
    return Columns(
        given,
        family,
        place.get("source"),
        place.get("room"),
        left_out,
        is_whole=whole,
        last_names=2 if two else 1,
    )


def likely(table: CellRows) -> Columns:
    """Guess, where there are no words: names are in the first column that holds letters in most lines."""
    lettered = [index for index in range(width_of(table)) if _holds_names(table, index)]
    given = lettered[0] if lettered else 0
    return Columns(given=given, begins=_titles(table, given), is_whole=True)


def _titles(table: CellRows, column: int) -> int:
    """Return how many lines at the top fill one cell only, where the list has several columns."""
    if width_of(table) < 2 or Counter(_filled(cells) for _number, cells in table).most_common(1)[0][0] < 2:
        return 0
    return next((n for n, (_number, cells) in enumerate(table[:MOST_TITLES]) if _filled(cells) > 1), 0)


def _filled(cells: Sequence[str]) -> int:
    return sum(map(bool, cells))


def _holds_names(table: CellRows, column: int) -> bool:
    cells = [cells[column] for _number, cells in table if column < len(cells) and cells[column]]
    good = sum(any(map(str.isalpha, cell)) and "@" not in cell for cell in cells)
    return good * 2 > len(cells)


def fits(table: CellRows, columns: Columns) -> bool:
    """Say whether the lines below the headings are no wider than these: else a separator stands within cells."""
    width = len(table[columns.begins - 1][1]) if columns.begins else 0
    below = table[columns.begins :]
    wider = sum(any(cells[width:]) for _number, cells in below)
    return not width or wider * 2 < max(1, len(below))


def width_of(table: CellRows) -> int:
    return max((len(cells) for _number, cells in table), default=1)


def sample(table: CellRows, column: int, begins: int = 0) -> str:
    """Return the heading and the first few cells of a column, by which the teacher knows it."""
    lines = table[max(0, begins - 1) :]
    cells = [cells[column] for _number, cells in lines if column < len(cells) and cells[column]]
    return ", ".join(cells[:4])[: names.LONGEST_NAME]


@dataclass(slots=True)
class Listing:
    """The rows of a list, and the numbers of the lines that hold no child: `titles`, and `nameless` ones.

    `filled` counts the rows that got the class of a line above them.
    """

    rows: list[ListRow]
    titles: list[int]
    nameless: list[int]
    filled: int = 0


def listing_of(table: CellRows, columns: Columns) -> Listing:
    """Return the rows that hold a name, and which lines do not. Headings that come again are no children."""
    header = table[columns.begins - 1][1] if 0 < columns.begins <= len(table) else None
    read = [(_row(number, cells, columns), cells) for number, cells in table[columns.begins :] if cells != header]
    titles = [number for number, _cells in table[: columns.begins - columns.is_headed]]
    titles += [number for number, cells in table[columns.begins :] if cells == header]
    people = [(row, *_name_of(row.name, cells, columns)) for row, cells in read]
    nameless = [row.number for row, first, last in people if not first and not last]
    rows = [replace(row, name=first) for row, first, last in people if first or last]
    rows, filled = filled_down(rows)
    return Listing(named(rows, [last for _row, first, last in people if first or last]), titles, nameless, filled)


def chosen(said: Columns, guess: Columns) -> Columns:
    """Return the teacher's choice with what is known beside it, where it agrees with the guess. `begins` -1: as it."""
    said = replace(said, begins=guess.begins) if said.begins < 0 else said
    if said.given != guess.given:
        return said
    whole = said.family is None and guess.is_whole
    is_headed = guess.is_headed and guess.begins == said.begins
    return replace(said, is_whole=whole, last_names=guess.last_names, is_headed=is_headed)


def unread(table: CellRows, used: Columns) -> list[str]:
    """Return the columns with anything in them that are not read, by number and heading: what stands below is not
    kept, not even here."""
    read = {used.given, used.family, used.source, used.room}
    header = table[used.begins - 1][1] if 0 < used.begins <= len(table) else []
    below = [cells for _number, cells in table[used.begins :]]
    left = [at for at in range(width_of(table)) if at not in read and any(_cell(cells, at) for cells in below)]
    return [f"{at + 1} {_cell(header, at)[: names.LONGEST_NAME]}".strip() for at in left]


def rows_of(table: CellRows, columns: Columns) -> list[ListRow]:
    """Return the rows that hold a name. Children are called by first name and first letter of the last name."""
    return listing_of(table, columns).rows


def _row(number: int, cells: Sequence[str], columns: Columns) -> ListRow:
    source = _cell(cells, columns.source)
    known = source if len(source) <= LONGEST_SOURCE and source.isprintable() else ""
    return ListRow(number, _cell(cells, columns.given), known, _cell(cells, columns.room))


def _name_of(first: str, cells: Sequence[str], columns: Columns) -> tuple[str, str]:
    """Return first and last name; a column of last names may hold the first name again ("Smith, Anna")."""
    if columns.family is None:
        return names.split(first, columns.last_names) if columns.is_whole else (first, "")
    last = _cell(cells, columns.family)
    before, comma, _after = last.partition(",")
    if comma and before.strip():
        return first, before.strip()
    return first, last.removeprefix(f"{first} ") if first else last


def _cell(cells: Sequence[str], place: int | None) -> str:
    return cells[place] if place is not None and place < len(cells) else ""


def filled_down(rows: Sequence[ListRow]) -> tuple[list[ListRow], int]:
    """Return the rows with the class of the line above where the class stands at the top of its block only.

    A merged cell comes out of a spreadsheet like that. Where a class is written on several lines, an empty cell says
    that the child has none.
    """
    said = [row.room for row in rows if row.room]
    if len(said) == len(rows) or not said or max(Counter(said).values()) > 1:
        return list(rows), 0
    full, room = [], ""
    for row in rows:
        room = row.room or room
        full.append(replace(row, room=room))
    return full, sum(not row.room and now.room != "" for row, now in zip(rows, full, strict=True))


def named(rows: Sequence[ListRow], lasts: Iterable[str]) -> list[ListRow]:
    """Return the rows under the shortened names of their class; `rows` hold first names, `lasts` the last ones."""
    lasts = list(lasts)
    rooms: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        rooms[row.room].append(index)
    called: dict[int, str] = {}
    for there in rooms.values():
        children = {index: (rows[index].name, lasts[index], rows[index].source or f"line {index}") for index in there}
        once = list(dict.fromkeys(children.values()))
        short = dict(zip(once, names.shortened([(first, last) for first, last, _number in once]), strict=True))
        called |= {index: short[child] for index, child in children.items()}
    return [replace(row, name=called[index]) for index, row in enumerate(rows)]
