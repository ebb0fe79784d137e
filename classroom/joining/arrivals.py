"""Who of a class has come: the names on the teacher's lobby and on the projector, ticked in place.

Contexts of plain values and their HTML. What one arrival costs does not depend on the size of the class: two queries,
and the one name that changed is pushed, with the count.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db.models import Count as Counted
from django.db.models import Exists, F, OuterRef
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from classroom.joining import presence
from classroom.models import Attendance, Classroom, ClassSession, Student
from classroom.naming.word_lists import alias
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
    """How many have come; `needed` is how many a start needs."""

    here: int
    expected: int
    needed: int

    @property
    def enough(self) -> bool:
        return self.here >= self.needed


def _roster(session: ClassSession, **only: int) -> list[Arrival]:
    came = Attendance.objects.filter(session=session, student=OuterRef("pk"))
    roster = Student.objects.filter(classroom=session.classroom_id, **only).annotate(here=Exists(came))
    columns = roster.values("name", "here", "character", "colour", student=F("pk"))
    return [Arrival(**row) for row in columns]


def arrivals(session: ClassSession) -> list[Arrival]:
    """Return everybody in the order of the roster, so that a name never moves when somebody comes. One query."""
    return _roster(session)


def arrival(session: ClassSession, student: int) -> list[Arrival]:
    """Return the one student's, or nothing where nobody of the class has this number. One query."""
    return _roster(session, pk=student)


def count(session: ClassSession) -> Count:
    """One query, whose answer is one row whatever the size of the class."""
    here = Counted("pk", filter=Exists(session.attendances.filter(student=OuterRef("pk"))))
    counted = Student.objects.filter(classroom=session.classroom_id).aggregate(here=here, expected=Counted("pk"))
    return Count(counted["here"], counted["expected"], seating.fewest(session))


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
    return "".join(render_to_string("classroom/joining/_arrival.html", {"arrival": child}) for child in shown)


def count_html(counted: Count) -> str:
    return render_to_string("classroom/joining/_count.html", {"count": counted})


def start_html(counted: Count) -> str:
    return render_to_string("classroom/joining/_start.html", {"count": counted})


def net_html(student: int, net: str) -> str:
    """Return the dots that say how well a child is connected."""
    return render_to_string("classroom/joining/_connection_dots.html", {"student": student, "net": net})


async def tell_arrival(session: ClassSession, student: int) -> None:
    """Tick or untick one name on the teacher's lobby and on the projector."""
    rooms.changed(f"lobby:{session.pk}", f"screen:{session.pk}")
    for language in rooms.languages(f"lobby:{session.pk}", f"screen:{session.pk}"):
        with translation.override(language or settings.LANGUAGE_CODE):
            drawn = await sync_to_async(_news)(session, student)
        for room, html in drawn.items():
            await rooms.publish(f"{room}:{session.pk}", html, language=language)


def _news(session: ClassSession, student: int) -> dict[str, str]:
    """Return what one arrival changes on the teacher's lobby and on the projector."""
    changed, counted = arrival(session, student), count(session)
    return {
        "lobby": names_html(for_teacher(session, changed)) + count_html(counted) + start_html(counted),
        "screen": names_html(for_board(session, changed)) + count_html(counted),
    }


async def tell_net(session: int, student: int, net: str) -> None:
    """Tell the teacher's lobby that a waiting child's line has become better or worse. No query."""
    await rooms.publish_drawn(f"lobby:{session}", lambda: sync_to_async(net_html)(student, net))
