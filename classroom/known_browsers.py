"""Accounts that were signed in to at this browser before: a signed cookie that a teacher's browser keeps for a year.

It opens nothing. It only lets wrong passwords be counted apart: those of strangers, who can lock one another out, and
those of a browser that its teacher has used. The account is kept as a keyed hash, the browser as a random number.
"""

import secrets
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE = settings.KNOWN_BROWSER_COOKIE_NAME
SALT = "classroom.teachers.known_browsers"
KEPT = 365 * 24 * 3600
MOST = 8
"""Accounts that one browser remembers: a computer of a staff room, and a cookie that stays small."""


class KnownBrowser(NamedTuple):
    browser: str
    accounts: list[str]


def known_for(request: HttpRequest, email: str) -> str | None:
    """Return the browser's number, if this account was signed in to there."""
    known = _read(request)
    return known.browser if known and account_of(email) in known.accounts else None


def newest(request: HttpRequest) -> str | None:
    """Return the account that was signed in to last at this browser, as `account_of` writes it."""
    known = _read(request)
    return known.accounts[0] if known and known.accounts else None


def remember(request: HttpRequest, response: HttpResponse, email: str) -> None:
    """Note after a sign-in that this account belongs to this browser."""
    known = _read(request) or KnownBrowser(secrets.token_urlsafe(12), [])
    account = account_of(email)
    accounts = [account, *(other for other in known.accounts if other != account)][:MOST]
    response.set_cookie(
        COOKIE,
        signing.dumps([known.browser, accounts], salt=SALT),
        max_age=KEPT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> KnownBrowser | None:
    try:
        return KnownBrowser(*signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT))
    except signing.BadSignature:
        return None


def account_of(email: str) -> str:
    """Return an account as a keyed hash."""
    return salted_hmac(SALT, email.lower(), algorithm="sha256").hexdigest()[:32]
