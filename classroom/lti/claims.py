"""Checks of the claims of a launch: a platform may send any value, and its signature does not make the value
well-formed."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from pylti1p3.exception import LtiException

from classroom.lti.asking import AddressError, check_address

LTI = "https://purl.imsglobal.org/spec/lti"
Check = Callable[[Any], bool]


def text(most: int, least: int = 0) -> Check:
    """Return a check that a value is text of this length (in characters) which the database can store."""
    return lambda said: isinstance(said, str) and least <= len(said) <= most and "\0" not in said and _is_whole(said)


def _is_whole(said: str) -> bool:
    try:
        said.encode()
    except UnicodeEncodeError:  # half of a character that JSON wrote as two
        return False
    return True


def texts(said: Any) -> bool:
    return isinstance(said, list) and all(isinstance(part, str) for part in said)


def web_address(said: Any) -> bool:
    try:
        check_address(said)
    except (AddressError, TypeError, AttributeError):
        return False
    return len(said) <= LONGEST_ADDRESS


def object_with(must: str = "", **checks: Check) -> Check:
    """Return a check that a value is an object: every part that is present passes its check, and `must` is present."""
    return lambda said: isinstance(said, dict) and (not must or bool(said.get(must))) and _fits(said, checks)


def _fits(said: Mapping[str, Any], checks: Mapping[str, Check]) -> bool:
    return all(check(said[name]) for name, check in checks.items() if said.get(name) is not None)


CLOCKS_DIFFER = 60
"""Seconds by which a platform's clock may be fast or slow."""
LONGEST_ADDRESS = 200
"""Characters that fit into django-lti's columns."""
COURSE = f"{LTI}/claim/context"
CLAIMS: dict[str, Check] = {
    "sub": text(255, least=1),
    f"{LTI}/claim/deployment_id": text(255, least=1),
    f"{LTI}/claim/roles": texts,
    COURSE: object_with("id", id=text(255), title=text(500), label=text(255), type=texts),
    f"{LTI}/claim/custom": object_with(cardinal=text(255)),
    f"{LTI}-nrps/claim/namesroleservice": object_with("context_memberships_url", context_memberships_url=web_address),
    f"{LTI}-ags/claim/endpoint": object_with(lineitems=web_address, scope=texts),
    f"{LTI}-dl/claim/deep_linking_settings": object_with("deep_link_return_url", deep_link_return_url=web_address),
}


def check(said: Mapping[str, Any]) -> None:
    """Raise LtiException where a claim that Cardinal reads is not as the standard says. A launch without a course
    is refused, because all such launches would count as one course; one without a user id is refused by pylti1p3."""
    if not said.get(COURSE):
        raise LtiException("The launch is from no course")
    _check_times(said)
    for name, fits in CLAIMS.items():
        if said.get(name) is not None and not fits(said[name]):
            raise LtiException(f"The claim {name} cannot be read")


def _check_times(said: Mapping[str, Any]) -> None:
    """Raise LtiException for a launch that is not valid yet, has expired, or whose times are not numbers (NaN
    included)."""
    now = time.time()
    if not all(isinstance(said[name], int | float) for name in ("exp", "iat", "nbf") if said.get(name) is not None):
        raise LtiException("The launch expired at no time")
    if not max(said["iat"], said.get("nbf") or 0) <= now + CLOCKS_DIFFER:
        raise LtiException("The launch was issued in the future")
    if not said["exp"] > now - CLOCKS_DIFFER:
        raise LtiException("The launch has expired")


def drop_nulls(said: Mapping[str, Any]) -> None:
    """Remove the parts of claims that are null, so that later code only has to handle missing parts."""
    for claim in [said.get(name) for name in CLAIMS]:
        if isinstance(claim, dict):
            for part in [part for part, value in claim.items() if value is None]:
                del claim[part]


def check_meant_for(said: Mapping[str, Any], client: str) -> None:
    """Raise LtiException for a token whose audience or authorized party is (also) another tool: that tool could have
    passed it on (1EdTech Security Framework 1.0, 5.1.3)."""
    audience = said.get("aud")
    meant = set(audience) if isinstance(audience, list) else {audience}
    if meant != {client} or said.get("azp", client) != client:
        raise LtiException("The launch is meant for another tool, too")
