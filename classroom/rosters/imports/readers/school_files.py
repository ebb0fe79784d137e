"""A zip from a school's system: opened with care, and read by what lies in it. Pure: bytes in, a `Bundle` out."""

from datetime import date

from classroom.rosters.imports.readers import clever, oneroster
from classroom.rosters.imports.readers.bundle import Bundle
from classroom.rosters.imports.readers.zip_files import SafeZip

READ = frozenset(oneroster.FILES) | frozenset(clever.FILES)


def read(data: bytes, *, email: str, today: date) -> Bundle:
    """Read OneRoster's or Clever's files. Raises NotAListError."""
    files = SafeZip(data, READ)
    reader = clever if clever.is_here(files) and not files.has("users.csv") else oneroster
    return reader.read(files, email=email, today=today)
