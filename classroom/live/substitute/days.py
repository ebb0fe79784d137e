"""The code of a substitute's day: who gives it, whom it lets in, and when it ends.

The code is kept nowhere: it follows from the school's secret key and the row of its day, so that the sheet can be
printed again. A new row is a new code, which ends the old one wherever it is in use.
"""

from datetime import date

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from classroom.models import Classroom, SubstituteDay, Teacher
from classroom.server.database import changes
from game.codes import spelled

KEY = "substitute"
"""Where a browser's session keeps the number of the day whose code was typed there."""
LENGTH = 8


@transaction.atomic
def give(classroom: Classroom, *, day: date, by: Teacher) -> SubstituteDay:
    """Give the class a code for this day; one that was given before opens nothing any more."""
    changes.locked(classroom)
    take_back(classroom)
    return SubstituteDay.objects.create(classroom=classroom, day=day, given_by=by)


def take_back(classroom: Classroom) -> int:
    return SubstituteDay.objects.filter(classroom=classroom).delete()[0]


def given_for(classroom: Classroom) -> SubstituteDay | None:
    """Return the day that is still to come, or is today."""
    return SubstituteDay.objects.filter(classroom=classroom, day__gte=timezone.localdate()).first()


def code_of(given: SubstituteDay) -> str:
    digest = salted_hmac("classroom.substitute", f"{given.pk} {given.day}", algorithm="sha256").hexdigest()
    return spelled(int(digest, 16), LENGTH)


def opened_by(code: str) -> SubstituteDay | None:
    """Return whose code this is today."""
    matching = (given for given in _today() if constant_time_compare(code_of(given), code))
    return next(matching, None)


def present(request: HttpRequest) -> SubstituteDay | None:
    """Return what this browser may run now: the code may have been taken back, or its day be over, since."""
    kept = request.session.get(KEY)
    return _today().filter(pk=kept).first() if kept else None


def _today() -> QuerySet[SubstituteDay]:
    here = SubstituteDay.objects.filter(day=timezone.localdate(), classroom__removed_at=None)
    teaches = here.filter(classroom__archived_at=None, given_by__is_active=True)
    return teaches.select_related("classroom", "given_by")
