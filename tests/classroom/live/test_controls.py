"""The teacher in charge of a running class: pause, more time, messages, moves, the end by the clock."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from classroom.joining import presence
from classroom.live import controls
from classroom.models import ClassSession, Student
from classroom.sessions import lifecycle, seating
from game.clock import in_ms
from game.live import registry
from game.log import table_state
from game.models import Event, Table
from game.projection import queue
from game.rules import Event as Happened
from tests.classroom.conftest import join
from tests.classroom.live.playing import a_quick_beat as a_quick_beat
from tests.classroom.live.playing import browsers as browsers
from tests.classroom.live.playing import goes, presses, tables_of
from tests.classroom.live.playing import playing as playing
from tests.classroom.live.playing import teacher as teacher
from tests.conftest import make_class
from tests.game.conftest import happens, until

pytestmark = pytest.mark.django_db(transaction=True)


async def test_tables_of_a_session_that_ends_when_its_children_have_gone_are_kept_no_longer(playing):
    """The last listener to leave makes a closed table forgotten. Where all have left before, the end does it, so that
    a server that is never stopped keeps no ended lesson in memory."""
    codes = {table.code for table in await tables_of(playing)}
    assert codes <= {table.code for table in registry.held()}
    assert await controls.end(playing)
    assert not codes & {table.code for table in registry.held()}


async def test_a_table_that_is_read_again_after_its_end_is_dropped_when_the_next_one_ends(playing):
    """A page that looks on may read the table a moment late, and no listener ever leaves it then."""
    late, other = await tables_of(playing)
    await registry.stop(late.code)
    assert (await registry.at(late.code)).row.closed_at
    await registry.stop(other.code)
    assert not {late.code, other.code} & {table.code for table in registry.held()}


async def test_a_table_that_was_closed_otherwise_is_dropped_within_the_hour(playing):
    closed, other = await tables_of(playing)
    await closed.stop()
    registry.forget_all()
    assert registry.held_at(closed.code) is None
    assert registry.held_at(other.code) is other


# Eyes up


async def test_eyes_up_holds_every_table_and_go_on_lets_them_play_again(playing, teacher):
    for table in await tables_of(playing):
        await goes(table)
    page = await presses(teacher, "pause", playing)
    assert "All tables are paused." in page
    assert {table.round.phase for table in await tables_of(playing)} == {table_state.HELD}
    page = await presses(teacher, "resume", playing)
    assert 'id="pause"' in page
    assert {table.round.phase for table in await tables_of(playing)} == {"countdown"}


async def test_a_timer_is_shown_as_long_as_that_pause_lasts_and_ends_nothing(playing, teacher):
    await presses(teacher, "pause", playing)
    await presses(teacher, "pause", playing, timer="60")
    paused = await ClassSession.objects.aget(pk=playing.pk)
    ends_at = paused.timer_ends_at
    assert (paused.timer_seconds, ends_at and ends_at - paused.paused_at >= timedelta(seconds=60)) == (60, True)
    await presses(teacher, "pause", playing, timer="7")
    assert (await ClassSession.objects.aget(pk=playing.pk)).timer_ends_at == ends_at
    await presses(teacher, "resume", playing)
    await presses(teacher, "pause", playing)
    assert (await ClassSession.objects.aget(pk=playing.pk)).timer_ends_at is None


async def test_two_teachers_who_pause_at_once_pause_once(playing):
    await tables_of(playing)
    await asyncio.gather(*(controls.pause(playing) for _ in range(3)))
    assert await Event.objects.filter(kind="held").acount() == 2
    await asyncio.gather(*(controls.resume(playing) for _ in range(3)))
    assert await Event.objects.filter(kind__in=("released", "start")).acount() == 2


async def test_a_pause_puts_the_time_limit_off_by_as_long_as_it_was(playing, teacher):
    ends = (await ClassSession.objects.aget(pk=playing.pk)).ends_at
    await controls.pause(playing)
    await ClassSession.objects.filter(pk=playing.pk).aupdate(paused_at=timezone.now() - timedelta(minutes=5))
    await controls.resume(playing)
    put_off = (await ClassSession.objects.aget(pk=playing.pk)).ends_at - ends
    assert timedelta(minutes=5) <= put_off < timedelta(minutes=5, seconds=10)


async def test_a_pause_ends_and_puts_the_time_limit_off_in_one_statement(playing):
    """Between two of them a second press would put it off again, and a process that is killed would leave half."""
    await controls.pause(playing)

    def resumed() -> list[str]:
        with CaptureQueriesContext(connection) as asked:
            assert controls._resumed(playing.pk)
        return [query["sql"] for query in asked]

    assert sum(statement.startswith("UPDATE") for statement in await sync_to_async(resumed)()) == 1


async def test_a_pause_without_a_time_limit_ends(playing):
    await ClassSession.objects.filter(pk=playing.pk).aupdate(ends_at=None)
    await controls.pause(playing)
    await controls.resume(playing)
    after = await ClassSession.objects.aget(pk=playing.pk)
    assert (after.paused_at, after.ends_at) == (None, None)


async def test_go_is_refused_in_words_while_all_is_paused(playing, teacher):
    await controls.pause(playing)
    assert "All tables are paused. Go on first." in await presses(teacher, "go", playing)
    assert {table.round.phase for table in await tables_of(playing)} == {table_state.HELD}


@pytest.mark.parametrize("what", ["pause", "resume", "more_time"])
async def test_an_ended_session_says_that_it_is_over(playing, teacher, what):
    await controls.end(playing)
    assert "This session is over." in await presses(teacher, what, playing)
    assert (await ClassSession.objects.aget(pk=playing.pk)).paused_at is None


async def test_ending_a_session_prepares_its_reports_ahead_of_waiting_rounds(playing):
    queue.add(1)
    await controls.end(playing)
    assert queue._waiting[0].name == f"preparing the reports of session {playing.pk}"


# The time limit


async def test_one_minute_more_is_one_minute_more(playing, teacher):
    ends = (await ClassSession.objects.aget(pk=playing.pk)).ends_at
    assert "One minute more." in await presses(teacher, "more_time", playing)
    assert (await ClassSession.objects.aget(pk=playing.pk)).ends_at == ends + timedelta(minutes=1)


async def test_a_second_press_on_a_page_that_shows_the_old_limit_adds_nothing(playing, teacher):
    ends = (await ClassSession.objects.aget(pk=playing.pk)).ends_at
    for _press in range(2):
        await presses(teacher, "more_time", playing, ends_at=in_ms(ends))
    assert (await ClassSession.objects.aget(pk=playing.pk)).ends_at == ends + timedelta(minutes=1)


async def test_a_session_without_a_limit_says_so(playing, teacher):
    await ClassSession.objects.filter(pk=playing.pk).aupdate(ends_at=None)
    assert "This session has no time limit." in await presses(teacher, "more_time", playing)


async def ends_in(session: ClassSession, milliseconds: int) -> None:
    ends = timezone.now() + timedelta(milliseconds=milliseconds)
    await ClassSession.objects.filter(pk=session.pk).aupdate(ends_at=ends)


async def has_ended(session: ClassSession) -> bool:
    return (await ClassSession.objects.aget(pk=session.pk)).state == ClassSession.State.ENDED


async def test_the_clock_ends_the_session_also_after_a_restart(playing):
    await ends_in(playing, 50)
    await controls.alarms.wake()
    tables = await tables_of(playing)
    await until(lambda: all(table.row.closed_at for table in tables))
    assert await has_ended(playing)
    assert not await Table.objects.filter(closed_at=None).aexists()
    assert await Event.objects.filter(kind="stopped").acount() == 2


async def test_a_clock_that_is_set_changes_no_time_limit(playing, monkeypatch):
    await ends_in(playing, 300)
    wall = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: wall - timedelta(hours=1))
    await controls.alarms.arm(playing.pk)
    tables = await tables_of(playing)
    await until(lambda: all(table.row.closed_at for table in tables))
    assert await has_ended(playing)


async def test_a_paused_session_is_not_ended_by_the_clock(playing):
    await controls.pause(playing)
    await ends_in(playing, -1000)
    await controls.alarms.wake()
    await controls.alarms._time_is_up(playing.pk)
    assert not await has_ended(playing)


# Messages


async def test_a_message_reaches_the_tables_that_were_meant(playing, teacher):
    first, second = await tables_of(playing)
    page = await presses(teacher, "say", playing, note="2", table=first.code)
    assert "The message is on the screens of 1 table." in page
    assert str(first.presentation.messages[2]) in first.presentation.note(first.view(0))
    assert "hidden" in second.presentation.note(second.view(0))


@pytest.mark.parametrize("note", ["", "99", "hello children"])
async def test_a_message_that_is_not_in_the_list_is_refused_in_words(playing, teacher, note):
    assert "Choose a message from the list." in await presses(teacher, "say", playing, note=note)
    assert not await Event.objects.filter(kind="said").aexists()


# Moves


async def test_a_moved_child_waits_and_its_old_table_takes_no_move_of_it(playing, teacher, browsers):
    for table in await tables_of(playing):
        await goes(table)
    first, second = await tables_of(playing)
    amir = await Student.objects.aget(name="Amir")
    old, new = (first, second) if first.seat_of(amir.pk) is not None else (second, first)
    page = await presses(teacher, "move", playing, student=amir.pk, to=new.number, cards="fold")
    assert f"Amir sits at table {new.number} from its next round on." in page
    assert f"Your table is table {new.number}." in (await browsers["Amir"].get(reverse("waiting"))).content.decode()
    stale = reverse("table", args=[old.code])
    assert (await browsers["Amir"].get(stale))["Location"] == reverse("waiting")
    assert (await browsers["Amir"].post(f"{stale}move/", {"t": "draw"})).status_code == 404
    await old.stop()


async def test_at_the_next_deal_the_new_child_is_in(playing, monkeypatch):
    monkeypatch.setattr(presence, "is_connected", lambda player: True)
    first, second = await tables_of(playing)
    gone = await Student.objects.aget(pk=second.chairs[0].player)
    await goes(first)
    await goes(second)
    await controls.move(playing, gone, to=first.number, fold=True)
    async with first.lock:
        await happens(first, Happened("stopped"))
    await first.start()
    assert first.row.closed_at
    tables = {table.number: table for table in await tables_of(playing)}
    assert gone.pk in [chair.player for chair in tables[first.number].chairs]
    assert tables[first.number].round.number == 2
    await second.stop()


@pytest.mark.parametrize("fields", [{}, {"student": "x", "to": "1", "cards": "fold"}, {"student": "1", "to": "-1"}])
async def test_a_move_of_nonsense_is_refused_in_words(playing, teacher, fields):
    assert "Choose a child, a table, and what happens to the cards." in await presses(
        teacher, "move", playing, **fields
    )


async def test_a_child_of_another_class_cannot_be_moved(playing, teacher, class_5c):
    eli = await Student.objects.aget(name="Eli")
    answer = await teacher.post(
        reverse("session_move", args=[playing.pk]), {"student": eli.pk, "to": 1, "cards": "fold"}
    )
    assert answer.status_code == 404


# One table


async def test_one_table_ends_and_the_other_plays_on(playing, teacher):
    first, second = await tables_of(playing)
    assert "The table is ended." in await presses(teacher, "end_table", playing, table=first.code)
    assert first.row.closed_at
    assert not second.row.closed_at
    assert await sync_to_async(lambda: len(seating.waiting_of(playing)))() == 2
    assert "not open any more" in await presses(teacher, "end_table", playing, table=first.code)


async def test_the_children_of_a_table_that_is_ended_are_told_so(playing, teacher, browsers):
    first, _second = await tables_of(playing)
    name = first.chairs[0].name
    await presses(teacher, "end_table", playing, table=first.code)
    page = (await browsers[name].get(reverse("waiting"))).content.decode()
    assert "Your teacher ended your table." in page
    assert "The others play already." not in page


async def test_a_table_of_another_class_cannot_be_ended(playing, ben_teacher, teacher):
    other = await sync_to_async(make_class)(ben_teacher, "6C", ["Gus", "Hana"])
    session = await sync_to_async(lifecycle.open_session)(
        classroom=other, game="around_the_corner", options={}, table_size=2
    )
    for name in ("Gus", "Hana"):
        await join(session, name)
    await sync_to_async(lifecycle.start)(session=session)
    (theirs,) = await tables_of(session)
    assert "not open any more" in await presses(teacher, "end_table", playing, table=theirs.code)
    assert not theirs.row.closed_at
