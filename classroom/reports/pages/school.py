"""The school's growth, for its admins: weeks, classes and kinds of sums. It has no child, no teacher and no level of a
class, so that nobody can be ranked; numbers about fewer than ten children are left out."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise

from classroom.access import TeacherRequest, admin_page
from classroom.models import BY_NAME, Attendance, Classroom
from classroom.reports.kit.growth import weeks
from classroom.reports.pages import catalogue
from classroom.server.time_zone import moment
from game import clock


class SchoolWeek(NamedTuple):
    """Seven days of the school: the number of children who came to sessions, and of sessions."""

    first: date
    children: int
    sessions: int

    @property
    def is_shown(self) -> bool:
        return self.children >= weeks.FEWEST_CHILDREN


@admin_page
def growth(request: TeacherRequest) -> HttpResponse:
    """The growth of all classes, computed once a day: at night (see `prepare`), or at the first request after a child
    has played."""
    today = timezone.localdate()
    attended = _attended(today)
    found, whole = _grown(attended)
    context = {
        "weeks": (played := _weeks(today, attended)),
        "most": max((week.children for week in played), default=0),
        "kinds": catalogue.FIRST.heads_of_kinds,
        "rows": [(classroom, grown) for classroom, grown in found if any(kind.is_shown for kind in grown)],
        "whole": whole,
        "known": _known(whole),
    }
    return render(request, "classroom/reports/growth/school.html", context)


def _known(whole: tuple[weeks.KindGrowth, ...]) -> list[tuple[str | Promise, int | None]]:
    """Return how many of 100 sums of each kind are known in the whole school, if any kind has enough children."""
    shares = [kind.known_of_100 for kind in whole]
    said = any(share is not None for share in shares)
    return list(zip(catalogue.FIRST.heads_of_kinds, shares, strict=True)) if said else []


def prepare() -> None:
    """Compute and cache the page's data: for thirty classes the first request would take two seconds."""
    _grown(_attended(timezone.localdate()))


def _attended(today: date) -> list[tuple]:
    """Return the attendance of the weeks until today as (time, child, student, session, class); a child of several
    classes is one child with several students."""
    since = moment(weeks.span_of(today)[0])
    came = Attendance.objects.filter(session__opened_at__gte=since, student__classroom__archived_at=None)
    found = came.values_list("session__opened_at", "student__person", "student", "session", "student__classroom")
    return [(opened, person or student, *rest) for opened, person, student, *rest in found]


def _grown(
    attended: Iterable[tuple],
) -> tuple[list[tuple[Classroom, tuple[weeks.KindGrowth, ...]]], tuple[weeks.KindGrowth, ...]]:
    """Return the growth of each class, and that of all of them."""
    classrooms = list(Classroom.objects.filter(pk__in={pk for *_rest, pk in attended}).order_by(*BY_NAME))
    of_class, whole = catalogue.FIRST.kinds_grown(classrooms)
    return [(each, of_class[each.pk]) for each in classrooms if each.pk in of_class], whole


def _weeks(today: date, attended: Iterable[tuple]) -> list[SchoolWeek]:
    children, sessions = defaultdict(set), defaultdict(set)
    for opened, student, session, _classroom in attended:
        week = int(weeks.week_of([clock.in_ms(opened)], today)[0])
        children[week].add(student)
        sessions[week].add(session)
    firsts = enumerate(weeks.firsts(today))
    return [SchoolWeek(first, len(children[week]), len(sessions[week])) for week, first in firsts]
