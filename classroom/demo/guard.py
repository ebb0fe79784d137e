"""What a visitor of the demo may post: acts that take part in a session or look at one, and nothing that is stored.

No mail is sent, no file is uploaded, and no field takes a name: a list says what may be posted, and all else is
refused.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

KEY = "demo"
"""Key in the browser's session that marks a visitor of the demo."""
SAFE = ("GET", "HEAD", "OPTIONS")
MAY_POST = frozenset((
    "play", "demo_begin", "language", "account_logout", "help_tour", "session_as_last_time", "session_new",
    "session_settings", "session_start", "session_tables", "session_lock", "session_board_names",
    "session_pause", "session_resume", "session_more_time", "session_go", "session_end", "session_end_table",
    "session_again", "session_say", "session_move", "session_seat_waiting", "session_podium",
    "session_child_own", "session_child_more", "session_child_break", "session_child_remove", "session_let_in",
    "session_homework", "class_homework", "homework_remove", "class_quick", "class_families",
    "student_family_link", "class_album", "class_substitute", "substitute", "substitute_act", "class_sign_in",
    "class_cards_change", "student_card_change", "session_child_lift", "session_lift", "join", "join_names",
    "join_secret", "join_with_card", "join_shared", "leave", "waiting_alone", "waiting_break", "my_face",
    "own_table", "letters", "one_key", "practice", "practice_answer", "practice_stop", "practice_leave",
    "practice_homework", "table_move", "student_needs", "student_face", "session_on_paper", "session_on_paper_remove",
))  # fmt: skip
"""URL names. Pages that take a name, a note, a file or an address are not among them."""
NAME_IN = {"session_new": "keep_as", "session_settings": "keep_as"}
"""The field with a name, on pages whose other fields hold none."""


class Refusals:
    """For templates: which posts are refused to this visitor, by the name of a page or field, so that they are not
    offered."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __getitem__(self, name: str) -> bool:
        return name not in MAY_POST and _is_demo(self.request)


def refused(request: HttpRequest) -> dict[str, Refusals]:
    """Return the context for templates, `refused.class_new` and the like; outside a demo nothing is refused."""
    return {"refused": Refusals(request)}


class DemoMiddleware(MiddlewareMixin):
    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Answer with a sentence to what may not be posted from a demo."""
        page = request.resolver_match.url_name if request.resolver_match else None
        if request.method in SAFE or page in MAY_POST and page not in NAME_IN or not _is_demo(request):
            return None
        if page in NAME_IN and not request.POST.get(NAME_IN[page]):
            return None
        return render(request, "classroom/demo/not_here.html", status=403)


def _is_demo(request: HttpRequest) -> bool:
    known = settings.SESSION_COOKIE_NAME in request.COOKIES
    return bool(settings.DEMO) or (known and bool(request.session.get(KEY)))
