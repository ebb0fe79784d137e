"""What a teacher finds after a session beside its numbers: who was there, notes, the class against its last time."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from classroom import needs, scores
from classroom.charge_forms import NoteForm
from classroom.models import Attendance, ClassSession, Sitting, Student


@dataclass(frozen=True, slots=True)
class Attended:
    """A child on the roster: were they there, since when, did they play, and which settings were theirs alone."""

    name: str
    arrived_at: Any
    played: bool
    own: str


def context(session: ClassSession) -> dict[str, Any]:
    """Return what the page after a session shows in addition to `lobby.end_context`."""
    known: dict[str, Any] = {"note_form": NoteForm(instance=session), "podium": scores.podium(session)}
    match session.options.get("together"):
        case "teams":
            known["teams"] = scores.teams_of(session)
        case "class":
            known["together"] = scores.together(session)
    return known


def attendance(session: ClassSession) -> list[Attended]:
    """Return everybody on the roster, in its order. One query."""
    came = Attendance.objects.filter(session=session, student=OuterRef("pk"))
    sat = Sitting.objects.filter(session=session, student=OuterRef("pk"))
    roster = Student.objects.filter(classroom=session.classroom_id).annotate(
        came=came.values("arrived_at")[:1], sat=Exists(sat)
    )
    rows = roster.values_list("name", "came", "sat", "needs")
    return [Attended(name, came_at, played, ", ".join(needs.in_words(own))) for name, came_at, played, own in rows]
