"""Checks of this machine for `manage.py doctor`: one check a fault, each with its cure in a sentence. Nothing is
changed."""

import os
import shlex
import sqlite3
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.conf import settings
from django.core.checks import run_checks
from django.core.mail import get_connection
from django.core.management.base import CommandError
from django.db import Error, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from classroom.server import secret_key
from classroom.server.database import checks, data_folder, storage
from classroom.server.deployment import serving, typed
from classroom.server.monitoring import door_test, health
from classroom.server.recovery import backups
from game import postgresql

NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "vboxsf", "afs", "ceph"}
"""Network file systems, on which SQLite's locks or shared memory do not work."""
FUTURE_SECONDS = 60
RESTORE = f"Stop Cardinal, then: {typed.command('restore FILE')}, with the newest backup"
BUILT = 1_760_000_000
"""A time (seconds since 1970) before which this program did not exist."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of a check: what was checked and what was found; `cure` is "" where all is well."""

    what: str
    found: str
    cure: str = ""


def key() -> Finding:
    wrong = secret_key.fault(Path(settings.DATA))
    mend = typed.command("new_secret --from FILE")
    return Finding(
        "secret key", wrong or "there", f"Stop Cardinal, then: {mend}, with the newest backup" if wrong else ""
    )


def configuration() -> Finding:
    """Run the checks that would refuse a start: Django's system checks, and those of the database that need no
    query."""
    wrong = [*run_checks(), *checks.workers_share_a_database(["default"])]
    if wrong:
        return Finding("settings", "; ".join(str(error.msg) for error in wrong), str(wrong[0].hint or "Correct them."))
    return Finding("settings", "understood")


def python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    cure = "" if sys.version_info >= (3, 11) else "Install Python 3.11 or newer, then start Cardinal anew"
    return Finding("python", f"{version}, SQLite {sqlite3.sqlite_version}", cure)


def folder() -> Finding:
    data = Path(settings.DATA)
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        return Finding(
            "folder", f"{data} cannot be written by this user", f"chown -R cardinal: {shlex.quote(str(data))}"
        )
    there = [path for path in (data, data / secret_key.FILE) if path.exists()]
    open_to_others = [path for path in there if stat.S_IMODE(path.stat().st_mode) & 0o077]
    if open_to_others:
        names = " ".join(shlex.quote(str(path)) for path in open_to_others)
        return Finding("folder", f"others on this box may read {names}", f"chmod go= {names}")
    return Finding("folder", str(data))


def file_system() -> Finding:
    kind = file_system_of(Path(settings.DATA).resolve(), Path("/proc/self/mounts"))
    cure = (
        "Put the data folder on a disk of this box (CARDINAL_DATA); backups may go to the share."
        if kind in NETWORK
        else ""
    )
    return Finding("file system", kind or "unknown", cure)


def file_system_of(path: Path, mounts: Path) -> str:
    if not mounts.exists():
        return ""
    rows = (line.split()[1:3] for line in mounts.read_text().splitlines())
    held = [(len(where), kind) for where, kind in rows if path.is_relative_to(where.replace("\\040", " "))]
    return max(held, default=(0, ""))[1]


def disk() -> Finding:
    left = storage.free_mb()
    cure = (
        f"Make room: at least {storage.LOW_MB} MB. Old backups lie in {backups.folder()}."
        if left < storage.LOW_MB
        else ""
    )
    return Finding("disk", f"{left} MB free", cure)


def clock() -> Finding:
    """Check that the newest entry of the log is not in the future, which would mean that the clock is wrong."""
    now = time.time()
    cure = "Set the clock and keep it right: timedatectl set-ntp true"
    if now < BUILT or _last_event() > now + FUTURE_SECONDS:
        return Finding("clock", f"{timezone.localtime():%Y-%m-%d %H:%M} is before what was played", cure)
    return Finding("clock", f"{timezone.localtime():%Y-%m-%d %H:%M}")


def _last_event() -> float:
    with connection.cursor() as cursor:
        if "game_event" not in connection.introspection.table_names(cursor):
            return 0.0
        cursor.execute("SELECT max(at) FROM (SELECT at FROM game_event ORDER BY id DESC LIMIT 1000) AS newest")
        return float(cursor.fetchone()[0] or 0) / 1000


def migrations() -> Finding:
    try:
        data_folder.refuse_newer_database()
    except CommandError as error:
        return Finding("migrations", str(error), f"Start the newer version, or: {typed.command('restore FILE')}")
    if health.is_migrated():
        return Finding("migrations", "done")
    return Finding(
        "migrations", "not all done", "Start Cardinal: it saves a backup and brings the database up to date."
    )


def database() -> Finding:
    if connection.vendor == "postgresql":
        return _postgresql()
    with connection.cursor() as cursor:
        verdict = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        return Finding("database", f"damaged: {verdict}", RESTORE)
    wrong = checks.pragmas_are_in_force(["default"])
    if wrong:
        return Finding("database", wrong[0].msg, "Put the data folder on a local disk (CARDINAL_DATA).")
    return Finding("database", "whole; every commit is on the disk before anybody is told (WAL, synchronous=FULL)")


def _postgresql() -> Finding:
    wrong = checks.postgresql_keeps_its_word(["default"])
    found = "; ".join(str(error.msg) for error in wrong)
    cure = str(wrong[0].hint) if wrong else ""
    return Finding("database", found or "PostgreSQL; every commit is on its disk before anybody is told", cure)


def zone() -> Finding:
    if settings.TIME_ZONE in ("UTC", "Etc/UTC") and not settings.TIME_ZONE_IS_FIXED:
        return Finding("time zone", "UTC, chosen by nobody", "Choose it on the page School, or set CARDINAL_TIME_ZONE.")
    return Finding("time zone", settings.TIME_ZONE)


def port(number: int) -> Finding:
    """Check that the port is free, or that our server on this data folder answers there."""
    try:
        serving.bound("0.0.0.0", number).close()
    except CommandError as error:
        if door_test.answers(f"http://localhost:{number}"):
            return Finding("port", f"Cardinal answers at port {number}")
        return Finding("port", str(error), f"Stop what has port {number}, or: {typed.serve(number + 1)}")
    return Finding("port", f"{number} is free")


def proxy(url: str) -> Finding:
    """Check that a WebSocket opens at the public address, as a browser would open it."""
    if not url:
        return Finding("proxy", "none: the room, by address (CARDINAL_HOST is not set)")
    fault, cure = door_test.opened(url)
    return Finding("proxy", fault or f"a WebSocket connection opens at {url}", cure)


def mail() -> Finding:
    if not settings.MAIL_SERVER:
        return Finding(
            "mail", f"no server; who forgot a password is helped by: {typed.command('rights E-MAIL --password-link')}"
        )
    try:
        get_connection().open()
    except OSError as error:
        return Finding("mail", f"{settings.EMAIL_HOST}: {error}", "Correct CARDINAL_EMAIL_URL, or open the port.")
    return Finding("mail", f"{settings.EMAIL_HOST} answers")


def rosters() -> Finding:
    """Check that the folder for lists of the school's system can be read, and holds one."""
    if not settings.ROSTERS:
        return Finding("rosters", "no folder of nightly lists (CARDINAL_ROSTERS is not set)")
    where = Path(settings.ROSTERS)
    if not (where.is_dir() and os.access(where, os.R_OK | os.X_OK)):
        return Finding(
            "rosters", f"{where} cannot be read", f"chmod o+rx {shlex.quote(str(where))}, or make the folder"
        )
    lists = sum(path.suffix.lower() == ".zip" for path in where.iterdir())
    return Finding("rosters", f"{where}, {lists} zip files; what became of them: the page School")


def backup() -> Finding:
    missing, cure = backups.lacking()
    if missing:
        return Finding("backup", missing, cure)
    last = backups.last()
    if last is None:
        return Finding("backup", "none yet", typed.command("backup"))
    old = timezone.now() - last.made_at > backups.OLD
    return Finding("backup", f"the last is of {last.made_at:%Y-%m-%d %H:%M}", typed.command("backup") if old else "")


IN_DATABASE = (clock, database, migrations)
CHECKS: tuple[Callable[[], Finding], ...] = (
    python, configuration, folder, key, file_system, disk, clock, database, migrations, zone, mail, rosters, backup,
)  # fmt: skip


def _is_new() -> bool:
    """Return whether there is no database yet, or an empty one; merely connecting to a missing one would create it."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return True
    with suppress(Error):
        return not MigrationRecorder(connection).applied_migrations()
    return False


def findings(number: int, url: str) -> Iterator[Finding]:
    """Yield the result of each check; a check that fails to run is a finding, too."""
    all_of_them: tuple[Callable[[], Finding], ...] = (*CHECKS, partial(port, number), partial(proxy, url))
    away = connection.vendor == "postgresql" and postgresql.fault()
    if away:
        yield Finding("database", f"does not answer: {away}", "Start PostgreSQL, or correct CARDINAL_DATABASE.")
    is_new = not away and _is_new()
    if is_new and (missing := backups.without_database()) != ("", ""):
        yield Finding("database", *missing)
    for check in all_of_them:
        if check in (*IN_DATABASE, backup) and (away or is_new):
            continue
        try:
            yield check()
        except (OSError, sqlite3.Error, Error) as error:
            yield Finding(getattr(check, "__name__", "box"), f"cannot be looked at: {error}", RESTORE)
