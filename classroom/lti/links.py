"""Targets of links in a course, and the message that adds such a link (Deep Linking)."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.translation import gettext as _
from lti_tool.models import LtiContext
from pylti1p3.deep_link import DeepLink, TDeepLinkData
from pylti1p3.deep_link_resource import DeepLinkResource

from classroom.forms.people import posted_number
from classroom.homework import assignments
from classroom.lti import gradebook
from classroom.lti.keys import registration_of
from classroom.models import Classroom, Homework

CLAIM = "cardinal"
TODAY = "today"
HOMEWORK = "homework-"


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
    item.set_lineitem(gradebook.line_of(homework))
    return item.set_custom_params({CLAIM: f"{HOMEWORK}{homework.pk}"})


class InOwnWindow(DeepLinkResource):
    """Opens links in a new window: our pages are never framed, since cookies and cards need a window."""

    def to_dict(self) -> dict[str, object]:
        return super().to_dict() | {"window": {"targetName": "_blank"}}
