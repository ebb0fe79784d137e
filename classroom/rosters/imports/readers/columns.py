"""The meaning of a list's columns, by their headings or by the teacher's choice, and the rows below. Pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from classroom.naming import names
from classroom.rosters.imports.plan import INACTIVE, ListRow
from classroom.rosters.imports.readers import headings
from classroom.rosters.imports.readers.text_files import CellRows

LONGEST_SOURCE = 255
MOST_TITLES = 12
"""Lines above the headings: the school's name, the year, a date, blank ones."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The index of each column that is read, from 0, or None; and the headings of those that are left out.

    `given_else` and `family_else` are read where the preceding column is empty: a preferred name has precedence over a
    legal one. `course` is the year of a class whose letter is in `section`; `kind` has people's roles, `state` says who
    has left. Names begin in the table's row `begins`, from 0. `is_whole`: the column `given` may hold first and last
    names together; `last_names`: how many last names these people have. `is_headed`: the row before holds headings.
    `has_many`: a cell of `section` may name several classes.
    """

    given: int | None = None
    family: int | None = None
    source: int | None = None
    section: int | None = None
    left_out: list[str] = field(default_factory=list)
    begins: int = 0
    is_whole: bool = False
    last_names: int = 1
    is_headed: bool = False
    given_else: tuple[int, ...] = ()
    family_else: tuple[int, ...] = ()
    course: int | None = None
    kind: int | None = None
    state: int | None = None
    has_many: bool = False

    @property
    def used(self) -> set[int | None]:
        alone = {self.given, self.family, self.source, self.section, self.course, self.kind, self.state}
        return alone | set(self.given_else) | set(self.family_else)


def by_header(table: CellRows) -> Columns | None:
    """Return the columns by the row of headings, below any titles; None where no row has a heading for names."""
    for index, (_number, cells) in enumerate(table[: MOST_TITLES + 1]):
        found = _by_words(cells)
        if found and (index == 0 or _are_titles(table[:index], cells)):
            return replace(found, begins=index + 1, is_headed=True)
    return None


def _are_titles(above: CellRows, header: Sequence[str]) -> bool:
    """Return whether the rows above are titles: they fill fewer cells than the headings, or there is a single
    column."""
    width = sum(map(bool, header))
    return width == 1 or all(sum(map(bool, cells)) < width for _number, cells in above)


def _by_words(header: Sequence[str]) -> Columns | None:
    roles = [headings.role_of(cell) for cell in header]
    place = {role: roles.index(role) for role in headings.WORDS if role in roles}
    given = [place[role] for role in ("preferred", "given", "legal") if role in place]
    family = [place[role] for role in ("preferred_family", "family", "legal_family") if role in place]
    name, is_whole = place.get("name"), not given and not family
    words = [headings.word_of(cell) for cell in header]
    if given and not family and name is not None and words[name] in headings.BARE:
        family = [name]
    elif not given and name is not None:
        plain = (at for at, word in enumerate(words) if family and word in headings.PLAIN)
        given = [next(plain, name)]
    if not given and not family:
        return None
    section = next((place[role] for role in ("section", "unit", "course") if role in place), None)
    columns = Columns(
        given[0] if given else None,
        family[0] if family else None,
        place.get("source"),
        section,
        is_whole=is_whole,
        last_names=2 if is_whole and words[given[0]] in headings.TWO_LAST_NAMES else 1,
        given_else=tuple(given[1:]),
        family_else=tuple(family[1:]),
        course=place.get("course") if section is not None and roles[section] == "unit" else None,
        kind=place.get("kind"),
        state=place.get("state"),
        has_many=section is not None and words[section] in headings.MANY,
    )
    return replace(columns, left_out=[cell for at, cell in enumerate(header) if cell and at not in columns.used])


def likely(table: CellRows, last_names: int = 1) -> Columns:
    """Guess the columns of a list without headings: the first column with letters in most rows has the names.

    `last_names` is how many people of the class's language have. They are all there only where most names have more
    words than that: in a list of "Ana García" and "José" a third word is a second first name.
    """
    filled, good = Counter[int](), Counter[int]()
    for _number, cells in table:
        filled.update(index for index, cell in enumerate(cells) if cell)
        good.update(index for index, cell in enumerate(cells) if "@" not in cell and any(map(str.isalpha, cell)))
    given = min((index for index, count in good.items() if count * 2 > filled[index]), default=0)
    words = [names.main_words(cell) for _number, cells in table if (cell := _cell(cells, given))]
    known = last_names if sum(count > last_names for count in words) * 2 > len(words) else 1
    return Columns(given=given, begins=_titles(table, given), is_whole=True, last_names=known)


def _titles(table: CellRows, column: int) -> int:
    """Return how many rows at the top fill at most one cell, if the list has several columns."""
    if width_of(table) < 2 or Counter(_filled(cells) for _number, cells in table).most_common(1)[0][0] < 2:
        return 0
    return next((n for n, (_number, cells) in enumerate(table[:MOST_TITLES]) if _filled(cells) > 1), 0)


def _filled(cells: Sequence[str]) -> int:
    return sum(map(bool, cells))


def fits(table: CellRows, columns: Columns) -> bool:
    """Return whether most rows are no wider than the headings; otherwise the separator also occurs inside cells."""
    width = len(table[columns.begins - 1][1]) if columns.begins else 0
    below = table[columns.begins :]
    wider = sum(any(cells[width:]) for _number, cells in below)
    return not width or wider * 2 < max(1, len(below))


def width_of(table: CellRows) -> int:
    return max((len(cells) for _number, cells in table), default=1)


def sample(table: CellRows, column: int, begins: int = 0) -> str:
    """Return the heading and the first few cells of a column, so that the teacher recognizes it."""
    lines = table[max(0, begins - 1) :]
    cells = [cells[column] for _number, cells in lines if column < len(cells) and cells[column]]
    return ", ".join(cells[:4])[: names.LONGEST_NAME]


@dataclass(slots=True)
class Listing:
    """The rows of a list, and the numbers of the lines without a child: `titles` (also dates, points and totals),
    `nameless` lines, and `adults`.

    `filled` counts the rows that got their class from a line above.
    """

    rows: list[ListRow]
    titles: list[int]
    nameless: list[int]
    adults: list[int]
    filled: int = 0

    def add(self, sheet: "Listing", section: str, above: int) -> None:
        """Add the rows of another sheet, with `section` as the class where they name none; `above` counts the lines
        before it."""
        self.rows += [replace(row, number=row.number + above, section=row.section or section) for row in sheet.rows]
        self.titles += [number + above for number in sheet.titles]
        self.nameless += [number + above for number in sheet.nameless]
        self.adults += [number + above for number in sheet.adults]
        self.filled += sheet.filled


def listing_of(table: CellRows, columns: Columns, known: Collection[str] = ()) -> Listing:
    """Return the rows that hold a child's name, and the numbers of the other lines. Repeated headings are no children.

    Children are called by first name and first letter of the last name. `known` are keys of the names of children who
    are here already.
    """
    header = table[columns.begins - 1][1] if 0 < columns.begins <= len(table) else None
    listing = Listing([], [number for number, _cells in table[: columns.begins - columns.is_headed]], [], [])
    lasts = []
    for number, cells in table[columns.begins :]:
        first, last = _name_of(cells, columns)
        if cells == header or _is_sum(first, last, cells):
            listing.titles.append(number)
        elif not first and not last:
            listing.nameless.append(number)
        elif headings.is_adult(_cell(cells, columns.kind)):
            listing.adults.append(number)
        else:
            rows = _rows(number, first, cells, columns)
            listing.rows += rows
            lasts += [last] * len(rows)
    rows, listing.filled = filled_down(listing.rows)
    listing.rows = named(rows, lasts, known)
    return listing


def _is_sum(first: str, last: str, cells: Sequence[str]) -> bool:
    """Return whether the name cell holds a word for a date, points or a total, or a number beside such a word."""
    if first and last:
        return False
    said = first or last
    is_number = not any(map(str.isalpha, said))
    return headings.is_sum(said) or (is_number and any(map(headings.is_sum, cells)))


def chosen(said: Columns, guess: Columns) -> Columns:
    """Return the teacher's choice, completed from the guess where both agree. `begins` of -1 stands for the guess's."""
    said = replace(said, begins=guess.begins) if said.begins < 0 else said
    if said.given != guess.given:
        return said
    alike = {"family": "family_else", "section": "course"}
    known = {more: getattr(guess, more) for part, more in alike.items() if getattr(said, part) == getattr(guess, part)}
    return replace(
        said,
        is_whole=said.family is None and guess.is_whole,
        last_names=guess.last_names,
        is_headed=guess.is_headed and guess.begins == said.begins,
        given_else=guess.given_else,
        kind=guess.kind,
        state=guess.state,
        has_many=guess.has_many,
        **known,
    )


def unread(table: CellRows, used: Columns) -> list[str]:
    """Return number and heading of the columns that have content but are not read. Their cells are never stored."""
    header = table[used.begins - 1][1] if 0 < used.begins <= len(table) else []
    filled = {at for _number, cells in table[used.begins :] for at, cell in enumerate(cells) if cell}
    left = sorted(filled - used.used)
    return [f"{at + 1} {_cell(header, at)[: names.LONGEST_NAME]}".strip() for at in left]


def _rows(number: int, first: str, cells: Sequence[str], columns: Columns) -> list[ListRow]:
    """Return one row of the child for each class that the line names."""
    source = _cell(cells, columns.source)
    known = source if len(source) <= LONGEST_SOURCE and source.isprintable() else ""
    has_left = headings.has_left(_cell(cells, columns.state))
    row = ListRow(number, first, known, leaves=has_left, why=INACTIVE if has_left else "")
    return [replace(row, section=section) for section in _sections_of(cells, columns)]


def _sections_of(cells: Sequence[str], columns: Columns) -> list[str]:
    """Return the classes of a line. A letter alone is completed with its year ("3º de Primaria A"), "3ºA" is not."""
    section, course = _cell(cells, columns.section), _cell(cells, columns.course)
    if columns.has_many and "," in section:
        return [name.strip() for name in section.split(",") if name.strip()]
    year = re.search(r"\d+", course)
    is_full = not section or (year is not None and year[0] in re.findall(r"\d+", section))
    return [section if course == "" or is_full else f"{course} {section}"]


def _name_of(cells: Sequence[str], columns: Columns) -> tuple[str, str]:
    """Return (first name, last name); either column may hold both ("Smith, Anna", "Anna Smith")."""
    first, last = (
        next(filter(None, (_cell(cells, place) for place in places)), "")
        for places in ((columns.given, *columns.given_else), (columns.family, *columns.family_else))
    )
    if columns.family is None:
        return names.split(first, columns.last_names) if columns.is_whole else (first, "")
    before, comma, _after = last.partition(",")
    last = before.strip() if comma and before.strip() else last.removeprefix(f"{first} ") if first else last
    before, comma, after = first.partition(",")
    return after.strip() if comma and before.startswith(last) and after.strip() else first, last


def _cell(cells: Sequence[str], place: int | None) -> str:
    return cells[place] if place is not None and place < len(cells) else ""


def filled_down(rows: Sequence[ListRow]) -> tuple[list[ListRow], int]:
    """Return the rows with the class copied down where it is written only at the top of each block, and how many were
    filled.

    Merged cells of a spreadsheet look like this. Where a class is written on several lines, an empty cell says that the
    child has none.
    """
    said = [row.section for row in rows if row.section]
    if len(said) == len(rows) or not said or max(Counter(said).values()) > 1:
        return list(rows), 0
    full, section = [], ""
    for row in rows:
        section = row.section or section
        full.append(replace(row, section=section))
    return full, sum(not row.section and now.section != "" for row, now in zip(rows, full, strict=True))


def named(rows: Sequence[ListRow], lasts: Iterable[str], known: Collection[str] = ()) -> list[ListRow]:
    """Return the rows under the shortened names of their class; `rows` hold first names, `lasts` the last ones."""
    lasts = list(lasts)
    sections: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        sections[row.section].append(index)
    called: dict[int, str] = {}
    for there in sections.values():
        children = {index: (rows[index].name, lasts[index], rows[index].source or f"line {index}") for index in there}
        once = list(dict.fromkeys(children.values()))
        people = [(first, last) for first, last, _number in once]
        short = dict(zip(once, names.shortened(people, known), strict=True))
        called |= {index: short[child] for index, child in children.items()}
    return [replace(row, name=called[index]) for index, row in enumerate(rows)]
