"""Cookies that pages set beside Django's own: no script reads them, and no form of another site sends them along."""

from datetime import timedelta

from django.conf import settings
from django.http.response import HttpResponseBase


def keep(response: HttpResponseBase, name: str, value: str, max_age: timedelta | int | None = None) -> None:
    """Set a cookie for `max_age` (seconds), or until the browser is closed."""
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(name, value, max_age=max_age, httponly=True, samesite="Lax", secure=secure)
