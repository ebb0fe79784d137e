"""Judging a launch: the platform's signature, state and nonce; each nonce once, and nothing of it kept but why it was
refused."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import jwt
import requests
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from lti_tool.models import LtiContext, LtiLaunch
from lti_tool.utils import DjangoToolConfig, sync_context_from_launch
from pylti1p3.contrib.django import DjangoCacheDataStorage, DjangoMessageLaunch, DjangoOIDCLogin
from pylti1p3.exception import LtiException

from classroom.lti import claims, keys
from classroom.lti.asking import PatientSession

KEPT = 25 * 3600
"""Seconds for which a used nonce is remembered: pylti1p3 would take one for 24 hours."""
STUMBLES = (AttributeError, LookupError, TypeError, ValueError, RecursionError, jwt.PyJWTError)
"""What pylti1p3 raises over what is no launch."""
MUST_SAY = ["exp", "iat"]
"""Without these a signed word would be good for ever."""


def sent_to_platform(request: HttpRequest, launch_url: str) -> HttpResponseBase:
    """Send the browser to the platform's sign-in. Where that has a query of its own, pylti1p3 begins a second one."""
    login = DjangoOIDCLogin(request, DjangoToolConfig(), launch_data_storage=DjangoCacheDataStorage())
    way = login.get_redirect_object(launch_url)
    address, mark, query = way.get_redirect_url().partition("?")
    way.set_redirect_url(f"{address}{mark}{query.replace('?', '&', 1)}")
    response: HttpResponseBase = way.do_redirect()
    return response


class OnceOnlyLaunch(DjangoMessageLaunch):
    """pylti1p3 takes an id_token again and keeps names and addresses for a day; this does neither. `word` is the token
    that was posted. `is_by_storage`: a secret at the platform stands for the cookie, and is judged later."""

    word = ""
    is_by_storage = False

    def validate_state(self) -> "OnceOnlyLaunch":
        if not self.is_by_storage:
            super().validate_state()
        return self

    def fetch_public_key(self, key_set_url: str) -> Any:
        """Return the platform's keys: those that are kept, or new ones where the one that signed is not among them."""
        return keys.of_platform(key_set_url, jwt.get_unverified_header(self.word).get("kid"))

    def validate_nonce(self) -> "OnceOnlyLaunch":
        super().validate_nonce()
        used = hashlib.sha256(str(self.get_launch_data()["nonce"]).encode()).hexdigest()
        if not cache.add(f"lti-nonce-{used}", True, KEPT):
            raise LtiException("This launch was used already")
        return self

    def validate_deployment(self) -> "OnceOnlyLaunch":
        """Look at what the platform has signed before anything is done with it."""
        claims.drop_nulls(self.get_launch_data())
        claims.check(self.get_launch_data())
        claims.check_meant_for(self.get_launch_data(), self.get_client_id())
        super().validate_deployment()
        return self

    def save_launch_data(self) -> "OnceOnlyLaunch":
        return self


def judged(request: HttpRequest, *, is_by_storage: bool) -> LtiLaunch:
    """Return the launch that was posted; see OnceOnlyLaunch. Raises LtiException."""
    launch = OnceOnlyLaunch(
        request,
        DjangoToolConfig(),
        launch_data_storage=DjangoCacheDataStorage(),
        requests_session=PatientSession(),
    )
    launch.word, launch.is_by_storage = request.POST.get("id_token", ""), is_by_storage
    launch.set_jwt_verify_options({"verify_aud": False, "require": MUST_SAY})  # type: ignore[dict-item]
    try:
        launch.validate()
    except requests.RequestException as error:
        raise LtiException(f"The platform does not answer: {type(error).__name__}") from error
    except STUMBLES as error:
        raise LtiException(f"Not a launch: {type(error).__name__}") from error
    found = LtiLaunch(launch)
    if not found.deployment.is_active:  # an admin of the school has made the platform known: that is enough
        found.deployment.is_active = True
        found.deployment.save(update_fields=["is_active"])
    return found


def context_of(launch: LtiLaunch) -> LtiContext:
    """Keep the course as the platform names it, and where its services are; no person."""
    context: LtiContext = sync_context_from_launch(launch)
    return context


def is_teacher(launch: LtiLaunch) -> bool:
    """Whether the platform says that this person teaches the course, or runs the platform."""
    message = launch.get_message_launch()
    checks = (message.check_teacher_access, message.check_teaching_assistant_access, message.check_staff_access)
    return any(check() for check in checks)


REMEMBERED = 7 * 24 * 3600
"""Seconds for which it is said why a launch was refused."""
MOST_REFUSALS = 20
LONGEST_REASON = 200
REFUSALS = "lti-refusals"
REASONS: tuple[tuple[str, Promise], ...] = (
    (r"\bstate\b", _("The browser kept no cookie: the platform has to open Cardinal in a new window.")),
    (r"nonce|used already", _("The link was opened a second time, or more than some minutes late.")),
    (
        r"expired|issued in the future|\biat\b|not yet valid",
        _("The clocks of the platform and of this computer differ."),
    ),
    (r"does not answer|fetch URL|not https|this very box", _("The platform does not give its keys: the keyset URL.")),
    (r"public key|signature|PEM", _("The platform signs with a key that is not among those at its keyset URL.")),
    (
        r"registration|client id|another tool|issuer",
        _("The platform or its client ID is not one that is known here."),
    ),
    (r"deployment", _("The platform says nothing about where it uses Cardinal: the deployment ID.")),
)
UNREADABLE = _("What the platform sent cannot be read.")


@dataclass(frozen=True, slots=True)
class RefusedLaunch:
    """A refused launch: when, and why as the libraries say it."""

    at: datetime
    why: str

    @property
    def words(self) -> Promise:
        return next((words for signs, words in REASONS if re.search(signs, self.why, re.IGNORECASE)), UNREADABLE)


def note_refusal(why: str) -> None:
    cache.set(REFUSALS, [RefusedLaunch(timezone.now(), why[:LONGEST_REASON]), *refusals()][:MOST_REFUSALS], REMEMBERED)


def refusals() -> list[RefusedLaunch]:
    """Return the latest refused launches, the last one first. No person is kept, and nothing of what was signed."""
    found: list[RefusedLaunch] = cache.get(REFUSALS, [])
    return found
