"""The audit log as a page and as a file, for the school's admins; everybody else gets 404."""

from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from classroom.access import TeacherRequest, admin_page
from classroom.models import AuditEntry
from classroom.reports.kit.exports import formats
from classroom.reports.kit.exports.columns import Column, Sheet
from classroom.reports.pages.views import stream

A_PAGE = 100
A_BATCH = 1000

COLUMNS = (
    Column("at", _("When, in UTC."), lambda entry: entry.at),
    Column("kind", _("What was done."), lambda entry: entry.kind),
    Column("teacher", _("The number of the account."), lambda entry: entry.teacher),
    Column("who", _("The account's e-mail address at that time."), lambda entry: entry.who),
    Column("page", _("On which page."), lambda entry: entry.page),
    Column("about", _("Numbers of the class, session or child, as in addresses."), lambda entry: numbers(entry)),
    Column("source", _("The same letters for the same place in the network."), lambda entry: entry.source),
)


def numbers(entry: AuditEntry) -> str:
    return ", ".join(f"{name} {value}" for name, value in entry.about.items())


@admin_page
def log(request: TeacherRequest) -> HttpResponseBase:
    """Show the newest entries first, a hundred a page; `kind` in the query selects one kind."""
    kind = request.GET.get("kind", "")
    entries = AuditEntry.objects.filter(kind=kind) if kind in AuditEntry.Kind.values else AuditEntry.objects.all()
    page = Paginator(entries, A_PAGE).get_page(request.GET.get("page"))
    rows = [(entry, numbers(entry)) for entry in page]
    context: dict[str, Any] = {"page": page, "rows": rows, "kinds": AuditEntry.Kind.choices, "kind": kind}
    return render(request, "classroom/audit/log.html", context)


@admin_page
def log_file(request: TeacherRequest) -> HttpResponseBase:
    """Send all stored entries as CSV."""
    sheet = Sheet("log", "log", COLUMNS, _batches)
    pieces = formats.csv_of(sheet, formats.separator(request.GET.get("separator", "")))
    return stream(request, pieces, formats.CSV_TYPE, "audit-log.csv")


def _batches() -> Iterator[list[Any]]:
    pages = Paginator(AuditEntry.objects.all(), A_BATCH)
    return (list(page) for page in pages)
