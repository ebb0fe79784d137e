"""The audit log: sign-ins, exports, deletions, rights and imports, for the school's admins.

Part of `models`: import it from there.
"""

import json
from datetime import UTC
from hashlib import sha256
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """One act for which a school may have to account: who, what, on what, when, from where (ASVS 16.2, 16.3).

    It contains no child's name: `about` maps kinds of rows to numbers ({"class": 12}), as they are in URLs. `who` is
    the e-mail address at that time, and stays when an account is deleted. `source` is a keyed hash of the network
    address: equal for acts from one place, and not reversible. `before` is the digest of the entry before. Rows are
    only added, and deleted after 400 days: triggers refuse everything else.
    """

    class Kind(models.TextChoices):
        SIGN_IN = "sign_in", _("signed in")
        SIGN_IN_FAILED = "sign_in_failed", _("could not sign in")
        SIGN_OUT = "sign_out", _("signed out")
        PASSWORD = "password", _("changed the password")
        SECOND_FACTOR = "second_factor", _("changed the second factor")
        EXPORT = "export", _("took data out")
        REMOVAL = "removal", _("removed")
        RETURN = "return", _("took back")
        FORGETTING = "forgetting", _("forgot for good")
        RIGHTS = "rights", _("changed rights")
        IMPORT = "import", _("read a list in")
        SETTING = "setting", _("changed a setting of the school")
        MOVE = "move", _("moved children to another class")

    at = models.DateTimeField(default=timezone.now, db_index=True)
    kind = models.CharField(max_length=20, choices=Kind)
    teacher = models.PositiveBigIntegerField(null=True, blank=True)
    who = models.EmailField(blank=True)
    page = models.CharField(max_length=60, blank=True)
    about = models.JSONField(default=dict)
    source = models.CharField(max_length=16, blank=True)
    before = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kind} by {self.who or 'nobody'}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry. Raises TypeError for an existing one."""
        if not self._state.adding:
            raise TypeError("an entry of the audit log is never changed")
        with transaction.atomic():
            _write_alone()
            last = AuditEntry.objects.order_by("-pk").first()
            self.before = digest(last) if last else ""
            super().save(*args, **kwargs)


def _write_alone() -> None:
    """Lock the table, so that no two entries follow the same one. A transaction of SQLite is exclusive already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {AuditEntry._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")


def digest(entry: Any) -> str:
    """Return the SHA-256 of an entry's columns, which include the digest of the one before it."""
    held = [entry.pk, entry.at.astimezone(UTC).isoformat(), entry.kind, entry.teacher, entry.who]
    held += [entry.page, entry.about, entry.source, entry.before]
    return sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()
