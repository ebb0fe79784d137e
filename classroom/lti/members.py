"""The names of a course (Names and Role Provisioning Services): read as any list, looked over before it holds."""

from collections.abc import Mapping
from typing import Any

from lti_tool.models import LtiContext
from pylti1p3.names_roles import NamesRolesProvisioningService
from pylti1p3.service_connector import ServiceConnector

from classroom.lti.keys import registration_of
from classroom.lti.launch import PatientSession
from classroom.lti.people import key_of
from classroom.models import Classroom, RosterImport, Teacher
from classroom.rosters.imports import drafts

LEARNER = "Learner"


def connector(context: LtiContext) -> ServiceConnector:
    return ServiceConnector(registration_of(context.deployment.registration), PatientSession())


def of(context: LtiContext) -> list[Mapping[str, Any]]:
    """Return the children of the course. Raises LtiException, requests.RequestException."""
    service = NamesRolesProvisioningService(connector(context), {"context_memberships_url": context.memberships_url})
    return [member for member in service.get_members() if is_child(member)]


def is_child(member: Mapping[str, Any]) -> bool:
    """Whether somebody learns there now: no teacher, nobody who has left."""
    roles = [str(role).rpartition("#")[2] for role in member.get("roles", [])]
    return LEARNER in roles and member.get("status", "Active") == "Active"


def draft(context: LtiContext, classroom: Classroom, teacher: Teacher) -> RosterImport:
    """Make the list of the course one to be looked over. Raises NotAListError besides what `of` raises."""
    registration = context.deployment.registration
    people = [
        (member.get("given_name") or "", member.get("family_name") or "", member.get("name") or "", member["user_id"])
        for member in of(context)
    ]
    lines = [
        [given or whole, family if given else "", key_of(registration, user)] for given, family, whole, user in people
    ]
    return drafts.from_people(lines, teacher=teacher, classroom=classroom)
