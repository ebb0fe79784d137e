"""Judging a launch: the platform's signature, state and nonce; each nonce once, and nothing of it kept."""

import hashlib

import jwt
import requests
from django.core.cache import cache
from django.http import HttpRequest
from lti_tool.models import LtiContext, LtiLaunch
from lti_tool.utils import DjangoToolConfig, sync_context_from_launch
from pylti1p3.contrib.django import DjangoCacheDataStorage, DjangoMessageLaunch, DjangoOIDCLogin
from pylti1p3.exception import LtiException

from classroom.lti import claims
from classroom.lti.asking import PatientSession

KEPT = 25 * 3600
"""Seconds for which a used nonce is remembered: pylti1p3 would take one for 24 hours."""
STUMBLES = (AttributeError, LookupError, TypeError, ValueError, RecursionError, jwt.PyJWTError)
"""What pylti1p3 raises over what is no launch."""
MUST_SAY = ["exp", "iat"]
"""Without these a signed word would be good for ever."""


class KeptQueryLogin(DjangoOIDCLogin):
    """Sign-in at an address of a platform that has a query of its own; pylti1p3 would begin a second one."""

    def _prepare_redirect_url(self, launch_url: str) -> str:
        led_to: str = super()._prepare_redirect_url(launch_url)
        registered = self._registration.get_auth_login_url() if self._registration else ""
        return led_to.replace(f"{registered}?", f"{registered}&", 1) if "?" in (registered or "") else led_to


class OnceOnlyLaunch(DjangoMessageLaunch):
    """pylti1p3 takes an id_token again and keeps names and addresses for a day; this does neither."""

    def validate_nonce(self) -> "OnceOnlyLaunch":
        super().validate_nonce()
        used = hashlib.sha256(str(self._get_jwt_body()["nonce"]).encode()).hexdigest()
        if not cache.add(f"lti-nonce-{used}", True, KEPT):
            raise LtiException("This launch was used already")
        return self

    def validate_deployment(self) -> "OnceOnlyLaunch":
        """Look at what the platform has signed before anything is done with it."""
        claims.drop_nulls(self._get_jwt_body())
        claims.check(self._get_jwt_body())
        claims.check_meant_for(self._get_jwt_body(), self.get_client_id())
        super().validate_deployment()
        return self

    def save_launch_data(self) -> "OnceOnlyLaunch":
        return self


def judged(request: HttpRequest) -> LtiLaunch:
    """Return the launch that was posted. Raises LtiException."""
    launch = OnceOnlyLaunch(
        request,
        DjangoToolConfig(),
        launch_data_storage=DjangoCacheDataStorage(),
        requests_session=PatientSession(),
    )
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
