"""Signed cookies of known browsers: one holds the teachers who have signed in there, one the classes that a child has
joined.

Neither grants access. They only let failures be counted separately: failures of strangers, which could lock others out,
and failures at a browser that this teacher, or a child of this class, has used before. The value is kept as a keyed
hash, the browser as a random number.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from classroom import cookies

MOST = 8
"""Values that one browser remembers: enough for a computer of a staff room, and few enough for a small cookie."""


class KnownBrowser(NamedTuple):
    browser: str
    shown: list[str]


@dataclass(frozen=True, slots=True)
class KnownBrowsers:
    """One kind of value that browsers remember, and its cookie."""

    cookie: str
    salt: str
    days: int

    def known_for(self, request: HttpRequest, what: str) -> str | None:
        """Return the browser's number, if its cookie holds this value."""
        known = self._in(request.COOKIES)
        return known.browser if known and self.hashed(what) in known.shown else None

    def newest(self, request: HttpRequest) -> str | None:
        """Return the newest value of this browser's cookie, as `hashed` writes it."""
        known = self._in(request.COOKIES)
        return known.shown[0] if known and known.shown else None

    def remember(self, request: HttpRequest, response: HttpResponse, what: str) -> None:
        known = self._in(request.COOKIES) or KnownBrowser(secrets.token_urlsafe(12), [])
        newest = self.hashed(what)
        shown = [newest, *(other for other in known.shown if other != newest)][:MOST]
        written = signing.dumps([known.browser, shown], salt=self.salt)
        cookies.keep(response, self.cookie, written, self.days * 24 * 3600)

    def hashed(self, what: str) -> str:
        return salted_hmac(self.salt, what.lower(), algorithm="sha256").hexdigest()[:32]

    def is_known(self, sent: Mapping[str, str]) -> bool:
        """Return whether the browser that sends these cookies remembers any value."""
        return self._in(sent) is not None

    def _in(self, sent: Mapping[str, str]) -> KnownBrowser | None:
        try:
            kept = signing.loads(sent.get(self.cookie, ""), salt=self.salt, max_age=self.days * 24 * 3600)
        except signing.BadSignature:
            return None
        return KnownBrowser(*kept)


ACCOUNTS = KnownBrowsers(settings.KNOWN_BROWSER_COOKIE_NAME, "classroom.teachers.known_browsers", days=365)
CLASSES = KnownBrowsers(settings.KNOWN_CLASS_COOKIE_NAME, "classroom.joining.known_browsers", days=30)
"""Remembers classes by their numbers."""
