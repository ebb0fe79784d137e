"""The names of a course (Names and Role Provisioning Services): read as any list, looked over before it holds."""

from collections.abc import Mapping
from typing import Any

from lti_tool.models import LtiContext
from pylti1p3.exception import LtiException
from pylti1p3.names_roles import NamesRolesProvisioningService

from classroom.lti.asking import PatientConnector, PatientSession
from classroom.lti.keys import registration_of
from classroom.lti.people import key_of
from classroom.models import Classroom, RosterImport, Teacher
from classroom.rosters.imports import drafts

LEARNER = "Learner"


def connector(context: LtiContext) -> PatientConnector:
    return PatientConnector(registration_of(context.deployment.registration), PatientSession())


def of(context: LtiContext) -> list[Mapping[str, Any]]:
    """Return the children of the course. Raises LtiException, requests.RequestException."""
    service = NamesRolesProvisioningService(connector(context), {"context_memberships_url": context.memberships_url})
    try:
        return [member for member in service.get_members() if is_child(member)]
    except (AttributeError, LookupError, TypeError) as error:
        raise LtiException("The list of the course cannot be read") from error


def is_child(member: Mapping[str, Any]) -> bool:
    """Whether somebody learns there now: no teacher, nobody who has left, nobody without a number."""
    roles = [str(role).rpartition("#")[2] for role in member.get("roles") or []]
    return LEARNER in roles and member.get("status", "Active") == "Active" and bool(text_of(member, "user_id"))


def text_of(member: Mapping[str, Any], name: str) -> str:
    """Return what the platform says of somebody under this name, nothing where that is no text."""
    said = member.get(name)
    return said.replace("\0", "") if isinstance(said, str) else ""


def draft(context: LtiContext, classroom: Classroom, teacher: Teacher) -> RosterImport:
    """Make the list of the course one to be looked over. Raises NotAListError besides what `of` raises."""
    registration = context.deployment.registration
    asked = ("given_name", "family_name", "name", "user_id")
    people = [tuple(text_of(member, name) for name in asked) for member in of(context)]
    lines = [
        [given or whole, family if given else "", key_of(registration, user)] for given, family, whole, user in people
    ]
    return drafts.from_people(lines, teacher=teacher, classroom=classroom)
