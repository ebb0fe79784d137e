"""Routing cookie for the proxy in front of several workers: three digits that name the class session's worker.

A class session lives in one worker, and the proxy sends there whatever belongs to it: it finds the place in the address
of a session or a table (`game.codes.place_of`), and for a child's other pages in this cookie. Nothing depends on it but
speed: any worker may be asked anything.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from game.codes import place_of

COOKIE = "place"


class PlaceMiddleware(MiddlewareMixin):
    """Sets the cookie with the first page on which a child is known to be in a session. Costs no query."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
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
