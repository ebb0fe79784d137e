"""Lists of students: read what a teacher pasted, judge the names, write them; rename and remove.

`read` and `reread` are pure: text and taken names in, a judged `Roster` out. The writes stand below, one transaction
each. A name is all that is kept of a child, so the rules about names stand here too.
"""

import csv
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from classroom.models import Classroom, ClassSession, Student
from game.models import Attempt, Seat, Table

LONGEST_NAME = 60
MOST_STUDENTS = 300
"""In one class, and so in one paste. No class comes near; a paste that does is the wrong list."""
MANY_STUDENTS = 60
"""From here on the teacher is asked whether they mean it."""
LONGEST_LINE = 1000

FORMULA_SIGNS = "=+-@"
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
JOINERS = "\u200c\u200d"
"""Invisible, and yet part of how names are written in Persian, Hindi and others."""
_LINE_END = re.compile(r"\r\n|\r|\n")
_SPACE = re.compile(r"[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")


@dataclass(frozen=True, slots=True)
class Line:
    """One pasted line: its number as the teacher counts, the name, whether it is to be added, and what is wrong."""

    number: int
    name: str
    keep: bool = True
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Roster:
    """The judged lines; `columns` holds a sample of each column (one where there are no columns), `column` the used."""

    lines: tuple[Line, ...]
    columns: tuple[str, ...] = ("",)
    column: int = 0

    @property
    def names(self) -> list[str]:
        return [line.name for line in self.lines if line.keep]

    @property
    def problems(self) -> list[Line]:
        return [line for line in self.lines if line.keep and line.problem]


class ListTooLongError(ValueError):
    """More lines than any class has students; nothing was read."""

    def __init__(self, lines: int) -> None:
        super().__init__(lines)
        self.lines = lines


class NameTakenError(ValueError):
    """Somebody added one of these names meanwhile; nothing was written."""


class StillPlayingError(Exception):
    """The class has a session open; nobody leaves it while live rounds hold their seats."""


def tidy(text: str) -> str:
    """Return the name in Unicode's composed form (NFC), with single spaces and none around it."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")


def key(name: str) -> str:
    """Return what two names share when people would read them as the same."""
    visible = "".join(letter for letter in tidy(name) if letter not in JOINERS)
    return unicodedata.normalize("NFC", visible.casefold())


def problem_of(name: str) -> str:
    """Say in words why this cannot be a name, or return an empty text. A spreadsheet would run a leading sign."""
    if any(unicodedata.category(letter) in INVISIBLE and letter not in JOINERS for letter in name):
        return _("There are invisible characters in this name. Type it again.")
    if len(name) > LONGEST_NAME:
        return _("This name has %(count)d characters. Use at most %(most)d.") % {
            "count": len(name),
            "most": LONGEST_NAME,
        }
    if unicodedata.normalize("NFKC", name[:1]) in FORMULA_SIGNS:
        return _("A name cannot start with “%(sign)s”.") % {"sign": name[:1]}
    if "@" in name:
        return _("This looks like an e-mail address. Use a name.")
    if not any(letter.isalnum() for letter in name):
        return _("There is no letter in this name.")
    return ""


def read(text: str, *, column: int = 0, taken: Iterable[str] = ()) -> Roster:
    """Read one name a line, out of the given column where the lines have several. Blank lines are skipped.

    Who is on the class list already is marked and left out, so that the same list can be pasted again.
    Raises ListTooLongError.
    """
    pasted = _LINE_END.split(text.lstrip("\ufeff"))
    filled = [(number, line) for number, line in enumerate(pasted, start=1) if tidy(line)]
    if len(filled) > MOST_STUDENTS:
        raise ListTooLongError(len(filled))
    table = [(number, _cells(line, _separator(text))) for number, line in filled]
    width = max((len(cells) for _number, cells in table), default=1)
    column = column if 0 <= column < width else 0
    lines = [Line(number, tidy(cells[column])) for number, cells in table if tidy("".join(cells[column : column + 1]))]
    known = {key(name) for name in taken}
    lines = [replace(line, keep=key(line.name) not in known) for line in lines]
    return Roster(_judged(lines, known), tuple(_sample(table, index) for index in range(width)), column)


def reread(lines: Iterable[Line], *, taken: Iterable[str] = ()) -> Roster:
    """Judge the lines again as the teacher has edited them; an emptied one is left out."""
    tidied = [replace(line, name=tidy(line.name), keep=line.keep and bool(tidy(line.name))) for line in lines]
    return Roster(_judged(tidied, {key(name) for name in taken}))


def _separator(text: str) -> str:
    """Tabs come from a spreadsheet's clipboard, semicolons and commas from its files."""
    return next((sign for sign in "\t;," if sign in text), "")


def _cells(line: str, separator: str) -> list[str]:
    if not separator or len(line) > LONGEST_LINE:
        return [line]
    return next(csv.reader([line], delimiter=separator, skipinitialspace=True), [""])


def _sample(table: Sequence[tuple[int, list[str]]], column: int) -> str:
    """Return the first few cells of a column, by which the teacher knows it."""
    cells = (tidy(cells[column]) for _number, cells in table if column < len(cells))
    return ", ".join([cell for cell in cells if cell][:3])[:LONGEST_NAME]


def _judged(lines: Iterable[Line], taken: set[str]) -> tuple[Line, ...]:
    first: dict[str, int] = {}
    judged = []
    for line in lines:
        judged.append(replace(line, problem=problem_of(line.name) or _double(line, first, taken)))
        if line.keep:
            first.setdefault(key(line.name), line.number)
    return tuple(judged)


def _double(line: Line, first: dict[str, int], taken: set[str]) -> str:
    words = {"name": line.name, "line": first.get(key(line.name), 0)}
    if key(line.name) in taken:
        return _("%(name)s is in this class already.") % words
    if words["line"]:
        return _("%(name)s is on line %(line)d too. Add a letter.") % words
    return ""


@transaction.atomic
def add_students(*, classroom: Classroom, names: Sequence[str]) -> list[Student]:
    """Add all of them or, raising NameTakenError, none."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    taken = {key(name) for name in names_in(classroom)}
    if taken & {key(name) for name in names}:
        raise NameTakenError
    return Student.objects.bulk_create(Student(classroom=classroom, name=name) for name in names)


def names_in(classroom: Classroom) -> list[str]:
    return list(classroom.students.values_list("name", flat=True))


@transaction.atomic
def remove_student(student: Student) -> None:
    """Delete the child, their evidence and their name on old tables; classmates' rounds stay.

    Raises StillPlayingError.
    """
    _refuse_while_playing(student.classroom)
    Table.objects.filter(rounds__practice__student=student).delete()
    Attempt.objects.filter(player=student.pk).delete()
    Seat.objects.filter(player=student.pk).update(player=None, name=_("Former student"))
    student.delete()


@transaction.atomic
def remove_classroom(classroom: Classroom) -> None:
    """Delete the class, its students, sessions and every table they played at. Raises StillPlayingError."""
    _refuse_while_playing(classroom)
    Table.objects.filter(seats__sitting__session__classroom=classroom).delete()
    Table.objects.filter(rounds__practice__student__classroom=classroom).delete()
    classroom.delete()


def _refuse_while_playing(classroom: Classroom) -> None:
    if classroom.sessions.exclude(state=ClassSession.State.ENDED).exists():
        raise StillPlayingError
