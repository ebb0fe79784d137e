"""Pages whose acts are recorded in the audit log: a table by the name of the URL, and the wrapper of their views."""

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

ACTS: dict[str, AuditEntry.Kind] = {
    "session_csv": Kind.EXPORT,
    "session_xlsx": Kind.EXPORT,
    "class_csv": Kind.EXPORT,
    "class_list_csv": Kind.EXPORT,
    "class_list_xlsx": Kind.EXPORT,
    "class_cards_csv": Kind.EXPORT,
    "class_cards_xlsx": Kind.EXPORT,
    "class_results": Kind.EXPORT,
    "class_xlsx": Kind.EXPORT,
    "student_csv": Kind.EXPORT,
    "student_xlsx": Kind.EXPORT,
    "student_json": Kind.EXPORT,
    "class_research": Kind.EXPORT,
    "school_research": Kind.EXPORT,
    "audit_csv": Kind.EXPORT,
    "class_archive": Kind.EXPORT,
    "school_archive": Kind.EXPORT,
    "class_remove": Kind.REMOVAL,
    "class_merge": Kind.REMOVAL,
    "classes_mix": Kind.MOVE,
    "student_move": Kind.MOVE,
    "student_merge": Kind.REMOVAL,
    "student_remove": Kind.REMOVAL,
    "class_take_back": Kind.RETURN,
    "student_take_back": Kind.RETURN,
    "student_part": Kind.RETURN,
    "students_take_back": Kind.RETURN,
    "student_forget": Kind.FORGETTING,
    "teaching": Kind.RIGHTS,
    "invitation": Kind.RIGHTS,
    "school_admin": Kind.RIGHTS,
    "class_hand_over": Kind.RIGHTS,
    "import": Kind.IMPORT,
    "import_undo": Kind.IMPORT,
    "class_read_in": Kind.IMPORT,
    "school_read_in": Kind.IMPORT,
    "classroom_teacher_change": Kind.RIGHTS,
    "school_time_zone": Kind.SETTING,
    "school_keep_years": Kind.SETTING,
    "school_hours": Kind.SETTING,
    "school_word": Kind.SETTING,
    "account_sign_ins": Kind.SIGN_OUT,
    "lti_connect": Kind.RIGHTS,
    "lti_platforms": Kind.SETTING,
    "lti_class": Kind.SETTING,
    "lti_course": Kind.SETTING,
}

PASSWORD_FIRST: dict[str, str] = {
    page: "GET" if kind == Kind.EXPORT else "POST"
    for page, kind in ACTS.items()
    if kind in (Kind.EXPORT, Kind.FORGETTING, Kind.RIGHTS) and page != "invitation"
} | {"class_teachers": "POST"}
"""Pages, and the way of asking, before which the password must have been typed lately. To accept an invitation gives no
right away that somebody else has not given."""


def recorded(patterns: Iterable[URLPattern | URLResolver]) -> None:
    """Let the views that stand in the table record what is done there."""
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
        """Write the entry when the act is done; one that the database refuses stands in the process's log instead."""
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
        """Nothing leaves unrecorded: the entry is there before the first byte."""
        answer: HttpResponseBase = view(request, **things)
        if answer.status_code == 200 and request.method == "GET":
            record(request, Kind.EXPORT, by=_teacher(request), page=page, about=_numbers(things))
        return answer

    return exporting


def _teacher(request: HttpRequest) -> Teacher | None:
    return request.user if isinstance(request.user, Teacher) else None


def _numbers(things: dict[str, Any]) -> dict[str, int | str]:
    return {name: value for name, value in things.items() if isinstance(value, int)}
