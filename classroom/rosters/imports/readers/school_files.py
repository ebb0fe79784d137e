"""A zip from a school's system, read by the reader that its files call for. Pure: bytes in, a `Bundle` out."""

from datetime import date

from django.utils.translation import gettext as _

from classroom.rosters.imports.readers import oneroster, sets
from classroom.rosters.imports.readers.bundle import Bundle
from classroom.rosters.imports.readers.text_files import NotAListError
from classroom.rosters.imports.readers.zip_files import SafeZip

READ = sets.FILES | frozenset(oneroster.FILES)
MOST_CHILDREN = 50_000
"""In one file: a large district, and more than anybody wants to choose from."""


def read(data: bytes, *, email: str, today: date) -> Bundle:
    """Read OneRoster's files or one of the `sets`. `email` is the reader's. Raises NotAListError."""
    files = SafeZip(data, READ)
    layout = sets.layout_of(files)
    if layout:
        found = sets.read(files, layout, email=email, today=today)
    else:
        found = oneroster.read(files, email=email, today=today)
    if len(found.rows) > MOST_CHILDREN:
        raise NotAListError(_("This file lists %(count)d children. Export fewer classes.") % {"count": len(found.rows)})
    return found
