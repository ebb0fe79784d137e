"""The cookie of a guest: the signed number under which `game` knows the player of this one browser.

It opens the one table that this number sits at and nothing else: guests are numbered below 0, students above.
"""

import secrets
from collections.abc import Mapping

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpResponse

from classroom.guests.rounds import LIFETIME

SALT = "guest"


def new_player() -> int:
    return -1 - secrets.randbits(62)


def player_in(cookies: Mapping[str, str]) -> int | None:
    """Return the number of the guest at a browser with these cookies; None for any other, and once it is too old."""
    try:
        return int(_signer().unsign(cookies[settings.GUEST_COOKIE_NAME], max_age=LIFETIME))
    except (KeyError, BadSignature):
        return None


def keep(response: HttpResponse, player: int) -> None:
    """Let this browser play as this guest."""
    response.set_cookie(
        settings.GUEST_COOKIE_NAME,
        _signer().sign(str(player)),
        max_age=LIFETIME,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _signer() -> TimestampSigner:
    return TimestampSigner(salt=SALT)
