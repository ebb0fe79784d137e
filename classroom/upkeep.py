"""What a server does by itself at its start and every hour: it forgets what is over and looks how much room is left."""

import asyncio
import logging
from importlib import import_module

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError

from classroom.models import ClassSession, Knock
from classroom.rosters import roster
from classroom.rosters.imports import drafts
from classroom.server import storage
from classroom.server.sqlite.base import leave_no_trace

log = logging.getLogger(__name__)

HOUR = 3600.0


def tidy() -> None:
    """Forget removed children who are due, who knocked at a session that is over, old drafts of lists and sign-ins
    that have expired; nothing of them stays in the file."""
    storage.warn()
    roster.forget_who_is_due()
    Knock.objects.filter(session__state=ClassSession.State.ENDED).delete()
    drafts.forget_old()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    leave_no_trace()


async def every_hour() -> None:
    """Tidy for as long as the server runs; an hour in which the database refuses is left out."""
    while True:
        await asyncio.sleep(HOUR)
        try:
            await database_sync_to_async(tidy)()
        except DatabaseError as error:
            log.warning("Tidying waits an hour: %s", error)
