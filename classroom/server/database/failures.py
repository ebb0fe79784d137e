"""Writes that the database refuses: another program holds the file, the disk is full or broken, PostgreSQL is
unreachable.

The log gets one line a minute, however many writes fail; teachers see a notice on their pages (`storage`).
"""

import errno
import logging
import sqlite3
import time

log = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds between two lines in the log, and after the last failure during which writes count as failing."""

NO_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
"""Codes of the system for a disk that takes no more, as an upload meets them before any row."""
_REFUSED = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_MAIN_PART = 0xFF
"""Mask of the bits of SQLite's extended error codes that are the primary code."""

_AWAY = ("08", "25006", "40001", "40P01", "53", "55P03", "57P", "58")
"""Prefixes of PostgreSQL's codes (SQLSTATE) for: no connection, read only, conflicting transactions, full disk or
memory or connections, a lock held too long, shutdown, a system error."""
_NO_CODE = ("OperationalError", "PoolTimeout")
"""psycopg's errors without a code that count as refusals: no connection, or a broken one."""


class _Count:
    """Number of failures that are not logged yet, and the times of the last logged line and of the last failure."""

    unnamed = 0
    logged_at = float("-inf")
    failed_at = float("-inf")


def is_refusal(error: BaseException | None) -> bool:
    """Return whether the database or the disk could not be used, as opposed to a mistake in a statement."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in NO_SPACE:
            return True
        if getattr(error, "sqlite_errorcode", 0) & _MAIN_PART in _REFUSED or _is_postgresqls(error):
            return True
        error = error.__cause__
    return False


def _is_postgresqls(error: BaseException) -> bool:
    if not type(error).__module__.startswith("psycopg"):
        return False
    code = getattr(error, "sqlstate", None)
    return code.startswith(_AWAY) if code else type(error).__name__ in _NO_CODE


def is_damage(error: BaseException | None) -> bool:
    """Return whether the file is no longer a valid SQLite database: overwritten, truncated, or on a broken disk."""
    while error is not None:
        if getattr(error, "sqlite_errorcode", 0) & _MAIN_PART in _DAMAGED:
            return True
        error = error.__cause__
    return False


def busy() -> sqlite3.OperationalError:
    """Return the error that SQLite raises for a file that another program is writing to."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


def note(error: BaseException) -> None:
    """Count a refused write, and log it if the last line is a minute old."""
    if not is_refusal(error):
        return
    _Count.failed_at = time.monotonic()
    _Count.unnamed += 1
    if _Count.failed_at - _Count.logged_at >= EVERY:
        log.error("The database refuses to write: %s. Failures since the last such line: %s", error, _Count.unnamed)
        _Count.logged_at, _Count.unnamed = _Count.failed_at, 0


def are_recent() -> bool:
    """Return whether a write failed within the last minute."""
    return time.monotonic() - _Count.failed_at < EVERY


def forget() -> None:
    """Reset the state, as in a new process."""
    _Count.unnamed, _Count.logged_at, _Count.failed_at = 0, float("-inf"), float("-inf")
