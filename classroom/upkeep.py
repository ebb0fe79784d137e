"""Upkeep that a server does by itself, at its start and every hour: it forgets what is over, looks how much room is
left, makes the backup of the night, and computes then what the first look of a morning would take long for."""

import asyncio
import logging
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
from classroom.server.database import data_folder, storage
from classroom.server.database.sqlite.base import leave_no_trace
from classroom.server.deployment.serving import return_what_is_free
from classroom.server.recovery import backups, forgotten, restoring
from classroom.teachers import co_teachers
from game.live import registry

log = logging.getLogger(__name__)

HOUR = 3600.0


def tidy() -> None:
    """Remove classes whose years are over, and read new lists of the school. Forget removed children who are due, who
    asked to join a session that is over, old drafts of lists, what children had before they were said to be one,
    invitations without an answer, challenges that are over, expired sign-ins, old lines of the audit log. Nothing of
    them stays in the file."""
    storage.warn()
    retention.remove_who_is_due()
    roster.forget_who_is_due()
    Knock.objects.filter(session__state=ClassSession.State.ENDED).delete()
    drafts.forget_old()
    merged_persons.forget_old()
    audit.forget_old()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    sign_ins.forget_old()
    co_teachers.forget_old()
    offers.forget_old()
    read_lists()
    leave_no_trace()


def bring_up(rows: forgotten.Rows) -> int:
    """Bring a restored database up to this version, and forget these rows again; return how many were there."""
    data_folder.refuse_newer_database()
    call_command("migrate", interactive=False, verbosity=0)
    students, classrooms = (forgotten.numbers(rows, kind) for kind in (forgotten.STUDENT, forgotten.CLASSROOM))
    with transaction.atomic():
        return roster.forget_again(students=students, classrooms=classrooms)


def read_lists() -> None:
    """Read what the school's system has laid into the folder of lists since."""
    for report in nightly.read_new():
        about = {"classes": report.classes, "added": report.added, "moved": report.moved, "removed": report.removed}
        audit.record(None, AuditEntry.Kind.IMPORT, page="nightly", about=about)


def save() -> None:
    """Do the work of the night where its backup is due; of several workers one does. Raises BackupError."""
    made = backups.nightly()
    restoring.drop_old_asides(timezone.now())
    if made:
        school.prepare()


async def every_hour() -> None:
    """Tidy memory and disk, and save, as long as the server runs; an hour in which either refuses is left out."""
    while True:
        await asyncio.sleep(HOUR)
        registry.forget_all()
        try:
            await database_sync_to_async(tidy)()
        except DatabaseError as error:
            log.warning("Tidying waits an hour: %s", error)
        try:
            await database_sync_to_async(save)()
        except backups.BackupError as error:
            log.error("%s It is tried again in an hour.", error)
        except DatabaseError as error:
            log.warning("The page of the school is computed on its first look: %s", error)
        await ask_others()


async def every_ten_minutes() -> None:
    """Return free memory, as long as the server runs."""
    while True:
        await asyncio.sleep(HOUR / 6)
        await database_sync_to_async(return_what_is_free)()


async def ask_others() -> None:
    """Do what asks other servers, in a thread of its own: a slow one keeps nobody here waiting."""
    for name in settings.HOURLY:
        try:
            await database_sync_to_async(import_string(name), thread_sensitive=False)()
        except DatabaseError as error:
            log.warning("%s waits an hour: %s", name, error)
