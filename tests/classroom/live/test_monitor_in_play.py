"""The live tables while a class plays: what a tile says, and what reaches the monitor and the projector."""

import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from classroom.live import controls
from classroom.live.monitor import tiles, watch
from classroom.live.monitor.page import TIME_LEFT, news_html
from classroom.live.monitor.tiles import Facts, facts_of, tile_of
from classroom.models import ClassSession, Knock, Student
from game.clock import now_ms
from game.live import controls as in_charge
from game.log.table_state import LEFT
from game.models import Event, Round
from game.rules import Event as Happened
from tests.classroom.live.playing import a_quick_beat as a_quick_beat
from tests.classroom.live.playing import browsers as browsers
from tests.classroom.live.playing import goes, presses, tables_of
from tests.classroom.live.playing import playing as playing
from tests.classroom.live.playing import teacher as teacher
from tests.game.conftest import frozen as frozen
from tests.game.conftest import happens, until

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_child_who_does_nothing_needs_a_look_and_the_tile_says_why(playing):
    (table, _) = await tables_of(playing)
    await goes(table)

    def seen(seat: int, ms: int) -> tuple[str, str]:
        tile = tile_of(table, Facts(), table.round.at + ms)
        return tile.badge, tile.seats[seat].reason

    assert seen(0, 19_000) == ("playing", "")
    assert seen(0, 21_000) == ("look", "has not started")
    await happens(table, Happened("drew", 0, table.round.position.draw_piles[0][-1], 1))
    assert seen(0, 21_000) == ("look", "")
    assert seen(1, 21_000) == ("look", "has not started")
    assert seen(0, 43_000) == ("look", "no card for 40 s")
    assert seen(0, 190_000) == ("look", "no card for 3 min")
    await in_charge.hold(table)
    assert seen(0, 43_000) == ("held", "")


async def test_eyes_up_takes_no_flag_away(playing, frozen):
    (table, _) = await tables_of(playing)
    await goes(table)
    frozen(25_000)
    row = await Round.objects.aget(table__code=table.code)
    for n in range(5):
        await Event.objects.acreate(round=row, n=50 + n, kind="wrong", seat=1, at=now_ms() - 30_000)

    async def flags() -> tuple[list[str], dict[tuple[str, int | None], tuple[int, int]]]:
        facts = await sync_to_async(facts_of)(playing)
        return [seat.reason for seat in tile_of(table, Facts(), now_ms()).seats], dict(facts.wrong)

    before = await flags()
    assert before == (["has not started"] * 2, {(table.code, 1): (5, 5)})
    await happens(table, Happened("held"))
    frozen(300_000)
    await happens(table, Happened("resumed"))
    frozen(1000)
    assert await flags() == before


async def test_where_tables_are_few_a_tile_shows_each_childs_last_cards(playing, monkeypatch):
    table, other = await tables_of(playing)
    await goes(table)
    card = table.round.position.draw_piles[0][-1]
    await happens(table, Happened("drew", 0, card, 1))
    for _ in range(6):
        await happens(table, Happened("wrong", 0, card, table.round.position.top))

    async def tried(of) -> list[list[bool]]:
        facts = await sync_to_async(facts_of)(playing)
        return [[card.right for card in seat.tried] for seat in tile_of(of, facts, now_ms()).seats]

    assert (await tried(table), await tried(other)) == ([[False] * 5, []], [[], []])
    monkeypatch.setattr(tiles, "FEW", 1)
    assert await tried(table) == [[], []]


async def test_the_drawer_says_why_in_one_sentence_once_enough_was_seen(playing, teacher):
    (table, _) = await tables_of(playing)
    await goes(table)
    page = reverse("session_monitor_child", args=[playing.pk, table.chairs[0].player])

    async def drawer() -> str:
        return (await teacher.get(page, headers={"HX-Request": "true"})).content.decode()

    assert "not seen enough in this round yet" in await drawer()
    card = table.round.position.draw_piles[0][-1]
    await happens(table, Happened("drew", 0, card, 1))
    for _ in range(3):
        await happens(table, Happened("wrong", 0, card, table.round.position.top))
    assert "3 of the last 3 cards were wrong." in await drawer()
    await happens(table, Happened("stopped"))
    async with table.lock:
        await table.dealing.go_on()
    assert await Round.objects.filter(table=table.row).acount() == 2
    assert (await drawer()).count('<li class="wrong">') == 3


async def test_many_wrong_cards_are_told_in_numbers(playing):
    (table, _) = await tables_of(playing)
    await goes(table)
    facts = Facts(1, (table.code,), {(table.code, 0): (5, 8), (table.code, 1): (2, 8)})
    seats = tile_of(table, facts, table.round.at).seats
    assert [seat.reason for seat in seats] == ["5 of 8 wrong", ""]


async def test_the_cards_of_a_child_who_moved_away_are_a_computer_s_for_it(playing):
    first, second = await tables_of(playing)
    await goes(first)
    away = await Student.objects.aget(pk=first.chairs[0].player)
    await controls.move(playing, away, to=second.number, fold=False)
    seat = tile_of(first, Facts(), first.round.at + 60_000).seats[0]
    assert (seat.name, seat.computer, seat.reason, seat.away) == (f"Computer (for {away.name})", True, "", None)


async def test_the_tables_are_on_the_projector_as_soon_as_they_are_laid(
    lobby_4b, browsers, teacher, socket_of, monkeypatch
):
    monkeypatch.setattr(watch, "BEAT", 60)
    projector = socket_of(teacher, f"/ws/sessions/{lobby_4b.pk}/screen/")
    await projector.opens()
    await until(lambda: any(watcher.looks for watcher in watch._watchers.values()))
    await presses(teacher, "start", lobby_4b)
    while "little seats-2" not in (await projector.hears())["html"]:
        pass
    controls.alarms.disarm(lobby_4b.pk)


async def test_a_pause_is_on_the_projector_at_once_and_so_is_its_end(playing, teacher, socket_of, monkeypatch):
    monkeypatch.setattr(watch, "BEAT", 60)
    projector = socket_of(teacher, f"/ws/sessions/{playing.pk}/screen/")
    await projector.opens()
    await until(lambda: watch._watches)
    while 'id="tables"' not in (await projector.hears())["html"]:
        pass
    await controls.pause(playing)
    assert "Eyes up!" in (await projector.hears())["html"]
    await controls.resume(playing)
    while 'id="eyes-up"' not in (told := (await projector.hears())["html"]):
        pass
    assert "Eyes up!" not in told


async def test_the_time_left_comes_as_minutes_and_seconds_and_its_running_is_no_news(playing, teacher, socket_of):
    page = (await teacher.get(reverse("session_monitor", args=[playing.pk]))).content.decode()
    assert re.search(r"Time left</span>\s+<strong data-ends-at=.[0-9]+. data-time-left>(19:[0-9]{2}|20:00)<", page)
    html = news_html([], await ClassSession.objects.aget(pk=playing.pk))
    assert TIME_LEFT.sub("", html) == TIME_LEFT.sub("", html.replace(">19:", ">18:"))


async def test_the_time_left_stands_still_while_all_eyes_are_up(playing, teacher):
    row = await ClassSession.objects.aget(pk=playing.pk)
    row.paused_at = row.ends_at - timedelta(minutes=7, seconds=5)
    html = news_html([], row)
    assert "The time limit stands still, too." in html
    assert "<strong data-time-left>7:05<" in html
    assert "data-ends-at" not in html


async def test_who_asks_at_the_door_is_answered_in_place(playing, teacher):
    page = reverse("session_monitor", args=[playing.pk])
    assert 'class="at-door notice"' not in (await teacher.get(page)).content.decode()
    asked = await Knock.objects.acreate(session=playing, name="Timmy", device="at the door")
    assert 'class="at-door notice"' in (await teacher.get(page)).content.decode()
    answer = reverse("session_knock", args=[playing.pk, asked.pk])
    said = await teacher.post(answer, {"no": "1"}, headers={"HX-Request": "true"})
    assert said.status_code == 200
    assert said.content.decode().startswith('<div id="said">')
    assert not await Knock.objects.aexists()


async def test_the_monitor_names_who_waits_and_is_told_which_tables_there_are(playing, teacher, socket_of):
    watching = socket_of(teacher, f"/ws/sessions/{playing.pk}/monitor/")
    await watching.opens()
    first, second = await tables_of(playing)
    await until(lambda: playing.pk in watch._watches and any(watch._watchers[playing.pk]._told.values()))
    await controls.end_table(playing, first.code)
    tiles = choice = first.code
    while first.code in tiles + choice:
        frame = await watching.hears()
        assert frame.get("t") != "goto"
        tiles = _of("tiles", frame["html"], "</ul>\n<") or tiles
        choice = _of("say-table", frame["html"], "</select>") or choice
    assert second.code in tiles
    assert second.code in choice
    page = (await teacher.get(reverse("session_monitor", args=[playing.pk]))).content.decode()
    assert "2 not seated yet:" in page
    assert choice in page


def _of(name: str, html: str, end: str) -> str:
    """Return what stands in the element with this id; "" where there is none."""
    return html.partition(f'id="{name}"')[2].split(end)[0]


async def test_a_button_pressed_in_place_is_answered_with_what_there_is_to_say(playing, teacher):
    first, _ = await tables_of(playing)
    url = reverse("session_end_table", args=[playing.pk])
    for said in ("The table is ended.", "This table is not open any more."):
        answer = await teacher.post(url, {"table": first.code}, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert answer.content.decode().startswith('<div id="said">')
        assert said in answer.content.decode()


async def test_when_all_tables_have_played_their_last_round_one_press_ends_the_session(playing, teacher, socket_of):
    await ClassSession.objects.filter(pk=playing.pk).aupdate(options=playing.options | {"rounds": 1})
    async for played in Round.objects.filter(table__seats__sitting__session=playing).distinct():
        await Round.objects.filter(pk=played.pk).aupdate(options=played.options | {"rounds": 1})
    page = reverse("session_monitor", args=[playing.pk])
    said = "All tables have played their last round."
    first, second = await tables_of(playing)
    await goes(first)
    await happens(first, Happened("exhausted"))
    assert said not in (await teacher.get(page)).content.decode()
    await goes(second)
    watching = socket_of(teacher, f"/ws/sessions/{playing.pk}/monitor/")
    await watching.opens()
    await happens(second, Happened("exhausted"))
    while said not in (await watching.hears())["html"]:
        pass
    drawn = (await teacher.get(page)).content.decode()
    assert said in drawn
    end = drawn.split('id="end-now" formaction="')[1].split('"')[0]
    await teacher.post(end)
    playing = await ClassSession.objects.aget(pk=playing.pk)
    assert playing.state == ClassSession.State.ENDED


async def test_without_a_limit_of_rounds_nobody_has_played_the_last(playing, teacher):
    for table in await tables_of(playing):
        await goes(table)
        await happens(table, Happened("exhausted"))
    page = await teacher.get(reverse("session_monitor", args=[playing.pk]))
    assert page.status_code == 200
    assert "last round" not in page.content.decode()


async def test_when_all_tables_have_finished_one_press_deals_the_next_round(playing, teacher):
    page = reverse("session_monitor", args=[playing.pk])
    first, second = await tables_of(playing)
    for table in (first, second):
        assert 'id="next-round"' not in (await teacher.get(page)).content.decode()
        await goes(table)
        await happens(table, Happened("exhausted"))
    drawn = (await teacher.get(page)).content.decode()
    assert '<button class="button primary" form="go" id="next-round">' in drawn
    assert drawn.count('class="button primary"') == 1
    await teacher.post(reverse("session_go", args=[playing.pk]))
    assert {table.round.phase for table in (first, second)} <= {"waiting", "countdown"}
    assert 'id="next-round"' not in (await teacher.get(page)).content.decode()


async def test_go_begins_at_a_table_that_waits_for_a_child_who_is_away(playing, teacher):
    """Two at a table wait for each other: only the teacher can begin without the one whose device is dead."""
    table, other = await tables_of(playing)
    await table.act(lambda at: Happened(LEFT, 0, at=at - 60_000))
    page = (await teacher.get(reverse("session_monitor", args=[playing.pk]))).content.decode()
    assert f'id="go-{table.code}"' in page
    await teacher.post(reverse("session_go", args=[playing.pk]))
    assert {table.round.phase for table in (table, other)} == {"countdown"}


async def test_a_projector_without_a_socket_shows_the_little_tables(playing, teacher):
    ask = reverse("session_ask", args=[playing.pk, "screen"])
    first = (await teacher.get(ask)).json()
    await until(lambda: watch.little_tables(playing.pk))
    assert (await teacher.get(ask, {"seen": first["n"]})).json()["html"].count('class="little') == 2
