"""Rounds of guests: started while there is capacity, not counted in any report, deleted within the hour.

A guest's evidence is never written (`game.projection.project`), and the rows of the table are deleted automatically:
each process releases tables older than LIFETIME, and GRACE later, when no process plays them any more, the first
process that looks deletes the rows.
"""

from datetime import timedelta

from channels.db import database_sync_to_async
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext

from classroom.models import GuestTable
from classroom.naming.characters import CHARACTERS
from classroom.server.database import changes
from game import catalogue as games
from game import rooms, tables
from game.live import registry
from game.models import Table
from game.screens.contract import Presentation

MOST = 200
"""Tables of guests at once, on all workers together."""
LIFETIME, GRACE = timedelta(minutes=20), timedelta(minutes=10)
LOOK = 60.0
"""Seconds between two searches for expired tables."""
CLOSED = 4404

LEVEL, COMPUTERS = "gentle", 3


class TooManyTables(Exception):
    """MOST guests play already; no table was made."""


def game() -> Presentation:
    """Return the game that guests are offered: the first one with decks for them."""
    return next(shown for shown in games.CATALOGUE.games.values() if shown.guest_decks)


@transaction.atomic
def lay(player: int, *, before: int | None = None) -> Table:
    """Make a guest's table, in the language of this page; the table of `before`, the guest who used this browser, is
    ended.

    Raises TooManyTables.
    """
    shown = game()
    changes.in_turn("guests")
    if before is not None:
        Table.objects.filter(seats__player=before, closed_at=None).update(closed_at=timezone.now())
    recent = GuestTable.objects.filter(laid_at__gte=timezone.now() - LIFETIME, table__closed_at=None)
    if recent.filter(table__rounds__finished_at=None).count() >= MOST:
        raise TooManyTables
    table = tables.lay_table(
        game=shown.rules.NAME,
        number=1,
        options={**shown.guest_decks[0 if before is None else -1], "rounds": 1, "home": reverse("home"), "guest": True},
        players=[(player, str(CHARACTERS["octopus"]).capitalize())],
        languages={player: get_language() or ""},
        faces={player: "octopus pink"},
        computers=[(LEVEL, gettext("Computer %(number)s") % {"number": n}) for n in range(1, COMPUTERS + 1)],
        place=-player,
    )
    GuestTable.objects.create(table=table)
    return table


async def look_after() -> None:
    """Release the tables that are too old in this process, and delete the rows of those that are too old in all."""
    await release(await database_sync_to_async(_ended)())
    await database_sync_to_async(forget)()


async def release(codes: list[str]) -> None:
    """Release these tables in this process, and disconnect their players."""
    for code in codes:
        if table := registry.held_at(code):
            registry.let_go(table)
            for listener in rooms.listeners(table.room):
                await rooms.dismiss(table.room, listener, CLOSED)


def _ended() -> list[str]:
    old = GuestTable.objects.filter(laid_at__lt=timezone.now() - LIFETIME)
    return list(old.values_list("table__code", flat=True))


def forget() -> None:
    """Delete all rows of guests that are too old: tables, seats, rounds and log entries."""
    old = GuestTable.objects.filter(laid_at__lt=timezone.now() - LIFETIME - GRACE)
    Table.objects.filter(guest__in=old).delete()
