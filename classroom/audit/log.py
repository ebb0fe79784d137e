"""Writing the audit log, and forgetting what is older than its 400 days."""

from collections.abc import Mapping
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from classroom.models import AuditEntry, Teacher

KEPT = timedelta(days=400)
SALT = "classroom.audit.source"


def record(
    request: HttpRequest | None,
    kind: AuditEntry.Kind,
    *,
    by: Teacher | None = None,
    page: str = "",
    about: Mapping[str, int | str] | None = None,
) -> None:
    """Add an entry; `by` is the teacher whose act it is, `about` numbers of rows by their kind."""
    AuditEntry.objects.create(
        kind=kind,
        teacher=by.pk if by else None,
        who=by.email if by else "",
        page=page,
        about=dict(about or {}),
        source=source_of(request),
    )


def source_of(request: HttpRequest | None) -> str:
    """Return where a request comes from, as 16 letters that say only "the same place"; none for a command."""
    address = request.META.get("REMOTE_ADDR", "") if request else ""
    return salted_hmac(SALT, address, algorithm="sha256").hexdigest()[:16] if address else ""


def forget_old() -> int:
    """Delete what is older than 400 days; return how many entries."""
    return AuditEntry.objects.filter(at__lt=timezone.now() - KEPT).delete()[0]
