"""Results in the platform's gradebook (Assignment and Grade Services): one line item a homework, never a speed. They
are sent when the teacher presses the button, and automatically within an hour after a child has done the homework or it
has ended.

A result is how many of the sixty sums a child knows. The platform's user id of a child is asked for anew each time,
because only its hash is kept here.

Links in a course (Deep Linking) lead to the same homework: their targets, and the message that adds one.
"""

import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import timedelta
from typing import Any, NamedTuple, cast

import requests
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _
from django.utils.translation import override
from lti_tool.lti_core.constants import AgsScope
from lti_tool.models import LtiContext
from pylti1p3.assignments_grades import AssignmentsGradesService
from pylti1p3.deep_link import DeepLink, TDeepLinkData
from pylti1p3.deep_link_resource import DeepLinkResource
from pylti1p3.exception import LtiException
from pylti1p3.grade import Grade
from pylti1p3.lineitem import LineItem

from classroom.audit import log as audit
from classroom.forms.people import posted_number
from classroom.homework import assignments
from classroom.lti import members
from classroom.lti.keys import registration_of
from classroom.lti.people import key_of
from classroom.models import AuditEntry, Classroom, Homework, PlatformCourse, Student
from classroom.reports.pages import catalogue

log = logging.getLogger(__name__)

MOST_SUMS = 60
AT_A_TIME = 6
"""Number of children whose results are sent at the same time."""
WHOLE_CLASS = 30
"""Seconds for the results of a whole class."""
LOOKED_BACK = timedelta(days=2)
MOST_NOTED = 100
OVER = -1
"""Stage of homework that had ended when its results were sent."""
SCOPES = [AgsScope.MANAGE_LINEITEMS.value, AgsScope.PUBLISH_SCORES.value]

CLAIM = "cardinal"
TODAY = "today"
HOMEWORK = "homework-"


def can_send(context: LtiContext) -> bool:
    """Return whether the platform lets this course write line items and scores."""
    return bool(context.lineitems_url and context.can_manage_lineitems and context.can_publish_scores)


def line_of(homework: Homework) -> LineItem:
    """Return the line item of a homework, as it is created at the platform."""
    line = LineItem()
    line.set_label(label_of(homework)).set_score_maximum(MOST_SUMS)
    return line.set_tag(tag_of(homework)).set_resource_id(tag_of(homework))


def label_of(homework: Homework) -> str:
    """Return the heading of a homework's column: its last day and what it is, numbered where two would be the same."""
    said = _label(homework)
    before = homework.classroom.homework.select_related("session").filter(until=homework.until, pk__lt=homework.pk)
    alike = 1 + sum(_label(other) == said for other in before)
    return said if alike == 1 else f"{said} ({alike})"


def _label(homework: Homework) -> str:
    day = date_format(assignments.last_day(homework), _("j M Y"))
    words = _("Cardinal, %(day)s: %(what)s. Sums known")
    return words % {"day": day, "what": assignments.in_words(homework)}


def tag_of(homework: Homework) -> str:
    return f"cardinal-homework-{homework.pk}"


def send_due() -> None:
    """Send the results of homework (check-ups, too) that more children have done since the last sending, and of
    homework that has ended since LOOKED_BACK, where the platform lets its course write.

    The stage is noted before sending, so that no other worker sends the same; after a failure the next attempt is an
    hour later.
    """
    now = timezone.now()
    wanted = Homework.objects.filter(until__gt=now - LOOKED_BACK, classroom__removed_at=None)
    for homework in wanted.filter(classroom__course__isnull=False).select_related("classroom__course", "session"):
        course = homework.classroom.course
        context = members.CONTEXTS.filter(pk=course.context).first()
        before, stage = course.sent.get(f"{homework.pk}", 0), _stage(homework)
        if stage == before or not context or not can_send(context) or not _note(course, homework, stage):
            continue
        if not _is_taken(context, homework):
            _note(course, homework, before)


def _stage(homework: Homework) -> int:
    """Return how many children have done a homework; OVER where it has ended."""
    return OVER if assignments.is_over(homework) else sum(row.state == "done" for row in assignments.rows(homework))


@transaction.atomic
def _note(course: PlatformCourse, homework: Homework, stage: int) -> bool:
    """Note the stage at which results were sent. Return False where it was noted already or the course is
    disconnected."""
    kept, number = PlatformCourse.objects.select_for_update().filter(pk=course.pk).first(), f"{homework.pk}"
    if kept is None or kept.sent.get(number, 0) == stage:
        return False
    others = [(known, at) for known, at in kept.sent.items() if known != number]
    kept.sent = dict([*others, (number, stage)][-MOST_NOTED:])
    kept.save(update_fields=["sent"])
    return True


def _is_taken(context: LtiContext, homework: Homework) -> bool:
    owners = homework.classroom.teachings.filter(is_owner=True).exclude(teacher__language="")
    try:
        with override(owners.values_list("teacher__language", flat=True).first() or settings.LANGUAGE_CODE):
            sent = send(context, homework)
    except (LtiException, requests.RequestException) as error:
        log.warning("LTI: the results of a homework wait an hour: %s", type(error).__name__)
        return False
    if sent.taken:
        about = {"class": homework.classroom_id, "homework": homework.pk, "sent": sent.taken}
        audit.record(None, AuditEntry.Kind.EXPORT, page="lti_results", about=about)
    return sent.taken == sent.all


class GradesSent(NamedTuple):
    """Number of children whose results the platform has taken, and of all whose results were sent."""

    taken: int
    all: int


def send(context: LtiContext, homework: Homework) -> GradesSent:
    """Send how many sums each child knows, AT_A_TIME children at once; results that take longer than WHOLE_CLASS are
    left out.

    Raises LtiException or requests.RequestException where the platform refuses the line item.
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
    """Return the number of known sums by the platform's user id, for the children to whom the homework is set."""
    registration = context.deployment.registration
    meant = Student.objects.filter(classroom=homework.classroom_id)
    children = {child.source_id: child.pk for child in meant.filter(tasks=homework) or meant}
    known = catalogue.known_of(homework.classroom)
    users = (members.text_of(member, "user_id") for member in members.of(context))
    found = ((user, children.get(key_of(registration, user))) for user in users)
    return {user: known[child] for user, child in found if child is not None and child in known}


def _grade(person: str, secure: int) -> Grade:
    grade = Grade()
    grade.set_user_id(person).set_score_given(secure).set_score_maximum(MOST_SUMS)
    grade.set_timestamp(timezone.now().isoformat(timespec="milliseconds"))
    return grade.set_activity_progress("InProgress").set_grading_progress("FullyGraded")


def homework_in(classroom: Classroom, wanted: str) -> Homework | None:
    """Return the homework of this class that a link names."""
    number = posted_number(wanted.removeprefix(HOMEWORK)) if wanted.startswith(HOMEWORK) else 0
    return Homework.objects.filter(classroom=classroom, pk=number).first()


def deep_linking_response(
    context: LtiContext, settings: Mapping[str, Any], homework: Homework | None, launch_url: str
) -> str:
    """Return the signed message that adds a link to the course: to this homework with its line item, or to today's
    session."""
    deployment = context.deployment
    linking = DeepLink(
        registration_of(deployment.registration), deployment.deployment_id, cast(TDeepLinkData, settings)
    )
    return str(linking.get_response_jwt([_item(homework, launch_url)]))


def _item(homework: Homework | None, launch_url: str) -> DeepLinkResource:
    item = InOwnWindow().set_url(launch_url)
    if homework is None:
        return item.set_custom_params({CLAIM: TODAY}).set_title(_("Today’s session"))
    item.set_title(_("Homework: %(what)s") % {"what": assignments.in_words(homework)})
    item.set_lineitem(line_of(homework))
    return item.set_custom_params({CLAIM: f"{HOMEWORK}{homework.pk}"})


class InOwnWindow(DeepLinkResource):
    """Opens links in a new window: our pages are never framed, since cookies and cards need a window."""

    def to_dict(self) -> dict[str, object]:
        return super().to_dict() | {"window": {"targetName": "_blank"}}
