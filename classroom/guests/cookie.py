"""The cookie of a guest: the signed number by which `game` knows the player at this browser.

It gives access only to the table at which this number sits: guests have negative numbers, students positive ones.
"""

import secrets
from collections.abc import Mapping

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpResponse

from classroom import cookies
from classroom.guests.rounds import LIFETIME

SALT = "guest"


def new_player() -> int:
    return -1 - secrets.randbits(62)


def player_in(sent: Mapping[str, str]) -> int | None:
    """Return the guest's number from these cookies; None without one, or where it has expired."""
    try:
        return int(_signer().unsign(sent[settings.GUEST_COOKIE_NAME], max_age=LIFETIME))
    except (KeyError, BadSignature):
        return None


def keep(response: HttpResponse, player: int) -> None:
    """Set the cookie that makes this browser play as this guest."""
    cookies.keep(response, settings.GUEST_COOKIE_NAME, _signer().sign(str(player)), LIFETIME)


def _signer() -> TimestampSigner:
    return TimestampSigner(salt=SALT)
