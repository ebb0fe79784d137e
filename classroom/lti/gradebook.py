"""Results in the platform's gradebook (Assignment and Grade Services): one line a homework, never a speed.

What stands there is how many of the sixty sums a child has quick and sure. The platform's number of a child is asked
for anew each time, because only its hash is kept here.
"""

from concurrent.futures import ThreadPoolExecutor, wait
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from lti_tool.lti_core.constants import AgsScope
from lti_tool.models import LtiContext
from pylti1p3.assignments_grades import AssignmentsGradesService
from pylti1p3.exception import LtiException
from pylti1p3.grade import Grade
from pylti1p3.lineitem import LineItem

from classroom.lti import members
from classroom.lti.people import key_of
from classroom.models import Homework, Student
from classroom.reports import catalogue

MOST_SUMS = 60
AT_A_TIME = 6
"""Children whose results are on their way at the same time."""
WHOLE_CLASS = 30
"""Seconds for all of them."""
SCOPES = [AgsScope.MANAGE_LINEITEMS.value, AgsScope.PUBLISH_SCORES.value]


def can_send(context: LtiContext) -> bool:
    """Whether the platform lets this course write lines and scores."""
    return bool(context.lineitems_url and context.can_manage_lineitems and context.can_publish_scores)


def line_of(homework: Homework) -> LineItem:
    """Return the line of a homework, as it is made there the first time."""
    line = LineItem()
    line.set_label(_("Cardinal: sums quick and sure")).set_score_maximum(MOST_SUMS)
    return line.set_tag(tag_of(homework)).set_resource_id(tag_of(homework))


def tag_of(homework: Homework) -> str:
    return f"cardinal-homework-{homework.pk}"


class GradesSent(NamedTuple):
    """For how many children a platform has taken results, of how many."""

    taken: int
    all: int


def send(context: LtiContext, homework: Homework) -> GradesSent:
    """Write how many sums each child has quick and sure, some children at a time; a platform that is slow ends it.

    Raises LtiException, requests.RequestException where the platform refuses the line.
    """
    service = AssignmentsGradesService(
        members.connector(context), {"scope": SCOPES, "lineitems": context.lineitems_url}
    )
    try:
        line = service.find_or_create_lineitem(line_of(homework))
    except (AttributeError, LookupError, TypeError) as error:
        raise LtiException("The lines of the gradebook cannot be read") from error
    grades = [_grade(person, secure) for person, secure in _scores(context, homework).items()]
    pool = ThreadPoolExecutor(AT_A_TIME)
    written = [pool.submit(service.put_grade, grade, line) for grade in grades]
    done, _late = wait(written, timeout=WHOLE_CLASS)
    pool.shutdown(wait=False, cancel_futures=True)
    return GradesSent(sum(future.exception() is None for future in done), len(grades))


def _scores(context: LtiContext, homework: Homework) -> dict[str, int]:
    """Return by the platform's number how many sums are quick and sure, for whom the homework is."""
    registration = context.deployment.registration
    meant = Student.objects.filter(classroom=homework.classroom_id)
    children = {child.source_id: child.pk for child in meant.filter(tasks=homework) or meant}
    known = catalogue.FIRST.known_sums(homework.classroom)
    users = (str(member["user_id"]) for member in members.of(context))
    found = ((user, children.get(key_of(registration, user))) for user in users)
    return {user: known[child][0] for user, child in found if child is not None and child in known}


def _grade(person: str, secure: int) -> Grade:
    grade = Grade()
    grade.set_user_id(person).set_score_given(secure).set_score_maximum(MOST_SUMS)
    grade.set_timestamp(timezone.now().isoformat(timespec="milliseconds"))
    return grade.set_activity_progress("InProgress").set_grading_progress("FullyGraded")
