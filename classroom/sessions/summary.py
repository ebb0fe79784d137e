"""What a teacher finds after a session beside its numbers: who was there, notes, the class against its last time."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q

from classroom.models import Attendance, ClassSession, Sitting, Student
from classroom.sessions import accommodations, teams
from classroom.sessions.control_forms import NoteForm


@dataclass(frozen=True, slots=True)
class Attended:
    """A child of the lesson: were they there, since when, did they play, and which settings were theirs alone.

    `removed`: they have been taken off the list since.
    """

    name: str
    arrived_at: Any
    played: bool
    own: str
    removed: bool


def context(session: ClassSession) -> dict[str, Any]:
    """Return what the page after a session shows in addition to `lobby.end_context`."""
    known: dict[str, Any] = {"note_form": NoteForm(instance=session), "podium": teams.podium(session)}
    match session.options.get("together"):
        case "teams":
            known["teams"] = teams.teams_of(session)
        case "class":
            known["together"] = teams.together(session)
    return known


def attendance(session: ClassSession) -> list[Attended]:
    """Return everybody who came and everybody who was on the roster then, in its order: who has been removed since
    stays in the record. One query."""
    came = Attendance.objects.filter(session=session, student=OuterRef("pk"))
    sat = Sitting.objects.filter(session=session, student=OuterRef("pk"))
    listed = Q(removed_at=None) | Q(removed_at__gt=session.opened_at)
    then = Student.everybody.annotate(came=came.values("arrived_at")[:1], sat=Exists(sat)).filter(
        Q(came__isnull=False) | listed & Q(classroom=session.classroom_id, created_at__lte=session.opened_at)
    )
    rows = then.values_list("name", "came", "sat", "needs", "removed_at")
    return [
        Attended(name, came_at, played, ", ".join(accommodations.in_words(own)), removed_at is not None)
        for name, came_at, played, own, removed_at in rows
    ]
