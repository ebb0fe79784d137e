"""Noisy addresses: what comes from strangers there is answered before anything dear is asked, and apart from all else.

Where the budget of wrong codes is used up (`throttling.ADDRESS_BUDGET`), a code opens nothing without the room's
pictures. So NoiseMiddleware looks at the code and the pictures alone, by two queries, and sends a try that does not fit
on to the page that asks for them: 2.3 ms of processor where the whole way through middlewares, view and template takes
4.0 (`make bench-noisy`). What fits goes that whole way, and is judged there.

Which addresses are noisy is remembered in this process, to ask nobody else: the database says whether it is still so.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.cookie import parse_cookie
from django.urls import reverse_lazy
from django.utils.deprecation import MiddlewareMixin

from classroom.joining import admission
from classroom.joining.codes import tidy
from classroom.joining.sign_in import board_pictures, throttling
from classroom.known_browsers import CLASSES

DOOR, PICTURES = reverse_lazy("join"), reverse_lazy("join_pictures")


class NoiseMiddleware(MiddlewareMixin):
    """Asks for the room's pictures where many wrong codes come from."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if not board_pictures.is_noisy(request.META.get("REMOTE_ADDR", "")):
            return None
        code = _code_tried(request)
        if not code or not throttling.is_told_nothing(request) or admission.may_try(request, code):
            return None
        return board_pictures.ask_for(request, code)


def _code_tried(request: HttpRequest) -> str:
    """Return the code that is posted or stands in the address; "" where none is tried."""
    door, path = str(DOOR), request.path_info
    if not path.startswith(door) or path == PICTURES:
        return ""
    tried = path.removeprefix(door).partition("/")[0] or request.POST.get("code", "")
    return tidy(tried[:40])


def is_strangers(scope: Any) -> bool:
    """Return whether a noisy address asks for what leads in, from a browser that never had the code of a class."""
    client, path = scope.get("client"), scope["path"]
    if not client or not board_pictures.is_noisy(client[0]) or not path.startswith(str(DOOR)):
        return False
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin1")
    return not CLASSES.is_known(parse_cookie(cookies))
