"""Routing cookie for the proxy in front of several workers: three digits that name the class session's worker.

A class session lives in one worker, and the proxy sends everything that belongs to it there: the proxy finds the worker
in the address of a session or a table (`game.codes.place_of`), and for a child's other pages in this cookie. Only speed
depends on it: any worker can answer any request.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from classroom import cookies
from game.codes import place_of

COOKIE = "place"


class PlaceMiddleware(MiddlewareMixin):
    """Sets the cookie with the first page on which a child is known to be in a session. Costs no query."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Set the cookie to the worker of the child's session, if `joining.visitor` has looked the child up for this
        request."""
        attendance = vars(getattr(request, "visitor", object)).get("attendance")
        if attendance and request.COOKIES.get(COOKIE) != (place := place_of(attendance.session_id)):
            cookies.keep(response, COOKIE, place, settings.SESSION_COOKIE_AGE)
        return response
