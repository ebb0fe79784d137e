"""What the teacher gives one child at its table: a break, and more time for its turn."""

import pytest
from django.urls import reverse

from classroom.live import controls
from classroom.models import Student
from tests.classroom.live.playing import a_quick_beat as a_quick_beat
from tests.classroom.live.playing import browsers as browsers
from tests.classroom.live.playing import goes, tables_of
from tests.classroom.live.playing import playing as playing
from tests.classroom.live.playing import teacher as teacher

pytestmark = pytest.mark.django_db(transaction=True)
IN_PLACE = {"HX-Request": "true"}


async def at(table, seat) -> Student:
    return await Student.objects.aget(pk=table.chairs[seat].player)


async def press(teacher, what, session, student) -> str:
    url = reverse(f"session_child_{what}", args=[session.pk, student.pk])
    return (await teacher.post(url, headers=IN_PLACE)).content.decode()


async def test_a_computer_plays_for_whom_has_a_break_until_the_child_is_back(playing, teacher, browsers):
    table, _ = await tables_of(playing)
    table.round.options = {**table.round.options, "away": "computer"}
    await goes(table)
    child = await at(table, 0)
    assert f"{child.name} has a break." in await press(teacher, "break", playing, child)
    assert (table.is_computer(0), table.is_computer(1), table.gone) == (True, False, frozenset())
    page = (await browsers[child.name].get(reverse("waiting_break"))).content.decode()
    assert "You have a break." in page
    assert f'href="{reverse("waiting")}"' in page
    back = await browsers[child.name].get(reverse("waiting"))
    assert back["Location"] == reverse("table", args=[table.code])
    await table.presence.arrive(0)
    assert (table.is_computer(0), table.round.state.away) == (False, ())


async def test_where_nobody_plays_for_the_absent_the_cards_wait(playing, teacher):
    table, _ = await tables_of(playing)
    await goes(table)
    await press(teacher, "break", playing, await at(table, 0))
    assert table.round.state.away_since(0) is not None
    assert not table.is_computer(0)


async def test_before_go_a_break_changes_nothing_at_the_table(playing, teacher):
    table, _ = await tables_of(playing)
    await press(teacher, "break", playing, await at(table, 0))
    assert table.round.n == 0


async def test_more_time_puts_off_the_end_of_a_childs_own_turn_only(playing, teacher):
    (table, _) = await tables_of(playing)
    live = table.round
    live.options = {**live.options, "mode": "turns", "turn_clock": 30_000}
    live.position = live.rules.deal(live.options, 2, seed=5)
    await goes(table)
    mine = table.round.position.turn
    ends = table.view(mine).view.turn_ends
    drawer = await teacher.get(reverse("session_monitor_child", args=[playing.pk, table.chairs[mine].player]))
    assert 'id="more-for"' in drawer.content.decode()
    assert "has more time." in await press(teacher, "more", playing, await at(table, mine))
    assert table.view(mine).view.turn_ends == ends + 30_000
    assert "only in one&#x27;s own turn" in await press(teacher, "more", playing, await at(table, 1 - mine))
    assert table.view(mine).view.turn_ends == ends + 30_000


async def test_a_race_has_no_clock_to_give_more_time_of(playing, teacher):
    table, _ = await tables_of(playing)
    await goes(table)
    drawer = await teacher.get(reverse("session_monitor_child", args=[playing.pk, table.chairs[0].player]))
    assert drawer.status_code == 200
    assert 'id="more-for"' not in drawer.content.decode()
    assert not await controls.more_time_for(playing, await at(table, 0))
