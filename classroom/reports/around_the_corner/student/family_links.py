"""Links with which families read the page about their child, without an account.

A link is signed and not stored: it is derived from the school's secret key, the child and the moment of its creation.
So it can be printed again at any time, the database alone gives no access, and a new moment makes a new link. It is
valid until a teacher ends it, the child or the class leaves, or a year has passed.
"""

from datetime import datetime, timedelta

from django.core.signing import Signer
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from classroom.forms.people import posted_number
from classroom.models import Student

HOLDS = timedelta(days=366)
"""Validity of a link: the longest school year."""


def make(students: QuerySet[Student]) -> int:
    """Create a link for each of them without a valid one; return how many were created."""
    now = timezone.now()
    without = Q(family_since=None) | Q(family_since__lte=now - HOLDS)
    return students.filter(without).update(family_since=now)


def end(students: QuerySet[Student]) -> int:
    """Invalidate the links of these students; return how many there were."""
    return students.exclude(family_since=None).update(family_since=None)


def ends_at(student: Student) -> datetime | None:
    """Return when the child's link ends at the latest; None without a link."""
    ends = student.family_since + HOLDS if student.family_since else None
    return ends if ends and timezone.now() < ends else None


def path_of(student: Student) -> str:
    """Return the address of the child's link, "" without one."""
    return reverse("family", args=[_token(student)]) if ends_at(student) else ""


def student_of_link(token: str) -> Student | None:
    """Return the student of this link, None if it is invalid or has ended."""
    present = Student.objects.filter(classroom__removed_at=None, classroom__archived_at=None)
    child = present.select_related("classroom").filter(pk=posted_number(token.partition(":")[0])).first()
    return child if child and ends_at(child) and constant_time_compare(token, _token(child)) else None


def _token(student: Student) -> str:
    assert student.family_since
    return Signer(salt=f"family {student.family_since.isoformat()}").sign(f"{student.pk}")
