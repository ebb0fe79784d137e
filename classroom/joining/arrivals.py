"""Arrivals: the names on the lobby and on the projector, ticked in place as children come in.

Contexts of plain values and their HTML; the watch over the pages of the session pushes what has changed. The statements
are written out: a school comes in at once, and so a page of 24 names costs 6.1 ms of processor instead of 9.2 (33 %
less; medians of twelve turns, one way and the other, on a busy machine).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db import connection
from django.urls import reverse

from classroom.joining import presence
from classroom.models import Attendance, Classroom, ClassSession, Student
from classroom.naming.characters import hat_in
from classroom.naming.word_lists import alias
from classroom.server.http.drawn import drawn
from classroom.sessions import seating

BoardNames = Classroom.BoardNames


@dataclass(frozen=True, slots=True)
class Arrival:
    """A name on the roster: has the child come? For the teacher also where to help it, its line (`presence`), and
    whether it is `away`: it came, and is at no device now, so that Start does not seat it. Who is away is `asleep`
    where no page is heard of the device, or has given it to the next child."""

    student: int
    name: str
    here: bool
    url: str = ""
    net: str = ""
    away: bool = False
    asleep: bool = False
    character: str = ""
    colour: str = ""
    hat: str = ""

    @property
    def initial(self) -> str:
        return self.name[:1].upper()


@dataclass(frozen=True, slots=True)
class Count:
    """Number of children who have come, how many of them are away, and how many of these sleep; `needed` is how many a
    start needs."""

    here: int
    away: int
    asleep: int
    expected: int
    needed: int

    @property
    def awake(self) -> int:
        """Number of children whom Start would seat now."""
        return self.here - self.away

    @property
    def gave_on(self) -> int:
        """Number of children who gave their device to the next child."""
        return self.away - self.asleep

    @property
    def enough(self) -> bool:
        return self.awake >= self.needed


_STUDENTS, _CAME, _CLASSES = (model._meta.db_table for model in (Student, Attendance, Classroom))
_ROSTER = f"""
SELECT student.id, student.name,
    EXISTS (SELECT 1 FROM {_CAME} AS came WHERE came.session_id = %(session)s AND came.student_id = student.id),
    student.character, student.colour, CASE WHEN classroom.album THEN student.chosen ELSE '' END
FROM {_STUDENTS} AS student JOIN {_CLASSES} AS classroom ON classroom.id = student.classroom_id
WHERE student.classroom_id = %(classroom)s AND student.removed_at IS NULL
"""
_ALL, _ONE = f"{_ROSTER} ORDER BY student.name_key, student.id", f"{_ROSTER} AND student.id = %(student)s"


def _asked(statement: str, session: ClassSession, student: int | None = None) -> list[tuple[Any, ...]]:
    values = {"session": session.pk, "classroom": session.classroom_id, "student": student}
    with connection.cursor() as cursor:
        return cursor.execute(statement, values).fetchall()


def _arrival(student: int, name: str, here: bool, character: str, colour: str, chosen: str) -> Arrival:
    return Arrival(student, name, bool(here), character=character, colour=colour, hat=hat_in(chosen))


def arrivals(session: ClassSession) -> list[Arrival]:
    """Return everybody in the order of the roster, so that a name never moves when somebody comes. One query."""
    return [_arrival(*row) for row in _asked(_ALL, session)]


def arrival(session: ClassSession, student: int) -> list[Arrival]:
    """Return the one student's, or nothing where nobody of the class has this number. One query."""
    return [_arrival(*row) for row in _asked(_ONE, session, student)]


def count_of(session: ClassSession, shown: Iterable[Arrival]) -> Count:
    """Return how many these are."""
    everybody = list(shown)
    here, away, asleep = (sum(getattr(child, name) for child in everybody) for name in ("here", "away", "asleep"))
    return Count(here, away, asleep, len(everybody), seating.fewest(session))


def for_teacher(session: ClassSession, everybody: Iterable[Arrival], came: Sequence[presence.CameIn]) -> list[Arrival]:
    """Return them with the way to each child's page, how well each is connected, and whether it is away or sleeps."""
    away, asleep = presence.away_of(came), presence.asleep_of(came)
    return [
        replace(
            child,
            url=_page_of(session.pk, child.student),
            net=presence.speed_of(child.student) if child.here else "",
            away=child.here and child.student in away,
            asleep=child.here and child.student in asleep,
        )
        for child in everybody
    ]


@lru_cache(8192)
def _page_of(session: int, student: int) -> str:
    """Return the address of a child's page, which every lobby shows for all its children every second."""
    return reverse("session_child", args=[session, student])


def for_board(session: ClassSession, everybody: Iterable[Arrival]) -> list[Arrival]:
    """Return them as the class has chosen to be shown: by name, by a made-up name, or by their faces only.

    Places without a name stand in an order of their own: whose is still empty is not to be counted out of the list.
    """
    match session.classroom.board_names:
        case BoardNames.HIDDEN:
            return sorted((replace(child, name="") for child in everybody), key=lambda child: shuffled(child.student))
        case BoardNames.ALIASES:
            return sorted(
                (_under_an_alias(child, session.classroom.language) for child in everybody),
                key=lambda child: child.name,
            )
        case _:
            return list(everybody)


def shuffled(student: int) -> int:
    """Return a number by which students stand in an order that has nothing to do with their names (Knuth's)."""
    return student * 2654435761 % 2**32


def _under_an_alias(child: Arrival, language: str) -> Arrival:
    """Return the child without the character, by which classmates would know it."""
    return replace(child, name=alias(child.student, language), character="", colour="")


def names_html(shown: Iterable[Arrival]) -> str:
    return "".join(drawn("classroom/joining/_arrival.html", arrival=child) for child in shown)


def count_html(counted: Count) -> str:
    return drawn("classroom/joining/_count.html", count=counted)
