"""Adding a platform (LTI dynamic registration): an admin's link, which a platform can use once within a day."""

import secrets
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from lti_tool.models import LtiRegistration

from classroom.lti import cache, keys
from classroom.lti.asking import AddressError, BoundedSession, check_address
from classroom.lti.claims import LONGEST_ADDRESS
from classroom.models import Teacher

HOLDS_FOR = 24 * 3600
"""Seconds for which a link is valid."""
LONGEST_NAME = 255
"""Characters that fit into django-lti's columns."""
TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration"
PLATFORM = "https://purl.imsglobal.org/spec/lti-platform-configuration"
SCOPES = (
    "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem",
    "https://purl.imsglobal.org/spec/lti-ags/scope/score",
    "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly",
)


class RegistrationError(Exception):
    """The platform's answer is not what the standard says."""


def make_link(*, by: Teacher) -> str:
    """Return the token of an admin's link that can register one platform."""
    token = secrets.token_urlsafe(24)
    cache.set(f"lti-registration-{token}", by.pk, HOLDS_FOR)
    return token


def is_open(token: str) -> bool:
    """Return whether the link was made within a day, was not used, and is of somebody who is still an admin."""
    maker = cache.get(f"lti-registration-{token}")
    return Teacher.objects.filter(pk=maker, is_active=True, is_school_admin=True).exists()


def register(token: str, configuration: str, bearer: str, addresses: dict[str, str]) -> LtiRegistration:
    """Fetch the platform's configuration, send ours, and store the platform. Raises RegistrationError.

    `addresses` are ours: login, launch, jwks, and home.
    """
    session = BoundedSession()
    try:
        check_address(configuration)
        if not cache.delete(f"lti-registration-{token}"):
            raise RegistrationError("the link was used")
        platform = _json(session.get(configuration))
        asked = ours(addresses, str(platform.get(PLATFORM, {}).get("product_family_code", "")))
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        answer = _json(session.post(platform["registration_endpoint"], json=asked, headers=headers))
        return _kept(platform, answer)
    except AddressError as error:
        raise RegistrationError(str(error)) from error
    except (OSError, KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise RegistrationError(type(error).__name__) from error


def _json(response: Any) -> dict[str, Any]:
    response.raise_for_status()
    found = response.json()
    if not isinstance(found, dict):
        raise ValueError
    return found


def ours(addresses: dict[str, str], family: str) -> dict[str, Any]:
    """Return our configuration for a platform: Cardinal opens in a window of its own, and asks for names only."""
    messages: list[dict[str, Any]] = [
        {"type": "LtiResourceLinkRequest", "target_link_uri": addresses["launch"], "label": "Cardinal"},
        {"type": "LtiDeepLinkingRequest", "target_link_uri": addresses["launch"], "label": "Cardinal"},
    ]
    if family == "canvas":
        placements = {
            "LtiResourceLinkRequest": ["course_navigation"],
            "LtiDeepLinkingRequest": ["assignment_selection"],
        }
        messages = [message | {"placements": placements[message["type"]]} for message in messages]
        messages[0]["https://canvas.instructure.com/lti/display_type"] = "new_window"
    return {
        "application_type": "web",
        "response_types": ["id_token"],
        "grant_types": ["implicit", "client_credentials"],
        "initiate_login_uri": addresses["login"],
        "redirect_uris": [addresses["launch"]],
        "client_name": "Cardinal",
        "jwks_uri": addresses["jwks"],
        "token_endpoint_auth_method": "private_key_jwt",
        "scope": " ".join(SCOPES),
        TOOL: {
            "domain": urlsplit(addresses["home"]).netloc,
            "target_link_uri": addresses["launch"],
            "claims": ["iss", "sub", "name", "given_name", "family_name"],
            "messages": messages,
        },
    }


@transaction.atomic
def _kept(platform: dict[str, Any], answer: dict[str, Any]) -> LtiRegistration:
    """Store the platform. A known one stays unchanged: whoever could replace its keys here could sign in anybody."""
    keys.ensure_key()
    addresses = {
        "auth_url": platform["authorization_endpoint"],
        "token_url": platform["token_endpoint"],
        "keyset_url": platform["jwks_uri"],
    }
    for address in (platform["issuer"], *addresses.values()):
        check_address(address)
    told = (platform["issuer"], str(answer["client_id"]), platform.get("authorization_server", ""))
    if max(map(len, told)) > LONGEST_NAME or max(map(len, addresses.values())) > LONGEST_ADDRESS:
        raise RegistrationError("too long")
    found, _made = LtiRegistration.objects.get_or_create(
        issuer=platform["issuer"],
        client_id=str(answer["client_id"]),
        defaults={
            **addresses,
            "name": urlsplit(platform["issuer"]).netloc[:255],
            "audience": platform.get("authorization_server", ""),
        },
    )
    if {name: getattr(found, name) for name in addresses} != addresses:
        raise RegistrationError("known with other addresses")
    if not found.is_active:
        raise RegistrationError("was shut out")
    return found
