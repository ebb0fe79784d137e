"""The code of a substitute's day: how it is created, what it gives access to, and when it ends.

The code is not stored: it is derived from the school's secret key and the row of its day, so that the sheet can be
printed again. A new row has a new code and invalidates the old one, even in use.
"""

from datetime import date

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from classroom.models import Classroom, SubstituteDay, Teacher, Teaching
from classroom.server.database import changes
from game.codes import spelled

KEY = "substitute"
"""Session key for the id of the day whose code was typed at this browser."""
LENGTH = 8


@transaction.atomic
def give(classroom: Classroom, *, day: date, by: Teacher) -> SubstituteDay:
    """Create a code for this day, and invalidate any earlier one."""
    changes.locked(classroom)
    take_back(classroom)
    return SubstituteDay.objects.create(classroom=classroom, day=day, given_by=by)


def take_back(classroom: Classroom) -> int:
    return SubstituteDay.objects.filter(classroom=classroom).delete()[0]


def given_for(classroom: Classroom) -> SubstituteDay | None:
    """Return the present or coming day, or None."""
    return _by_a_teacher_of_it().filter(classroom=classroom, day__gte=timezone.localdate()).first()


def code_of(given: SubstituteDay) -> str:
    digest = salted_hmac("classroom.substitute", f"{given.pk} {given.day}", algorithm="sha256").hexdigest()
    return spelled(int(digest, 16), LENGTH)


def opened_by(code: str) -> SubstituteDay | None:
    """Return the day of this code if that is today, or None."""
    matching = (given for given in _today() if constant_time_compare(code_of(given), code))
    return next(matching, None)


def present(request: HttpRequest) -> SubstituteDay | None:
    """Return the day that this browser may run now, or None: its code may have been withdrawn, or the day be over."""
    kept = request.session.get(KEY)
    return _today().filter(pk=kept).first() if kept else None


def _today() -> QuerySet[SubstituteDay]:
    here = _by_a_teacher_of_it().filter(day=timezone.localdate())
    taught = here.filter(classroom__removed_at=None, classroom__archived_at=None)
    return taught.select_related("classroom", "given_by")


def _by_a_teacher_of_it() -> QuerySet[SubstituteDay]:
    """Return the days whose teacher still teaches the class: who was taken off it knows the code, too."""
    teaches = Teaching.objects.filter(classroom=OuterRef("classroom"), teacher=OuterRef("given_by"))
    return SubstituteDay.objects.filter(Exists(teaches), given_by__is_active=True)
