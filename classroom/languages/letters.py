"""Letters further apart on a child's pages: chosen by the child for itself (`sessions.own_choices`), or at a device.

A device keeps the choice in a cookie, so that its pages have it before anybody is known, and at their first paint.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from classroom import cookies

COOKIE, APART = "letters", "air"
"""The choice is kept under this name, as this word, which is the class of a page whose letters stand further apart."""
KEPT = 365 * 24 * 3600
"""Seconds for which a device keeps the choice."""


def chosen_at(request: HttpRequest) -> bool:
    """Return whether it was chosen at this device."""
    return request.COOKIES.get(COOKIE) == APART


def letters(request: HttpRequest) -> dict[str, Any]:
    """For templates: `air` is the class of a page with letters further apart, "" of any other."""
    return {"air": SimpleLazyObject(lambda: spacing_of(request))}


def spacing_of(request: Any) -> str:
    """Return APART where the device or the child at it chose it, else ""."""
    own = getattr(getattr(request, "visitor", None), "own_table", None)
    return APART if chosen_at(request) or (own and APART in own.styles) else ""


def keep(response: HttpResponse) -> None:
    """Let this device keep the choice."""
    cookies.keep(response, COOKIE, APART, KEPT)


def forget(response: HttpResponse) -> None:
    """Let this device write as usual."""
    response.delete_cookie(COOKIE, samesite="Lax")
