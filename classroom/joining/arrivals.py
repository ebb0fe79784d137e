"""Arrivals: the names on the lobby and on the projector, ticked in place as children come in.

Contexts of plain values and their HTML. What one arrival costs does not depend on the size of the class: one query,
and the one name that changed is pushed, with the count. The statements are written out: a school comes in at once, and
Django takes ten times as long to put such a question as the database takes to answer it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.urls import reverse
from django.utils import translation

from classroom.joining import presence
from classroom.models import Attendance, Classroom, ClassSession, Student
from classroom.naming.word_lists import alias
from classroom.server.http.drawn import drawn
from classroom.sessions import seating
from game import rooms

BoardNames = Classroom.BoardNames


@dataclass(frozen=True, slots=True)
class Arrival:
    """A name on the roster: has the child come? For the teacher also where to help it, and its line (`presence`)."""

    student: int
    name: str
    here: bool
    url: str = ""
    net: str = ""
    character: str = ""
    colour: str = ""

    @property
    def initial(self) -> str:
        return self.name[:1].upper()


@dataclass(frozen=True, slots=True)
class Count:
    """Number of children who have come; `needed` is how many a start needs."""

    here: int
    expected: int
    needed: int

    @property
    def enough(self) -> bool:
        return self.here >= self.needed


_STUDENTS, _CAME = Student._meta.db_table, Attendance._meta.db_table
_ROSTER = f"""
SELECT student.id, student.name,
    EXISTS (SELECT 1 FROM {_CAME} AS came WHERE came.session_id = %(session)s AND came.student_id = student.id),
    student.character, student.colour
FROM {_STUDENTS} AS student WHERE student.classroom_id = %(classroom)s AND student.removed_at IS NULL
"""
_ALL, _ONE = f"{_ROSTER} ORDER BY student.name_key, student.id", f"{_ROSTER} AND student.id = %(student)s"
_COUNT = f"""
SELECT COUNT(came.id) AS came, COUNT(*) AS expected FROM {_STUDENTS} AS student
LEFT JOIN {_CAME} AS came ON came.student_id = student.id AND came.session_id = %(session)s
WHERE student.classroom_id = %(classroom)s AND student.removed_at IS NULL
"""
_CHANGED = f"SELECT * FROM ({_COUNT}) AS counted LEFT JOIN ({_ONE}) AS changed ON 1 = 1"


def _asked(statement: str, session: ClassSession, student: int | None = None) -> list[tuple[Any, ...]]:
    values = {"session": session.pk, "classroom": session.classroom_id, "student": student}
    with connection.cursor() as cursor:
        return cursor.execute(statement, values).fetchall()


def _arrival(student: int, name: str, here: bool, character: str, colour: str) -> Arrival:
    return Arrival(student, name, bool(here), character=character, colour=colour)


def arrivals(session: ClassSession) -> list[Arrival]:
    """Return everybody in the order of the roster, so that a name never moves when somebody comes. One query."""
    return [_arrival(*row) for row in _asked(_ALL, session)]


def arrival(session: ClassSession, student: int) -> list[Arrival]:
    """Return the one student's, or nothing where nobody of the class has this number. One query."""
    return [_arrival(*row) for row in _asked(_ONE, session, student)]


def count(session: ClassSession) -> Count:
    """One query, whose answer is one row whatever the size of the class."""
    ((here, expected),) = _asked(_COUNT, session)
    return Count(here, expected, seating.fewest(session))


def _changed(session: ClassSession, student: int) -> tuple[list[Arrival], Count]:
    """Return the one student's arrival, and the count. One query."""
    ((here, expected, *row),) = _asked(_CHANGED, session, student)
    return [_arrival(*row)] if row[0] else [], Count(here, expected, seating.fewest(session))


def for_teacher(session: ClassSession, everybody: Iterable[Arrival]) -> list[Arrival]:
    """Return them with the way to each child's page, and how well each is connected."""
    return [
        replace(
            child,
            url=reverse("session_child", args=[session.pk, child.student]),
            net=presence.speed_of(child.student) if child.here else "",
        )
        for child in everybody
    ]


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


def start_html(counted: Count) -> str:
    return drawn("classroom/joining/_start.html", count=counted)


def net_html(student: int, net: str) -> str:
    """Return the dots that say how well a child is connected."""
    return drawn("classroom/joining/_connection_dots.html", student=student, net=net)


async def tell_arrival(session: ClassSession, student: int) -> None:
    """Tick or untick one name on the teacher's lobby and on the projector. Nothing is asked where nobody looks."""
    rooms.changed(f"lobby:{session.pk}", f"screen:{session.pk}")
    languages = rooms.languages(f"lobby:{session.pk}", f"screen:{session.pk}")
    for language, html in (await sync_to_async(_news)(session, student, languages) if languages else {}).items():
        for room, news in html.items():
            await rooms.publish(f"{room}:{session.pk}", news, language=language)


def _news(session: ClassSession, student: int, languages: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return what one arrival changes on the teacher's lobby and on the projector, for each language."""
    changed, counted = _changed(session, student)
    return {language: _drawn_news(session, changed, counted, language) for language in languages}


def _drawn_news(session: ClassSession, changed: Sequence[Arrival], counted: Count, language: str) -> dict[str, str]:
    with translation.override(language or settings.LANGUAGE_CODE):
        return {
            "lobby": names_html(for_teacher(session, changed)) + count_html(counted) + start_html(counted),
            "screen": names_html(for_board(session, changed)) + count_html(counted),
        }


async def tell_net(session: int, student: int, net: str) -> None:
    """Tell the teacher's lobby that a waiting child's line has become better or worse. No query, no thread."""

    async def draw() -> str:
        return net_html(student, net)

    await rooms.publish_drawn(f"lobby:{session}", draw)
