"""The names of a course (Names and Role Provisioning Services): imported like any list, reviewed by the teacher before
they are applied, and read again each night."""

import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any

import requests
from django.db.models import Q
from django.utils import timezone
from lti_tool.models import LtiContext
from pylti1p3.exception import LtiException
from pylti1p3.names_roles import NamesRolesProvisioningService

from classroom.audit import log as audit
from classroom.lti.asking import BoundedConnector, BoundedSession
from classroom.lti.keys import registration_of
from classroom.lti.people import key_of
from classroom.models import OF_A_PLATFORM, AuditEntry, Classroom, PlatformCourse, RosterImport, Teacher
from classroom.naming import names
from classroom.rosters.imports import drafts, nightly
from classroom.rosters.imports.readers.text_files import NotAListError

log = logging.getLogger(__name__)

LEARNER, TEACHES = "Learner", {"Instructor", "TeachingAssistant", "Administrator"}
IN_THE_COURSE = "http://purl.imsglobal.org/vocab/lis/v2/membership"
"""Prefix of roles in the course. Other roles hold in the whole institution, where a teacher may also be a learner."""
CONTEXTS = LtiContext.objects.select_related("deployment__registration").filter(
    deployment__registration__is_active=True
)
"""Courses of platforms that an admin has not shut out."""


def connector(context: LtiContext) -> BoundedConnector:
    return BoundedConnector(registration_of(context.deployment.registration), BoundedSession())


def of(context: LtiContext) -> list[Mapping[str, Any]]:
    """Return the children of the course. Raises LtiException, requests.RequestException."""
    service = NamesRolesProvisioningService(connector(context), {"context_memberships_url": context.memberships_url})
    try:
        return [member for member in service.get_members() if is_child(member)]
    except (AttributeError, LookupError, TypeError) as error:
        raise LtiException("The list of the course cannot be read") from error


def is_child(member: Mapping[str, Any]) -> bool:
    """Return whether a member learns in the course now: no teacher, still active, with a user id."""
    said = [str(role) for role in member.get("roles") or []]
    roles = {role.rpartition("#")[2] for role in said if "#" not in role or role.startswith(IN_THE_COURSE)}
    learns = LEARNER in roles and not roles & TEACHES
    return learns and member.get("status", "Active") == "Active" and bool(text_of(member, "user_id"))


def text_of(member: Mapping[str, Any], name: str) -> str:
    """Return the member's value of this name as it can be stored, "" where it is not text."""
    said = member.get(name)
    return names.storable(said) if isinstance(said, str) else ""


def draft(context: LtiContext, classroom: Classroom, teacher: Teacher) -> RosterImport:
    """Make a draft for the teacher to review from the names of the course. Raises NotAListError and what `of`
    raises."""
    lines = _lines(context)
    known = PlatformCourse.objects.filter(context=context.pk)
    known.update(read_at=timezone.now(), read=_digest(lines))
    return drafts.from_people(lines, teacher=teacher, classroom=classroom)


def _lines(context: LtiContext) -> list[list[str]]:
    registration = context.deployment.registration
    asked = ("given_name", "family_name", "name", "user_id")
    people = [tuple(text_of(member, name) for name in asked) for member in of(context)]
    return [
        [given or whole, family if given else "", key_of(registration, user)] for given, family, whole, user in people
    ]


def _digest(lines: list[list[str]]) -> str:
    return hashlib.sha256(json.dumps(sorted(lines)).encode()).hexdigest()


def read_nightly() -> None:
    """Read the names of each course once after midnight, if its list was reviewed before; where the platform does not
    answer, again an hour later. New children are added, and doubtful lines wait for the teacher, as with the school's
    nightly lists.

    An unchanged list raises no question twice. The time of reading is noted first, so that no other worker reads the
    same list.
    """
    due = PlatformCourse.objects.filter(Q(read_at=None) | Q(read_at__date__lt=timezone.localdate()))
    due = due.filter(classroom__removed_at=None, classroom__archived_at=None)
    listed = due.filter(classroom__students__source_id__startswith=OF_A_PLATFORM).distinct()
    for course in listed.select_related("classroom"):
        mine = PlatformCourse.objects.filter(pk=course.pk)
        if not mine.filter(read_at=course.read_at).update(read_at=timezone.now()):
            continue
        try:
            _read(course)
        except (LtiException, requests.RequestException, NotAListError) as error:
            log.warning("LTI: the names of a course wait an hour: %s", type(error).__name__)
            mine.update(read_at=course.read_at)


def _read(course: PlatformCourse) -> None:
    classroom, context = course.classroom, CONTEXTS.filter(pk=course.context).first()
    teaching = classroom.teachings.filter(is_owner=True).select_related("teacher").order_by("pk").first()
    if context is None or teaching is None:
        return
    lines = _lines(context)
    if _digest(lines) == course.read:
        return
    done = nightly.apply_certain_lines(lambda: _from_night(lines, classroom, teaching.teacher))
    PlatformCourse.objects.filter(pk=course.pk).update(read=_digest(lines))
    about = {"class": classroom.pk, "added": done.counts.get("add", 0), "waiting": done.waiting}
    audit.record(None, AuditEntry.Kind.IMPORT, page="lti_names", about=about)


def _from_night(lines: list[list[str]], classroom: Classroom, teacher: Teacher) -> RosterImport:
    RosterImport.waiting().filter(classroom=classroom).delete()
    draft = drafts.from_people(lines, teacher=teacher, classroom=classroom)
    drafts.note(draft, by_night=True, asks_who_left=True)
    return draft
