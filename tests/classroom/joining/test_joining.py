"""A student's way in: the code, the name, the waiting page; one device at a time."""

import json

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import AsyncClient
from django.urls import reverse

from classroom.joining import presence, waiting_page
from classroom.joining.sockets import websocket
from classroom.models import Attendance, Student
from classroom.sessions import lifecycle
from game.models import Round, Table
from tests.classroom.conftest import guess, join, teacher_at
from tests.classroom.logged import log
from tests.conftest import words

in_rows = pytest.mark.django_db(transaction=True)


# The code


@pytest.mark.parametrize("typed", ["{}", " {} ", "{0[0]}{0[1]} {0[2]}-{0[3]}{0[4]}{0[5]}"])
def test_a_code_may_be_typed_in_any_case_with_spaces(client, lobby_4b, typed):
    answer = guess(client, typed.format(lobby_4b.code).lower())
    assert answer.url == reverse("join_names", args=[lobby_4b.code])


@pytest.mark.parametrize("typed", ["222222", "2", "AEIOU1", "' OR 1=1", "\x00", "９９９９９９"])
def test_a_wrong_code_says_so_and_keeps_what_was_typed(client, lobby_4b, typed):
    answer = guess(client, typed)
    assert answer.status_code == 404
    assert "No game has this code. Look at the board again." in answer.content.decode()
    assert answer.context["code"] == typed.replace(" ", "").upper()


def test_no_code_at_all_asks_for_one(client, db):
    assert "Type the code on the board." in guess(client, " ").content.decode()


def test_the_code_of_a_session_that_is_over_says_that_the_door_is_closed(client, lesson):
    lifecycle.end(session=lesson)
    assert "The door is closed. Tell your teacher." in guess(client, lesson.code).content.decode()
    assert client.get(reverse("join_names", args=[lesson.code])).status_code == 404


# The name


@in_rows
async def test_a_name_taken_brings_the_student_to_the_waiting_page(lobby_4b):
    browser = await join(lobby_4b, "Bea")
    page = (await browser.get(reverse("waiting"))).content.decode()
    assert "Hi Bea!" in page
    assert "Wait for your teacher." in page


@in_rows
async def test_a_shortened_name_is_greeted_without_its_full_stop(lobby_4b):
    await Student.objects.filter(name="Bea").aupdate(name="Bea D.")
    page = (await (await join(lobby_4b, "Bea D.")).get(reverse("waiting"))).content.decode()
    assert "Hi Bea D!" in page
    assert "Hi Bea D!" in (await (await join(lobby_4b, "Bea D.")).get(reverse("join"))).content.decode()


@in_rows
async def test_signing_in_gives_the_browser_a_new_session_key(lobby_4b):
    browser = await join(lobby_4b, "Bea")
    before = browser.cookies[settings.SESSION_COOKIE_NAME].value
    await join(lobby_4b, "Chen", browser)
    assert browser.cookies[settings.SESSION_COOKIE_NAME].value != before


@in_rows
async def test_a_name_tapped_by_mistake_is_free_again_after_the_right_one(lobby_4b):
    await join(lobby_4b, "Chen", await join(lobby_4b, "Bea"))
    assert [attendance.student.name async for attendance in lobby_4b.attendances.select_related("student")] == ["Chen"]


@in_rows
async def test_a_name_that_is_open_on_another_device_is_refused_in_words(lobby_4b, socket_of):
    socket = socket_of(await join(lobby_4b, "Bea"), "/ws/waiting/")
    await socket.opens()
    bea = await Student.objects.aget(name="Bea")
    answer = await AsyncClient().post(f"/join/{lobby_4b.code}/", {"student": bea.pk})
    assert answer.status_code == 409
    assert "Bea is here already. Is it you? Ask your teacher." in answer.content.decode()


@in_rows
async def test_the_old_device_is_shown_out_when_the_teacher_lets_the_name_in_again(lobby_4b, socket_of, ana_teacher):
    old = await join(lobby_4b, "Bea")
    socket = socket_of(old, "/ws/waiting/")
    await socket.opens()
    bea = await Student.objects.aget(name="Bea")
    teacher = await teacher_at(ana_teacher)
    await teacher.post(reverse("session_let_in", args=[lobby_4b.pk]), {"student": bea.pk})
    assert await socket.closing() == 4409
    await join(lobby_4b, "Bea")
    assert "That is me: play here" in words(await old.get(reverse("waiting")))


@in_rows
async def test_a_device_without_an_open_page_loses_the_name_to_the_next(lobby_4b):
    old = await join(lobby_4b, "Bea")
    new = await join(lobby_4b, "Bea")
    assert "That is me: play here" in words(await old.get(reverse("waiting")))
    assert (await new.get(reverse("waiting"))).status_code == 200


@in_rows
async def test_a_page_that_fell_silent_does_not_hold_the_name(lobby_4b, socket_of, monkeypatch):
    await socket_of(await join(lobby_4b, "Bea"), "/ws/waiting/").opens()
    monkeypatch.setattr(presence, "ALIVE", 0.0)
    await join(lobby_4b, "Bea")


@in_rows
@pytest.mark.parametrize("posted", ["", "0", "-1", "x", "9" * 40, "²"])
async def test_a_name_that_is_not_on_the_list_is_refused(lobby_4b, posted):
    answer = await AsyncClient().post(f"/join/{lobby_4b.code}/", {"student": posted})
    assert answer.status_code == 409
    assert not await Attendance.objects.aexists()


@in_rows
async def test_a_student_of_another_class_cannot_be_taken_with_this_code(lobby_4b, class_5c):
    eli = await class_5c.students.aget(name="Eli")
    assert (await AsyncClient().post(f"/join/{lobby_4b.code}/", {"student": eli.pk})).status_code == 409


@in_rows
@pytest.mark.parametrize("first_page", ["join", "home"])
async def test_who_is_in_already_is_offered_to_go_on(lobby_4b, first_page):
    browser = await join(lobby_4b, "Bea")
    page = (await browser.get(reverse(first_page))).content.decode()
    assert "Hi Bea!" in page
    assert f'href="{reverse("waiting")}"' in page


# Waiting, playing, after


@in_rows
async def test_a_start_sends_every_page_to_its_table(lobby_4b, socket_of, ana_teacher):
    browsers = [await join(lobby_4b, name) for name in ("Amir", "Bea")]
    sockets = [socket_of(browser, "/ws/waiting/") for browser in browsers]
    for socket in sockets:
        await socket.opens()
    await (await teacher_at(ana_teacher)).post(reverse("session_start", args=[lobby_4b.pk]))
    table = reverse("table", args=[(await Table.objects.aget()).code])
    assert [await socket.hears() for socket in sockets] == [{"t": "goto", "url": table}] * 2
    assert (await browsers[0].get(reverse("waiting")))["Location"] == table
    assert (await browsers[0].get(table)).status_code == 200


def _placed(seat: int) -> None:
    log(Round.objects.get(), ("go", None), ("played", seat))


@in_rows
async def test_only_who_came_too_late_for_a_table_is_told_to_play_next_time(lobby_4b, ana_teacher):
    teacher, sat = await teacher_at(ana_teacher), await join(lobby_4b, "Amir")
    await join(lobby_4b, "Bea")
    await teacher.post(reverse("session_start", args=[lobby_4b.pk]))
    late = await join(lobby_4b, "Chen")
    await teacher.post(reverse("session_end", args=[lobby_4b.pk]))
    said = [words(await browser.get(reverse("waiting"))) for browser in (sat, late)]
    assert ["You can play next time" in each for each in said] == [False, True]
    assert all("That was it, " in each for each in said)


@in_rows
async def test_after_the_end_a_child_reads_its_cards_and_follows_the_class_into_the_next_session(
    lobby_4b, socket_of, ana_teacher
):
    teacher = await teacher_at(ana_teacher)
    browser, _ = await join(lobby_4b, "Amir"), await join(lobby_4b, "Bea")
    await teacher.post(reverse("session_start", args=[lobby_4b.pk]))
    table = await Table.objects.aget()
    at_table = socket_of(browser, f"/ws/table/{table.code}/")
    await at_table.opens()

    await teacher.post(reverse("session_end", args=[lobby_4b.pk]))
    while (frame := await at_table.hears())["t"] != "goto":
        pass
    assert frame["url"] == reverse("waiting")
    seat = await table.seats.aget(name="Amir")
    await sync_to_async(_placed)(seat.number)
    page = (await browser.get(reverse("waiting"))).content.decode()
    assert "You placed 1 card!" in page

    waits = socket_of(browser, "/ws/waiting/")
    await waits.opens()
    await teacher.post(reverse("session_again", args=[lobby_4b.pk]), {"tables": "same"})
    assert await waits.hears() == {"t": "goto", "url": reverse("waiting")}
    new_table = await Table.objects.exclude(pk=table.pk).aget()
    assert (await browser.get(reverse("waiting")))["Location"] == reverse("table", args=[new_table.code])
    assert (await browser.get(reverse("table", args=[table.code])))["Location"] == reverse("waiting")


@in_rows
async def test_who_comes_late_reads_that_the_others_play(lobby_4b):
    for name in ("Amir", "Bea"):
        await join(lobby_4b, name)
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    browser = await join(lobby_4b, "Chen")
    assert "You play in the next round." in (await browser.get(reverse("waiting"))).content.decode()


@in_rows
async def test_a_socket_lost_while_the_session_ended_is_sent_on_when_it_comes_back(lobby_4b, socket_of):
    browsers = [await join(lobby_4b, name) for name in ("Amir", "Bea")]
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    await sync_to_async(lifecycle.end)(session=lobby_4b)
    socket = socket_of(browsers[0], f"/ws/table/{(await Table.objects.aget()).code}/")
    assert await socket.opens() == {"t": "goto", "url": reverse("waiting")}
    assert await socket.closing() == 4401


@in_rows
async def test_an_old_table_out_of_the_history_leads_to_the_new_one(lobby_4b, socket_of, ana_teacher):
    teacher = await teacher_at(ana_teacher)
    browser, _ = await join(lobby_4b, "Amir"), await join(lobby_4b, "Bea")
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    old = reverse("table", args=[(await Table.objects.aget()).code])
    for page in (old, f"{old}board/"):
        assert "no-store" in (await browser.get(page))["Cache-Control"], page
    await teacher.post(reverse("session_end", args=[lobby_4b.pk]))
    await teacher.post(reverse("session_again", args=[lobby_4b.pk]), {"tables": "same"})
    socket = socket_of(browser, f"/ws{old}")
    assert await socket.opens() == {"t": "goto", "url": reverse("waiting")}
    assert await socket.closing() == 4404
    new = await Table.objects.aget(closed_at=None)
    assert (await browser.get(reverse("waiting")))["Location"] == reverse("table", args=[new.code])


@in_rows
async def test_a_frame_after_the_name_was_taken_over_elsewhere_goes_unheard(lobby_4b, socket_of, monkeypatch):
    """As where another process made the change: this one finds out by asking again who this is."""
    browser = await join(lobby_4b, "Bea")
    socket = socket_of(browser, "/ws/waiting/")
    await socket.opens()
    await Attendance.objects.aupdate(device="somewhere else")
    monkeypatch.setattr(websocket, "RECHECK", 0.0)
    await socket.says(t="hello")
    assert await socket.hears() == {"t": "goto", "url": reverse("waiting")}
    assert await socket.closing() == 4401


@in_rows
async def test_a_waiting_page_without_a_socket_asks_and_hears_nothing_twice(lobby_4b):
    browser = await join(lobby_4b, "Bea")
    first = json.loads((await browser.get(reverse("waiting_ask"), {"seen": "0"})).content)
    assert first["html"] == await sync_to_async(waiting_page.waiting_frame)(
        await Attendance.objects.select_related("student", "session").aget()
    )
    assert (await browser.get(reverse("waiting_ask"), {"seen": first["n"]})).status_code == 204


@in_rows
async def test_the_waiting_page_told_equals_the_waiting_page_loaded(lobby_4b, socket_of):
    browser = await join(lobby_4b, "Bea")
    told = (await socket_of(browser, "/ws/waiting/").opens())["html"]
    assert told.strip() in (await browser.get(reverse("waiting"))).content.decode()
