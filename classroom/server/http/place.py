"""Where a child's class is played, for the proxy in front of several workers: three digits in a cookie.

A class session lives in one worker, and the proxy sends there whatever belongs to it: it finds the place in the address
of a session or a table (`game.codes.place_of`), and for a child's other pages in this cookie. Nothing depends on it but
speed: any worker may be asked anything.
"""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from game.codes import place_of

COOKIE = "place"


class PlaceMiddleware:
    """Sets the cookie with the first page on which a child is known to be in a session. Costs no query."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        return self._answer(request) if self.is_async else placed(request, self.get_response(request))

    async def _answer(self, request: HttpRequest) -> HttpResponseBase:
        return placed(request, await self.get_response(request))


def placed(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Say where the child is whom `joining.visitor` has found, if it was asked."""
    attendance = vars(getattr(request, "visitor", object)).get("attendance")
    if attendance and request.COOKIES.get(COOKIE) != (place := place_of(attendance.session_id)):
        response.set_cookie(
            COOKIE,
            place,
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response
