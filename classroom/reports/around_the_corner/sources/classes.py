"""Answer sheets of many classes, read together: as many queries for a school as for a class, and only a few classes'
sheets in memory at a time."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import groupby
from typing import NamedTuple

from django.db.models import Q

from classroom import persons
from classroom.models import Student
from classroom.reports.around_the_corner.sources.answers import Answers, put_together, round_ten
from game.models import AnswerSheet
from game.rules.around_the_corner.practice import CHECK_UP


class StudentSheet(NamedTuple):
    """A student's answers at a table in one mode, as stored; `began_at` in ms since 1970."""

    student: int
    table: int
    began_at: int
    answers: bytes
    number: int
    mode: str


class ClassSheets(NamedTuple):
    """The sheets of a class's students, of any of their classes."""

    students: tuple[int, ...]
    sheets: list[StudentSheet]

    def last_by_mode(self, until: int) -> dict[str, int]:
        """Return when the last sheet of each mode before this moment was begun."""
        in_time = sorted((each.mode, each.began_at) for each in self.sheets if each.began_at < until)
        return dict(in_time)

    def read(self, mode: str, since: int, until: int) -> Answers:
        """Return the result of `answers.read`, including check-ups."""
        kept = [each for each in self.sheets if each.mode in (mode, CHECK_UP) and since <= each.began_at < until]
        places = {student: place for place, student in enumerate(self.students)}
        return round_ten(put_together(self.students, mode, [places[sheet.student] for sheet in kept], kept))


def of_classes(classrooms: Collection[int]) -> Iterator[tuple[int, ClassSheets]]:
    """Yield each class with its sheets as soon as its last student's are read."""
    counts_for = persons.players_of_classes(classrooms)
    students, last = defaultdict[int, set[int]](set), dict[int, int]()
    for player in sorted(counts_for):
        for classroom_id, student in counts_for[player]:
            students[classroom_id].add(student)
            last[classroom_id] = player
    gathered, left = defaultdict[int, list[StudentSheet]](list), sorted(last, key=last.__getitem__, reverse=True)
    for player, rows in groupby(_rows(classrooms), key=lambda row: row[0]):
        while left and last[left[-1]] < player:
            yield _of_class(classroom_id := left.pop(), students[classroom_id], gathered.pop(classroom_id, []))
        theirs = list(rows)
        for classroom_id, student in counts_for.get(player, ()):
            gathered[classroom_id] += [StudentSheet(student, *row[1:]) for row in theirs]
    for classroom_id in reversed(left):
        yield _of_class(classroom_id, students[classroom_id], gathered.pop(classroom_id, []))


def _rows(classrooms: Collection[int]) -> Iterator[tuple]:
    """Read the sheets of all students taught in these classes now, of any class, one student after another."""
    now = Student.everybody.filter(classroom__archived_at=None, classroom__removed_at=None).order_by()
    persons_here = now.filter(classroom__in=classrooms).exclude(person="").values("person")
    theirs = now.filter(Q(classroom__in=classrooms) | Q(person__in=persons_here)).values("pk")
    found = AnswerSheet.objects.filter(player__in=theirs).order_by("player", "began_at", "pk")
    return found.values_list("player", "table", "began_at", "answers", "pk", "mode").iterator(chunk_size=500)


def _of_class(classroom_id: int, students: Collection[int], sheets: list[StudentSheet]) -> tuple[int, ClassSheets]:
    in_order = sorted(sheets, key=lambda sheet: (sheet.student, sheet.began_at, sheet.number))
    return classroom_id, ClassSheets(tuple(sorted(students)), in_order)
