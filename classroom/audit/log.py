"""Writing the audit log, and deleting entries older than 400 days. Sign-ins, passwords and second factors arrive as
signals of Django and django-allauth."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from allauth.account import signals as accounts
from allauth.mfa import signals as second_factor
from django.contrib.auth import signals
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from classroom.models import AuditEntry, Teacher
from classroom.models.audit import digest

Kind = AuditEntry.Kind
KEPT = timedelta(days=400)
SALT = "classroom.audit.source"


def record(
    request: HttpRequest | None,
    kind: Kind,
    *,
    by: Teacher | None = None,
    page: str = "",
    about: Mapping[str, int | str] | None = None,
) -> None:
    """Add an entry; `by` is the acting teacher, `about` maps kinds of rows to their numbers."""
    AuditEntry.objects.create(
        kind=kind,
        teacher=by.pk if by else None,
        who=by.email if by else "",
        page=page,
        about=dict(about or {}),
        source=source_of(request),
    )


def source_of(request: HttpRequest | None) -> str:
    """Return 16 letters that are the same for requests from the same place and reveal nothing else; "" for a
    command."""
    address = request.META.get("REMOTE_ADDR", "") if request else ""
    return salted_hmac(SALT, address, algorithm="sha256").hexdigest()[:16] if address else ""


def forget_old() -> int:
    """Delete entries older than 400 days by the database's clock, which its trigger uses, up to the first younger one,
    so that the chain stays complete. Return how many were deleted."""
    entries = AuditEntry.objects.order_by("pk")
    first_kept = entries.filter(at__gte=Now() - KEPT).first()
    return (entries.filter(pk__lt=first_kept.pk) if first_kept else entries).delete()[0]


def gap() -> AuditEntry | None:
    """Return the first entry that does not follow the one before it, None if the chain is complete. The oldest entry
    may follow a deleted one, and an entry without a hash was written by a worker of the release before this chain."""
    before = ""
    for entry in AuditEntry.objects.order_by("pk").iterator():
        if before and entry.before and entry.before != before:
            return entry
        before = digest(entry)
    return None


def connect() -> None:
    """Connect to the signals of Django and django-allauth about accounts; a second call changes nothing."""
    told = {
        Kind.SIGN_IN: (signals.user_logged_in,),
        Kind.SIGN_OUT: (signals.user_logged_out,),
        Kind.PASSWORD: (accounts.password_changed, accounts.password_set, accounts.password_reset),
        Kind.SECOND_FACTOR: (
            second_factor.authenticator_added,
            second_factor.authenticator_removed,
            second_factor.authenticator_reset,
        ),
    }
    for kind, them in told.items():
        for signal in them:
            signal.connect(partial(_record_of, kind), weak=False, dispatch_uid="audit")
    signals.user_login_failed.connect(_failed, dispatch_uid="audit")
    second_factor.authentication_failed.connect(_wrong_code, dispatch_uid="audit")


def _record_of(kind: Kind, request: HttpRequest, user: Teacher | None, **_more: Any) -> None:
    if user:  # nobody is signed out where nobody was signed in
        record(request, kind, by=user)


def _failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_more: Any) -> None:
    """Record a failed sign-in. The typed address is kept only if it belongs to an account: it might be a password in
    the wrong field."""
    typed = str(credentials.get("email") or credentials.get("username") or "")
    record(request, Kind.SIGN_IN_FAILED, by=Teacher.objects.filter(email__lower=typed.lower()).first())


def _wrong_code(request: HttpRequest, user: Teacher, **_more: Any) -> None:
    record(request, Kind.SIGN_IN_FAILED, by=user, page="mfa_authenticate")
