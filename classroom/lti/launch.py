"""Validation of a launch: the platform's signature, state and nonce. Each nonce is accepted once, and nothing of a
launch is kept except why it was refused."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import requests
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from lti_tool.models import LtiContext, LtiLaunch
from lti_tool.utils import DjangoToolConfig, sync_context_from_launch
from pylti1p3.contrib.django import DjangoMessageLaunch, DjangoOIDCLogin
from pylti1p3.exception import LtiException
from pylti1p3.launch_data_storage.base import LaunchDataStorage

from classroom.lti import cache, claims, keys
from classroom.lti.asking import BoundedSession

HOLDS_FOR = 3600
"""Seconds from the begin of a sign-in until its launch."""
STUMBLES = (AttributeError, LookupError, TypeError, ValueError, RecursionError, jwt.PyJWTError)
"""Exceptions that pylti1p3 raises for malformed launches."""
HOW_TO_READ = {"verify_aud": False, "verify_exp": False, "verify_iat": False, "verify_nbf": False}
"""Times and audience are checked in `claims`: PyJWT would refuse a platform whose clock is a second fast."""


class _NoStorage(LaunchDataStorage[Any]):
    """Stores nothing: pylti1p3 would keep nonces by a cookie, which a frame does not send, and for a day. Here a nonce
    is kept under its state."""

    def get_session_cookie_name(self) -> None:
        return None

    def can_set_keys_expiration(self) -> bool:
        return False

    def get_value(self, key: str) -> None:
        return None

    def set_value(self, key: str, value: Any, exp: int | None = None) -> None:
        pass

    def check_value(self, key: str) -> bool:
        return False


def query_value(way: str, name: str) -> str:
    """Return the parameter of this name (state or nonce) in the query of a sign-in address."""
    (value,) = parse_qs(urlsplit(way).query)[name]
    return value


def cache_key(kind: str, word: str) -> str:
    """Return the cache key for a value that a browser sends, whatever its length and characters."""
    return f"lti-{kind}-{hashlib.sha256(word.encode()).hexdigest()}"


def redirect_to_platform(request: HttpRequest, launch_url: str) -> HttpResponseBase:
    """Redirect the browser to the platform's sign-in. Where that address has a query already, pylti1p3 adds a second
    `?`, which is corrected here."""
    login = DjangoOIDCLogin(request, DjangoToolConfig(), launch_data_storage=_NoStorage())
    way = login.get_redirect_object(launch_url)
    address, mark, query = way.get_redirect_url().partition("?")
    way.set_redirect_url(f"{address}{mark}{query.replace('?', '&', 1)}")
    response: HttpResponseBase = way.do_redirect()
    state, nonce = (query_value(response["Location"], name) for name in ("state", "nonce"))
    cache.set(cache_key("nonce", state), nonce, HOLDS_FOR)
    return response


class OnceOnlyLaunch(DjangoMessageLaunch):
    """A launch that is accepted once and keeps no names: pylti1p3 accepts an id_token again, and keeps names and
    addresses for a day. `word` is the posted id_token, `state` the posted state. `is_by_storage`: a secret stored at
    the platform takes the place of the cookie and is checked later."""

    word = state = ""
    is_by_storage = False

    def validate_state(self) -> "OnceOnlyLaunch":
        if not self.is_by_storage:
            super().validate_state()
        return self

    def fetch_public_key(self, key_set_url: str) -> Any:
        """Return the platform's cached keys, or new ones where the key that signed is not among them."""
        return keys.platform_keys(key_set_url, jwt.get_unverified_header(self.word).get("kid"))

    def validate_nonce(self) -> "OnceOnlyLaunch":
        """Check that the nonce is the one that belongs to this state, and use it up. Raises LtiException."""
        kept = cache_key("nonce", self.state)
        nonce = cache.get(kept)
        if nonce is None or self.get_launch_data().get("nonce") != nonce or not cache.delete(kept):
            raise LtiException("The nonce is another one, or this launch was used already")
        return self

    def validate_deployment(self) -> "OnceOnlyLaunch":
        """Check the signed claims before anything is done with them."""
        claims.drop_nulls(self.get_launch_data())
        claims.check(self.get_launch_data())
        claims.check_meant_for(self.get_launch_data(), self.get_client_id())
        super().validate_deployment()
        return self

    def save_launch_data(self) -> "OnceOnlyLaunch":
        return self


def validated(request: HttpRequest, *, is_by_storage: bool) -> LtiLaunch:
    """Validate the launch that was posted, and return it. Raises LtiException."""
    launch = OnceOnlyLaunch(
        request, DjangoToolConfig(), launch_data_storage=_NoStorage(), requests_session=BoundedSession()
    )
    launch.word, launch.state = (request.POST.get(name, "") for name in ("id_token", "state"))
    launch.is_by_storage = is_by_storage
    launch.set_jwt_verify_options(HOW_TO_READ)
    try:
        launch.validate()
    except requests.RequestException as error:
        raise LtiException(f"The platform does not answer: {type(error).__name__}") from error
    except STUMBLES as error:
        raise LtiException(f"Not a launch: {type(error).__name__}") from error
    return LtiLaunch(launch)


def context_of(launch: LtiLaunch) -> LtiContext:
    """Store the course's name and the addresses of its services; no person."""
    context: LtiContext = sync_context_from_launch(launch)
    return context


def is_teacher(launch: LtiLaunch) -> bool:
    """Return whether the platform says that this person teaches the course, or runs the platform."""
    message = launch.get_message_launch()
    checks = (message.check_teacher_access, message.check_teaching_assistant_access, message.check_staff_access)
    return any(check() for check in checks)


REMEMBERED = 7 * 24 * 3600
"""Seconds for which the reason of a refused launch is kept."""
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
    (r"registration|client id|another tool|issuer", _("The platform or its client ID is not one that is known here.")),
    (r"no course", _("The link is in no course of the platform. Put it into one.")),
    (r"deployment", _("The platform says nothing about where it uses Cardinal: the deployment ID.")),
)
UNREADABLE = _("What the platform sent cannot be read.")


@dataclass(frozen=True, slots=True)
class RefusedLaunch:
    """A refused launch: when, and the libraries' message."""

    at: datetime
    why: str

    @property
    def words(self) -> Promise:
        return next((words for signs, words in REASONS if re.search(signs, self.why, re.IGNORECASE)), UNREADABLE)


def note_refusal(why: str) -> None:
    cache.set(REFUSALS, [RefusedLaunch(timezone.now(), why[:LONGEST_REASON]), *refusals()][:MOST_REFUSALS], REMEMBERED)


def refusals() -> list[RefusedLaunch]:
    """Return the latest refused launches, the newest first. They name no person and hold nothing of the signed
    claims."""
    found: list[RefusedLaunch] = cache.get(REFUSALS, [])
    return found
