"""Sign-ins, passwords and second factors in the audit log: what Django and django-allauth tell of accounts."""

from typing import Any

from allauth.account import signals as accounts
from allauth.mfa import signals as second_factor
from django.contrib.auth import signals
from django.http import HttpRequest

from classroom.audit.log import record
from classroom.models import AuditEntry, Teacher

Kind = AuditEntry.Kind


def connect() -> None:
    """Listen from now on; a second call changes nothing."""
    signals.user_logged_in.connect(_signed_in, dispatch_uid="audit")
    signals.user_logged_out.connect(_signed_out, dispatch_uid="audit")
    signals.user_login_failed.connect(_failed, dispatch_uid="audit")
    for signal in (accounts.password_changed, accounts.password_set, accounts.password_reset):
        signal.connect(_new_password, dispatch_uid="audit")
    second_factor.authentication_failed.connect(_wrong_code, dispatch_uid="audit")
    for signal in (
        second_factor.authenticator_added,
        second_factor.authenticator_removed,
        second_factor.authenticator_reset,
    ):
        signal.connect(_other_factor, dispatch_uid="audit")


def _signed_in(request: HttpRequest, user: Teacher, **_more: Any) -> None:
    record(request, Kind.SIGN_IN, by=user)


def _signed_out(request: HttpRequest, user: Teacher | None, **_more: Any) -> None:
    if user:
        record(request, Kind.SIGN_OUT, by=user)


def _failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_more: Any) -> None:
    """Log a failed sign-in. What was typed is kept only where it is an account's address: it may be a password in the
    wrong field."""
    typed = str(credentials.get("email") or credentials.get("username") or "")
    record(request, Kind.SIGN_IN_FAILED, by=Teacher.objects.filter(email__iexact=typed).first())


def _new_password(request: HttpRequest, user: Teacher, **_more: Any) -> None:
    record(request, Kind.PASSWORD, by=user)


def _wrong_code(request: HttpRequest, user: Teacher, **_more: Any) -> None:
    record(request, Kind.SIGN_IN_FAILED, by=user, page="mfa_authenticate")


def _other_factor(request: HttpRequest, user: Teacher, **_more: Any) -> None:
    record(request, Kind.SECOND_FACTOR, by=user)
