"""The table that a child was moved away from: no deal after that has a chair for the child."""

import pytest

from classroom.joining import presence
from classroom.live import controls
from classroom.models import Student
from game.live.table import LiveTable
from game.rules import Event as Happened
from tests.classroom.live.playing import browsers as browsers
from tests.classroom.live.playing import goes, tables_of
from tests.classroom.live.playing import playing as playing
from tests.game.conftest import happens

pytestmark = pytest.mark.django_db(transaction=True)


async def deals_anew(table: LiveTable) -> None:
    async with table.lock:
        await happens(table, Happened("stopped"))
    await table.start()


def players_at(table: LiveTable) -> list[int | None]:
    return [chair.player for chair in table.chairs]


@pytest.fixture
def everybody_is_here(monkeypatch) -> None:
    monkeypatch.setattr(presence, "is_connected", lambda player: True)


@pytest.mark.parametrize("deals_first", ["old", "new"])
async def test_who_was_moved_is_dealt_in_at_one_table_only(playing, everybody_is_here, deals_first):
    new, old = await tables_of(playing)
    moved = await Student.objects.aget(pk=old.chairs[0].player)
    for table in (new, old):
        await goes(table)
    await controls.move(playing, moved, to=new.number, fold=True)
    for table in (old, new) if deals_first == "old" else (new, old):
        await deals_anew(table)
    dealt_in = [table.number for table in await tables_of(playing) if moved.pk in players_at(table)]
    assert (dealt_in, old.row.closed_at is not None) == ([new.number], True)


async def test_the_others_do_not_wait_for_who_is_moved_before_go(playing, everybody_is_here):
    new, old = await tables_of(playing)
    moved = await Student.objects.aget(pk=old.chairs[0].player)
    await controls.move(playing, moved, to=new.number, fold=True)
    assert old.row.closed_at
