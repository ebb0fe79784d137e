"""`manage.py doctor`: check this server; one line for each possible fault, and the cure for each actual one."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from classroom.audit import log
from classroom.server.monitoring import doctor
from classroom.server.monitoring.doctor import Finding


class Command(BaseCommand):
    help = "Look for what may be wrong with this box. Changes nothing; the exit status counts as a fault."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="where Cardinal listens (8000)")
        url = f"https://{settings.PUBLIC_HOST}" if settings.PUBLIC_HOST else ""
        parser.add_argument("--url", default=url, help="the address that devices open (https:// CARDINAL_HOST)")

    def handle(self, *args: Any, port: int, url: str, **options: Any) -> None:
        found = [*doctor.findings(port, url.rstrip("/")), *_of_audit_log()]
        for finding in found:
            self.stdout.write(f"{'✗' if finding.cure else '✓'} {finding.what}: {finding.found}")
            if finding.cure:
                self.stdout.write(f"    {finding.cure}")
        faults = sum(bool(finding.cure) for finding in found)
        self.stdout.write("All is well." if not faults else f"To be mended: {faults}")
        sys.exit(bool(faults))


def _of_audit_log() -> Iterator[Finding]:
    """Check that the audit log's chain is complete; an unreadable database is reported by other lines."""
    with suppress(DatabaseError):
        if gap := log.gap():
            broken = f"before entry {gap.pk} of {gap.at:%Y-%m-%d %H:%M} something was changed or taken out"
            yield Finding("audit log", broken, "Compare it with that of a backup; ask who has had this box in hand.")
        else:
            yield Finding("audit log", "whole")
