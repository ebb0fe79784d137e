"""Pages whose acts are recorded in the audit log: a table by URL name, and the wrapper of their views."""

import logging
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver

from classroom.audit.log import record
from classroom.models import AuditEntry, Teacher

log = logging.getLogger(__name__)

Kind = AuditEntry.Kind

_PAGES: dict[AuditEntry.Kind, tuple[str, ...]] = {
    Kind.EXPORT: (
        "session_csv", "session_xlsx", "class_csv", "class_list_csv", "class_list_xlsx", "class_cards_csv",
        "class_cards_xlsx", "class_results", "class_1_1_results", "class_xlsx", "student_csv", "student_xlsx",
        "student_json", "class_research", "school_research", "audit_csv", "class_archive", "school_archive",
    ),
    Kind.REMOVAL: ("class_remove", "class_merge", "student_merge", "student_remove"),
    Kind.MOVE: ("classes_mix", "student_move"),
    Kind.RETURN: ("class_take_back", "student_take_back", "student_part", "student_apart", "students_take_back"),
    Kind.FORGETTING: ("student_forget",),
    Kind.RIGHTS: (
        "teaching", "invitation", "school_admin", "class_hand_over", "class_families", "class_leave",
        "class_substitute", "student_family_link", "classroom_teacher_change", "lti_connect",
    ),
    Kind.IMPORT: ("import", "import_undo", "class_read_in", "school_read_in"),
    Kind.SETTING: (
        "school_time_zone", "school_keep_years", "school_hours", "school_word", "lti_platforms", "lti_class",
        "lti_course", "class_challenge", "challenge", "class_challenge_leave",
    ),
    Kind.SIGN_OUT: ("account_sign_ins",),
}  # fmt: skip
ACTS = {page: kind for kind, pages in _PAGES.items() for page in pages}

PASSWORD_FIRST: dict[str, str] = {
    page: "GET" if kind == Kind.EXPORT else "POST"
    for page, kind in ACTS.items()
    if kind in (Kind.EXPORT, Kind.FORGETTING, Kind.RIGHTS) and page != "invitation"
} | {"class_teachers": "POST"}
"""Pages, with the method, that require a recently typed password. Accepting an invitation is not among them, because it
gives no right that another teacher has not given."""


def recorded(patterns: Iterable[URLPattern | URLResolver]) -> None:
    """Wrap the views of this table's URL names, so that their acts are recorded."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            recorded(pattern.url_patterns)
        elif pattern.name in ACTS:
            pattern.callback = _recording(pattern.name, ACTS[pattern.name], pattern.callback)


def _recording(page: str, kind: AuditEntry.Kind, view: Callable[..., Any]) -> Callable[..., Any]:
    if kind == Kind.EXPORT:
        return _recording_exports(page, view)

    @wraps(view)
    def acting(request: HttpRequest, **things: Any) -> HttpResponseBase:
        """Run the view, then record the act; if the database refuses the entry, it goes to the server's log."""
        answer: HttpResponseBase = view(request, **things)
        done = getattr(request, "done", None)
        if done is not None:
            about = _numbers(things) | dict(done)
            try:
                with transaction.atomic():
                    record(request, kind, by=_teacher(request), page=page, about=about)
            except DatabaseError as error:
                log.error("not in the audit log: %s on %s, %s, by %s: %s", kind, page, about, request.user.pk, error)
        return answer

    return acting


def _recording_exports(page: str, view: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(view)
    def exporting(request: HttpRequest, **things: Any) -> HttpResponseBase:
        """Record the export before the first byte is sent, so that no data leaves unrecorded."""
        answer: HttpResponseBase = view(request, **things)
        if answer.status_code == 200 and request.method == "GET":
            record(request, Kind.EXPORT, by=_teacher(request), page=page, about=_numbers(things))
        return answer

    return exporting


def _teacher(request: HttpRequest) -> Teacher | None:
    return request.user if isinstance(request.user, Teacher) else None


def _numbers(things: dict[str, Any]) -> dict[str, int | str]:
    """Return the numbers in a URL by kind: `classroom_id` is the number of a classroom."""
    return {name.removesuffix("_id"): value for name, value in things.items() if isinstance(value, int)}
