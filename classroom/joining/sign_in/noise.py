"""Noisy addresses: requests of strangers from there are answered cheaply, and separately from all others.

Once the budget of wrong codes is used up (`throttling.ADDRESS_BUDGET`), a code requires the room's pictures. So
NoiseMiddleware checks only the code and the pictures, with two queries, and redirects a failed try to the page that
asks for them: 2.3 ms of processor time, while the full path through middlewares, view and template takes 4.0 (`make
bench-noisy`). A try that fits takes the full path, and is judged there.

This process remembers which addresses are noisy, so that other addresses cost nothing; the database decides whether
they still are.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.cookie import parse_cookie
from django.urls import reverse_lazy
from django.utils.deprecation import MiddlewareMixin

from classroom.joining import admission
from classroom.joining.sign_in import board_pictures, throttling
from classroom.known_browsers import CLASSES
from game import codes

DOOR, PICTURES = reverse_lazy("join"), reverse_lazy("join_pictures")


class NoiseMiddleware(MiddlewareMixin):
    """Asks for the room's pictures at addresses with many wrong codes."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if not board_pictures.is_noisy(request.META.get("REMOTE_ADDR", "")):
            return None
        code = _code_tried(request)
        if not code or not throttling.is_told_nothing(request) or admission.may_try(request, code):
            return None
        return board_pictures.ask_for(request, code)


def _code_tried(request: HttpRequest) -> str:
    """Return the code that is posted or in the path, or ""."""
    door, path = str(DOOR), request.path_info
    if not path.startswith(door) or path == PICTURES:
        return ""
    tried = path.removeprefix(door).partition("/")[0] or request.POST.get("code", "")
    return codes.normalized(tried)


def is_strangers(scope: Any) -> bool:
    """Return whether the request is for the way in, from a noisy address and a browser that never had a class's
    code."""
    client, path = scope.get("client"), scope["path"]
    if not client or not board_pictures.is_noisy(client[0]) or not path.startswith(str(DOOR)):
        return False
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin1")
    return not CLASSES.is_known(parse_cookie(cookies))
