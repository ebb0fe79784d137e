"""The tour of a teacher's first lesson: a sentence on each of six pages, in the order of a lesson.

It is on from the sign-up until the teacher leaves it or opens a second lesson; the help pages start it again.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom.access import TeacherRequest, teacher_act
from classroom.models import ClassSession, Teacher
from classroom.server.http.links import is_ours

SENTENCES: Mapping[str, str | Promise] = {
    "classes": _("Make a class, or look at the demo class. Then press Start."),
    "session_new": _("Choose a picture, then open the lobby."),
    "lobby": _("Show the code. When children are in, press Start."),
    "session_monitor": _("Watch the tiles. Eyes up stops all screens."),
    "ended": _("Read what to teach. Play again is one press."),
    "class_report": _("Here is the whole class. You know it all now!"),
}
STEPS = tuple(SENTENCES)


class TourStep(NamedTuple):
    """One page of the tour; `number` from 1."""

    number: int
    of: int
    words: str | Promise


def step(teacher: Teacher, page: str, state: str = "") -> TourStep | None:
    """Return the step for this page, None where the tour is off or has none for it."""
    place = state or "lobby" if page == "session" else page
    if teacher.tour_began is None or place not in SENTENCES:
        return None
    return TourStep(STEPS.index(place) + 1, len(STEPS), SENTENCES[place])


def begin(teacher: Teacher) -> None:
    _set(teacher, timezone.now())


def leave(teacher: Teacher) -> None:
    _set(teacher, None)


def _set(teacher: Teacher, began: datetime | None) -> None:
    Teacher.objects.filter(pk=teacher.pk).update(tour_began=began)
    teacher.tour_began = began


def end_with_first_lesson(teacher: Teacher) -> None:
    """End the tour where a lesson was played since it began. No query where it is off."""
    if teacher.tour_began is None:
        return
    played = ClassSession.objects.filter(opened_by=teacher, opened_at__gte=teacher.tour_began)
    if played.filter(state=ClassSession.State.ENDED).exists():
        leave(teacher)


@teacher_act
def change_tour(request: TeacherRequest) -> HttpResponse:
    """`do`: "begin" redirects to the first step, "leave" ends the tour and returns to the page (`next`)."""
    if request.POST.get("do") == "begin":
        begin(request.user)
        return redirect("classes")
    leave(request.user)
    back = request.POST.get("next", "")
    return redirect(back if is_ours(back) else "classes")
