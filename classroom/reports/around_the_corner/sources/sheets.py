"""Facts about the answer sheets of some players in all their classes, without reading the sheets: their modes,
beginnings, and stamp."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Count, Max, Min, QuerySet
from django.db.models.expressions import RawSQL

from classroom import persons
from classroom.homework.around_the_corner import review
from classroom.homework.around_the_corner.review import OnceKnown
from classroom.models import Classroom, Student
from classroom.reports.kit.cache import keep_last, last
from classroom.reports.kit.periods import EVER
from game.models import AnswerSheet
from game.rules.around_the_corner.practice import CHECK_UP


def modes_of(players: Iterable[int], tables: Sequence[int] | None = None) -> list[str]:
    """Return the modes in which these players answered anything (at these tables), in no order."""
    found = AnswerSheet.objects.filter(player__in=persons.players_of(*players))
    if tables is not None:
        found = found.filter(table__in=tables)
    return list(found.values_list("mode", flat=True).distinct().order_by())


def beginnings(players: Iterable[int], mode: str, *, since: int = 0, until: int | None = None) -> tuple[int, int]:
    """Return when the first and last of the sheets were begun that `read` would read (ms since 1970); 0 without any."""
    of_mode = sheets(persons.players_of(*players), mode, since, until, None).order_by()
    found = of_mode.aggregate(first=Min("began_at"), last=Max("began_at"))
    return int(found["first"] or 0), int(found["last"] or 0)


def stamp(players: Iterable[int], mode: str, *, since: int = 0, until: int | None = None,
          tables: Sequence[int] | None = None, checked: bool = False) -> str:  # fmt: skip
    """Return the stamp that `read` would give, without reading the answers."""
    order = tuple(players)
    found = sheets(persons.players_of(*order), mode, since, until, tables, checked).order_by()
    return stamp_of_sheets(order, mode, list(found.values_list("pk", flat=True)))


def last_by_mode(players: Iterable[int], until: int | None) -> dict[str, int]:
    """Return the modes in which these players answered before this moment, with the beginning of each one's last
    sheet."""
    theirs = AnswerSheet.objects.filter(player__in=persons.players_of(*players))
    found = theirs.filter(began_at__lt=until or EVER).order_by("mode")
    return dict(found.values_list("mode").annotate(Max("began_at")))


def plays(players: Sequence[int], span: tuple[int, int | None]) -> list[tuple[int, int]]:
    """Return when these players played in a period, in whatever mode: the place of each among `players`, and the
    beginning of the sheet (ms since 1970)."""
    since, until = span
    found = AnswerSheet.objects.filter(player__in=persons.players_of(*players), began_at__gte=since)
    rows = list(found.filter(began_at__lt=until or EVER).order_by().values_list("player", "began_at"))
    student_of = persons.students_by_player(players, (player for player, _began in rows))
    places = {student: place for place, student in enumerate(players)}
    return [(places[student_of[player]], began_at) for player, began_at in rows]


class NewestSheet(NamedTuple):
    """Values that change whenever a student answers in any mode: the number of sheets, and the id and beginning (ms
    since 1970) of the newest one."""

    sheets: int
    number: int
    began_at: int


def newest_sheets(students: Sequence[int]) -> dict[int, NewestSheet]:
    """Return the newest sheet of each of these students who has answered."""
    theirs = AnswerSheet.objects.filter(player__in=persons.players_of(*students)).order_by().values_list("player")
    rows = list(theirs.annotate(Count("pk"), Max("pk"), Max("began_at")))
    student_of, found = persons.students_by_player(students, (row[0] for row in rows)), dict[int, NewestSheet]()
    for player, *row in rows:
        counted, *last = found.get(student_of[player], NewestSheet(0, 0, 0))
        found[student_of[player]] = NewestSheet(counted + row[0], *map(max, last, row[1:]))
    return found


def sheets(
    players: RawSQL, mode: str, since: int, until: int | None, tables: Sequence[int] | None, checked: bool = False
) -> QuerySet[AnswerSheet]:
    """Return the sheets of a mode of these persons' numbers; `checked`: including those of check-ups, which have no
    clock and no competitors."""
    modes = (mode, CHECK_UP) if checked else (mode,)
    found = AnswerSheet.objects.filter(player__in=players, mode__in=modes, began_at__gte=since)
    found = found.order_by("player", "began_at", "pk")
    found = found if tables is None else found.filter(table__in=tables)
    return found if until is None else found.filter(began_at__lt=until)


def stamp_of_sheets(order: tuple[int, ...], mode: str, sheets_read: list[int]) -> str:
    return stamp_of(order, mode, sorted(sheets_read))


def stamp_of(*what: object) -> str:
    """Return a short hash of plain values."""
    return sha256(repr(what).encode()).hexdigest()


def once_known(
    classroom: Classroom, students: Sequence[Student], among: Sequence[Student] | None = None
) -> dict[Student, list[OnceKnown]]:
    """Return these sums by student of the class. Given `among`, results are computed only for these students and for
    cached ones. One query if nobody has answered since, otherwise two."""
    name = f"once_known:{classroom.quick_seconds}"
    newest, kept = newest_sheets([student.pk for student in students]), last(name, f"{classroom.pk}") or {}
    found = {pk: kept[pk] for pk, sheet in newest.items() if pk in kept and kept[pk][0] == sheet}
    asked = {student.pk for student in (students if among is None else among)}
    if lacking := asked & newest.keys() - found.keys():
        read = review.once_known({pk: newest[pk].began_at for pk in lacking}, classroom.quick_seconds)
        found |= {pk: (newest[pk], sums) for pk, sums in read.items()}
        keep_last(name, f"{classroom.pk}", found)
    return {student: found[student.pk][1] for student in students if student.pk in found}
