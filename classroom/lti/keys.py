"""The private key that signs Cardinal's messages to platforms, encrypted with the secret key as second factors are; and
the cached public keys of platforms."""

import hashlib
import re
from threading import BoundedSemaphore
from typing import Any

import requests
from django.conf import settings
from lti_tool.models import Key, LtiRegistration
from pylti1p3.exception import LtiException
from pylti1p3.registration import Registration

from classroom.lti import cache
from classroom.lti.asking import BoundedSession
from classroom.teachers.second_factor import cipher

PLAIN = "-----BEGIN"
SHORTEST, USUAL, LONGEST = 60, 3600, 24 * 3600
"""Seconds for which a platform's keys are cached, where it asks for less, says nothing, or asks for more."""
SILENT = 10
"""Seconds for which a platform that did not answer is not asked for its keys again."""
AT_ONCE, PATIENCE = 4, 0.5
"""Requests that may wait for a platform's keys at once, and the seconds for which others wait until one of them has
them: a platform that is down takes no more of the threads that make pages."""
_places = BoundedSemaphore(AT_ONCE)


def ensure_key() -> None:
    """Make the key where there is none yet, and encrypt keys that django-lti has stored in plain text (also by its
    `rotate_keys`)."""
    if not Key.objects.active().exists():
        Key.objects.generate()
    for key in Key.objects.filter(private_key__startswith=PLAIN):
        key.private_key = cipher(settings.SECRET_KEY).encrypt(key.private_key.encode()).decode()
        key.save(update_fields=["private_key"])


def registration_of(platform: LtiRegistration) -> Registration:
    """Return pylti1p3's registration of a platform, with the decrypted private key."""
    ensure_key()
    registration: Registration = platform.to_registration()
    kept = registration.get_tool_private_key() or ""
    return registration.set_tool_private_key(cipher(settings.SECRET_KEY).decrypt(kept.encode()).decode())


def platform_keys(address: str, number: str | None) -> dict[str, Any]:
    """Return the public keys at this address. They are fetched again when they have expired, or where none has the id
    `number` (as after a rotation), then at most once in SHORTEST. Raises LtiException, requests.RequestException."""
    place = f"lti-keys-{hashlib.sha256(address.encode()).hexdigest()}"
    kept: dict[str, Any] | None = cache.get(place)
    is_there = kept is not None and any(key.get("kid") == number for key in kept["keys"])
    if kept is not None and (is_there or not cache.add(f"{place}-asked", True, SHORTEST)):
        return kept
    if cache.get(f"{place}-silent") or not _places.acquire(timeout=PATIENCE):
        raise LtiException("The platform does not answer")
    try:
        found: dict[str, Any] | None = cache.get(place) if kept is None else None  # others had them meanwhile
        return found or _asked(address, place)
    except requests.RequestException:
        cache.set(f"{place}-silent", True, SILENT)
        raise
    finally:
        _places.release()


def _asked(address: str, place: str) -> dict[str, Any]:
    """Ask for the keys at this address, and cache them in this place."""
    answer = BoundedSession().get(address)
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    if not isinstance(found, dict) or not all(isinstance(key, dict) for key in found["keys"]):
        raise LtiException("The public keys of the platform cannot be read")
    said = re.search(r"max-age=(\d{1,9})", answer.headers.get("Cache-Control", ""))
    cache.set(place, found, min(max(int(said[1]) if said else USUAL, SHORTEST), LONGEST))
    return found
