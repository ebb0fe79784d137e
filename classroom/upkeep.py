"""Upkeep that a server does at its start and every hour: it sets the clock of play right, deletes what has expired,
checks the free space, makes the nightly backup, and then computes the reports that would be slow when first opened in
the morning."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module

from channels.db import database_sync_to_async
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from classroom import sign_ins
from classroom.audit import log as audit
from classroom.challenges import offers
from classroom.models import AuditEntry, ClassSession, Knock
from classroom.reports.pages import school
from classroom.rosters import retention, roster
from classroom.rosters.imports import drafts, nightly
from classroom.rosters.merging import persons as merged_persons
from classroom.server import time_zone
from classroom.server.database import data_folder, failures, storage
from classroom.server.database.alone import alone
from classroom.server.database.sqlite.base import leave_no_trace
from classroom.server.deployment.serving import return_what_is_free
from classroom.server.recovery import backups, forgotten, numbers, restoring
from classroom.teachers import co_teachers
from game.live import registry

log = logging.getLogger(__name__)

HOUR = 3600.0

_thread = ThreadPoolExecutor(1, thread_name_prefix="upkeep")


def tidy() -> None:
    """Remove classes whose years are over, and read new lists of the school. Delete removed children who are due,
    requests to join a session that has ended, old drafts of lists, the former values of joined rows, unanswered
    invitations, ended challenges, expired sign-ins, and old entries of the audit log. Then overwrite them in the
    database file. A step that fails keeps no other from its turn; raises the first refusal of the disk or the
    database."""
    refusals: list[Exception] = []
    for step in _STEPS:
        try:
            step()
        except Exception as error:
            if isinstance(error, OSError) or failures.is_refusal(error):
                refusals.append(error)
            else:
                log.exception("%s.%s failed, and is tried again in an hour", step.__module__, step.__name__)
    if refusals:
        raise refusals[0]


def bring_up(rows: forgotten.Rows) -> int:
    """Migrate a restored database to this version, and forget these rows again; return how many were there."""
    data_folder.refuse_newer_database()
    call_command("migrate", interactive=False, verbosity=0)
    numbers.skip(rows)
    kinds = forgotten.STUDENT, forgotten.CLASSROOM, forgotten.TEACHER
    students, classrooms, teachers = (forgotten.numbers(rows, kind) for kind in kinds)
    with transaction.atomic():
        return roster.forget_again(students=students, classrooms=classrooms, teachers=teachers)


def read_lists() -> None:
    """Read the files that the school's system has put into the folder of lists."""
    for report in iter(nightly.read_next, None):
        about = {"classes": report.classes, "added": report.added, "moved": report.moved, "removed": report.removed}
        audit.record(None, AuditEntry.Kind.IMPORT, page="nightly", about=about)


def _forget_requests() -> None:
    Knock.objects.filter(session__state=ClassSession.State.ENDED).delete()


_STEPS: tuple[Callable[[], object], ...] = (
    storage.warn,
    time_zone.follow,
    retention.remove_who_is_due,
    roster.forget_who_is_due,
    _forget_requests,
    drafts.forget_old,
    merged_persons.forget_old,
    audit.forget_old,
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired,
    sign_ins.forget_old,
    co_teachers.forget_old,
    offers.forget_old,
    read_lists,
    leave_no_trace,
)


def _tidy_alone() -> None:
    """Tidy while no other worker does: two that read one list at once would both add its children."""
    with alone():
        tidy()


def save() -> None:
    """Do the nightly work if the backup is due; of several workers one does it. Raises BackupError."""
    made = backups.nightly()
    restoring.drop_old_asides(timezone.now())
    if made:
        try:
            school.prepare()
        except DatabaseError as error:
            log.warning("The page of the school is computed on its first look: %s", error)


async def _in_own_thread(work: Callable[[], None]) -> None:
    await database_sync_to_async(work, thread_sensitive=False, executor=_thread)()


async def do_hourly() -> None:
    """Tidy memory and disk, and back up; a step that fails keeps no other from its turn. It has a thread of its own: a
    backup may take a minute, and no socket opens while the thread of the sockets is busy."""
    registry.forget_all()
    registry.set_clock()
    with _again_in_an_hour("The end of closed tables"):
        await registry.end_closed()
    with _again_in_an_hour("Tidying"):
        await _in_own_thread(_tidy_alone)
    with _again_in_an_hour("The nightly work"):
        await _in_own_thread(save)
    await ask_others()


async def free_memory() -> None:
    """Return free memory to the system."""
    await database_sync_to_async(return_what_is_free)()


async def ask_others() -> None:
    """Do what calls other servers in a thread of its own, so that a slow one delays nothing here."""
    for name in settings.HOURLY:
        with _again_in_an_hour(name):
            await database_sync_to_async(import_string(name), thread_sensitive=False)()


@contextmanager
def _again_in_an_hour(what: str) -> Iterator[None]:
    """Log any error of one piece of work: none may end the backups of a server that runs for months."""
    try:
        yield
    except backups.BackupError as error:
        log.error("%s It is tried again in an hour.", error)
    except DatabaseError as error:
        log.warning("%s waits an hour: %s", what, error)
    except Exception:
        log.exception("%s failed, and is tried again in an hour", what)
