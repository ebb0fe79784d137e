"""The school in numbers, for its admins: teachers, classes, sessions, children. No child's name is read here.

An admin who wants to see a class is invited to it like any other teacher. The first account of a server is an admin;
admins make others admins. One server is one school.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from classroom import persons
from classroom.models import BY_NAME, Classroom, ClassSession, RosterImport, Student, Teacher, Teaching
from classroom.naming import collation
from classroom.server.database import changes

RECENTLY = timedelta(days=28)


class LastAdminError(Exception):
    """The school would be left without an admin."""


@dataclass(frozen=True, slots=True)
class SchoolTotals:
    """Present totals: teachers with an account, classes that are not archived, children on a roster."""

    teachers: int
    classes: int
    children: int
    sessions: int
    recent_sessions: int


def totals() -> SchoolTotals:
    sessions = ClassSession.objects.aggregate(
        all=Count("pk"), recent=Count("pk", filter=Q(opened_at__gt=timezone.now() - RECENTLY))
    )
    return SchoolTotals(
        teachers=Teacher.objects.of_school().filter(is_active=True).count(),
        classes=Classroom.objects.filter(archived_at=None).count(),
        children=persons.how_many(Student.objects.filter(classroom__archived_at=None)),
        sessions=sessions["all"],
        recent_sessions=sessions["recent"],
    )


def undecided() -> int:
    """Return the number of teachers with doubtful lines of the school's nightly lists to decide."""
    return RosterImport.waiting().order_by().values("teacher").distinct().count()


def classes() -> QuerySet[Classroom]:
    """Return the classes with the number of their children and sessions, the time of the last session, and their
    teachers."""
    children = Count("students", filter=Q(students__removed_at=None), distinct=True)
    counted = Classroom.objects.filter(archived_at=None).prefetch_related("teachings__teacher")
    on_screens = Q(sessions__on_paper=False)
    played = Count("sessions", filter=on_screens, distinct=True)
    return counted.annotate(
        children=children, played=played, last_session=Max("sessions__opened_at", filter=on_screens)
    ).order_by(*BY_NAME)


def teachers() -> list[Teacher]:
    """Return the teachers by name, with the number of classes of each."""
    current = Q(classrooms__archived_at=None, classrooms__removed_at=None, classrooms__isnull=False)
    counted = Teacher.objects.annotate(teaches=Count("classrooms", filter=current))
    return sorted(counted.order_by("pk"), key=lambda teacher: collation.key(teacher.name))


def without_owner() -> QuerySet[Classroom]:
    """Return the classes, also of earlier years, none of whose owners has an open account any more."""
    owned = Teaching.objects.filter(is_owner=True, teacher__is_active=True).values("classroom")
    return Classroom.objects.exclude(pk__in=owned).order_by("archived_at", *BY_NAME)


@transaction.atomic
def hand_over(classroom: Classroom, to: Teacher) -> None:
    """Make a teacher the owner of a class that has none. Raises changes.Gone where it has one by now."""
    changes.locked(classroom)
    if not without_owner().filter(pk=classroom.pk).exists():
        raise changes.Gone
    Teaching.objects.update_or_create(classroom=classroom, teacher=to, defaults={"is_owner": True})


@transaction.atomic
def set_admin(teacher: Teacher, is_admin: bool) -> None:
    """Make a teacher an admin, or no longer one. Raises LastAdminError where there is no other one."""
    changes.in_turn("admins")
    others = Teacher.objects.filter(is_school_admin=True, is_active=True).exclude(pk=teacher.pk)
    if not is_admin and not others.exists():
        raise LastAdminError
    changes.change(teacher, is_school_admin=is_admin)
