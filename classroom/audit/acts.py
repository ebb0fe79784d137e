"""Which pages' acts are recorded in the audit log: a table by the name of the URL, and what wraps their views."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver

from classroom.audit.log import record
from classroom.models import AuditEntry, Teacher

Kind = AuditEntry.Kind

ACTS: dict[str, AuditEntry.Kind] = {
    "session_csv": Kind.EXPORT,
    "session_xlsx": Kind.EXPORT,
    "class_csv": Kind.EXPORT,
    "class_xlsx": Kind.EXPORT,
    "student_csv": Kind.EXPORT,
    "student_xlsx": Kind.EXPORT,
    "student_json": Kind.EXPORT,
    "audit_csv": Kind.EXPORT,
    "class_remove": Kind.REMOVAL,
    "student_remove": Kind.REMOVAL,
    "class_take_back": Kind.RETURN,
    "student_take_back": Kind.RETURN,
    "students_take_back": Kind.RETURN,
    "student_forget": Kind.FORGETTING,
    "student_move": Kind.RIGHTS,
    "teaching": Kind.RIGHTS,
    "invitation": Kind.RIGHTS,
    "school_admin": Kind.RIGHTS,
    "import": Kind.IMPORT,
    "import_classes": Kind.IMPORT,
    "import_undo": Kind.IMPORT,
    "school_time_zone": Kind.SETTING,
    "school_keep_years": Kind.SETTING,
}
DONE = {"GET": 200, "POST": 302}
"""What a page answers when an act is done: a file, or the way on. Forms that are shown (again) are no acts."""


def recorded(patterns: Iterable[URLPattern | URLResolver]) -> None:
    """Let the views that stand in the table record what is done there."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            recorded(pattern.url_patterns)
        elif pattern.name in ACTS:
            pattern.callback = _recording(pattern.name, ACTS[pattern.name], pattern.callback)


def _recording(page: str, kind: AuditEntry.Kind, view: Callable[..., Any]) -> Callable[..., Any]:
    def note(request: HttpRequest, answer: HttpResponseBase, things: dict[str, Any]) -> HttpResponseBase:
        if _is_done(kind, request, answer):
            by = request.user if isinstance(request.user, Teacher) else None
            record(request, kind, by=by, page=page, about=_about(request, things))
        return answer

    if iscoroutinefunction(view):

        @wraps(view)
        async def asynchronous(request: HttpRequest, **things: Any) -> HttpResponseBase:
            return await sync_to_async(note)(request, await view(request, **things), things)

        return asynchronous

    @wraps(view)
    def synchronous(request: HttpRequest, **things: Any) -> HttpResponseBase:
        return note(request, view(request, **things), things)

    return synchronous


def _is_done(kind: AuditEntry.Kind, request: HttpRequest, answer: HttpResponseBase) -> bool:
    """Say whether the page has done what it is for; who is refused by name (`request.refused`) or by door has not."""
    method = "GET" if kind == Kind.EXPORT else "POST"
    is_refused = getattr(request, "refused", False) or not request.user.is_authenticated
    return request.method == method and answer.status_code == DONE[method] and not is_refused


def _about(request: HttpRequest, things: dict[str, Any]) -> dict[str, int | str]:
    """Return the numbers of the address, and which of a page's acts it was."""
    numbers = {name: value for name, value in things.items() if isinstance(value, int)}
    do = request.POST.get("do", "")
    return numbers | ({"do": do[:20]} if do else {})
