"""What is taken away takes effect on open sockets at once, also on one that says nothing."""

import asyncio
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse
from django.utils import timezone

from classroom.joining.sign_in import sign_in_cards
from classroom.joining.sockets import middleware, websocket
from classroom.models import ClassSession, Homework, Practice, Student, Teacher, Teaching
from classroom.rosters import roster
from classroom.rosters.imports import joining
from classroom.server.http import disconnects
from classroom.sessions import lifecycle
from classroom.teachers import accounts, co_teachers
from tests.classroom.conftest import join, teacher_at
from tests.classroom.rosters.imports.conftest import Lists
from tests.conftest import PASSWORD
from tests.sockets import PATIENCE, Socket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def waits(monkeypatch) -> None:
    """No socket of these tests is closed because it is silent, which would look the same."""
    monkeypatch.setattr(websocket, "SILENT", 2 * PATIENCE)


@pytest.fixture
def lobby_of(lobby_4b, socket_of) -> Callable[[AsyncClient], Socket]:
    """A socket of the lobby of 4B."""
    return lambda browser: socket_of(browser, f"/ws/sessions/{lobby_4b.pk}/lobby/")


@pytest.fixture
def task(ana_client, lesson: ClassSession) -> Homework:
    """The cards of the lesson, which is over, once more at home."""
    lifecycle.end(session=lesson)
    fields = {"until": f"{timezone.localdate():%Y-%m-%d}", "against": "alone"}
    ana_client.post(reverse("session_homework", args=[lesson.pk]), fields)
    return Homework.objects.get()


async def is_hung_up(socket: Socket) -> bool:
    return await socket.closing() == disconnects.AGAIN


async def refusal(socket: Socket) -> int:
    """The code with which a socket is closed that may not come in."""
    assert await socket.connects()
    return await socket.closing()


async def at_homework(child: Student, task: Homework) -> tuple[AsyncClient, str]:
    """Return a browser at home, and the path of the socket of the table there."""
    browser = AsyncClient()
    await browser.get(reverse("card", args=[child.card]))
    await browser.post(reverse("practice_homework", args=[task.pk]))
    practice = await Practice.objects.select_related("round__table").aget(student=child)
    return browser, f"/ws/table/{practice.round.table.code}/"


async def test_signing_out_closes_every_socket_of_that_browser_and_of_no_other(ana_teacher, lobby_4b, lobby_of):
    browser, at_home = await teacher_at(ana_teacher), await teacher_at(ana_teacher)
    gone, stays = [lobby_of(browser), lobby_of(browser)], lobby_of(at_home)
    for socket in (*gone, stays):
        await socket.opens()
    await browser.post(reverse("account_logout"))
    for socket in gone:
        assert await is_hung_up(socket)
    await join(lobby_4b, "Bea")
    assert "Bea" in await stays.hears_of("Bea")
    assert all([await socket.receive_nothing() for socket in gone])


async def test_who_is_hung_up_on_and_may_not_come_back_is_told_so(ana_teacher, lobby_of):
    browser = await teacher_at(ana_teacher)
    await browser.post(reverse("account_logout"))
    assert await refusal(lobby_of(browser)) == 4401


async def test_who_signs_out_while_a_socket_is_being_opened_is_refused(ana_teacher, lobby_of, monkeypatch):
    """A socket whose owner is being read is not registered yet, so nobody could hang up on it."""
    browser, read, before = await teacher_at(ana_teacher), middleware.owner_of, []

    async def is_slow(scope):
        before.append(await read(scope))
        if len(before) == 1:
            await browser.post(reverse("account_logout"))
        return before[-1]

    monkeypatch.setattr(middleware, "owner_of", is_slow)
    assert await refusal(lobby_of(browser)) == 4401
    assert len(before) == 2


async def test_a_new_password_closes_the_sockets_of_everybody_who_came_in_with_the_old_one(ana_teacher, lobby_of):
    socket = lobby_of(await teacher_at(ana_teacher))
    await socket.opens()
    await sync_to_async(accounts.AccountAdapter().set_password)(ana_teacher, "nine ate seven")
    assert await is_hung_up(socket)


async def test_a_teacher_taken_off_a_class_hears_nothing_more_of_it(ana_teacher, ben_teacher, class_4b, lobby_of):
    bens = await Teaching.objects.acreate(classroom=class_4b, teacher=ben_teacher, is_owner=False)
    ben, ana = await teacher_at(ben_teacher), lobby_of(await teacher_at(ana_teacher))
    socket = lobby_of(ben)
    await socket.opens()
    await ana.opens()
    await ana.hears_of("room-pictures")
    await sync_to_async(co_teachers.leave)(bens)
    assert await is_hung_up(socket)
    assert await ana.receive_nothing()
    assert await refusal(lobby_of(ben)) == 4404


async def test_a_teacher_taken_off_a_class_by_another_process_untold_hears_nothing_more_of_it(
    ben_teacher, class_4b, lobby_of, monkeypatch
):
    """As where the message of the other worker was lost: this one finds out by asking again."""
    bens = await Teaching.objects.acreate(classroom=class_4b, teacher=ben_teacher, is_owner=False)
    ben = await teacher_at(ben_teacher)
    socket = lobby_of(ben)
    await socket.opens()
    await Teaching.objects.filter(pk=bens.pk).adelete()
    monkeypatch.setattr(websocket, "RECHECK", 0.0)
    await socket.says(t="hello")
    assert await is_hung_up(socket)
    assert await refusal(lobby_of(ben)) == 4404


async def test_a_teacher_whose_list_is_undone_hears_nothing_more_of_a_class_that_it_brought(
    ben_teacher, class_4b, lobby_of
):
    bens = await Teaching.objects.acreate(classroom=class_4b, teacher=ben_teacher, is_owner=False)
    socket = lobby_of(await teacher_at(ben_teacher))
    await socket.opens()
    await sync_to_async(joining.leave)([bens.pk])
    assert await is_hung_up(socket)


async def test_a_closed_account_listens_no_longer(ana_teacher, lobby_of):
    socket = lobby_of(await teacher_at(ana_teacher))
    await socket.opens()
    helper = await sync_to_async(Teacher.objects.create_user)("sue@help.example", PASSWORD, name="Sue", is_staff=True)
    fields = {"email": "ana@school.example", "name": "Ms Ana"}
    sue = await teacher_at(helper)
    await sue.post(reverse("admin:classroom_teacher_change", args=[ana_teacher.pk]), fields)
    assert await is_hung_up(socket)


@pytest.mark.parametrize(
    "take_away",
    [
        roster.remove_student,
        roster.forget_student,
        lambda bea: roster.remove_classroom(bea.classroom),
        lambda bea: sign_in_cards.change([bea]),
    ],
)
async def test_a_child_that_is_taken_off_the_list_or_gets_a_new_card_is_out_of_its_homework(
    task, bea, socket_of, take_away
):
    browser, table = await at_homework(bea, task)
    socket = socket_of(browser, table)
    await socket.opens()
    await sync_to_async(take_away)(bea)
    assert await is_hung_up(socket)
    assert await refusal(socket_of(browser, table)) in (4401, 4404)


@pytest.mark.parametrize("is_undone", [False, True])
async def test_a_child_that_a_list_takes_off_is_out_of_its_homework(
    task, bea, class_4b, ana_client, socket_of, is_undone
):
    lists = Lists(ana_client, class_4b)

    def add() -> Student:
        lists.answers(lists.pastes("Eli"))
        return class_4b.students.get(name="Eli")

    def leave_out() -> None:
        lists.answers(lists.chooses(b"Name\nAmir\nChen\nDana\n"), **{f"remove_c{bea.pk}": "on"})

    browser, table = await at_homework(await sync_to_async(add)() if is_undone else bea, task)
    socket = socket_of(browser, table)
    await socket.opens()
    await sync_to_async(lists.undoes if is_undone else leave_out)()
    assert await is_hung_up(socket)


async def test_nothing_is_closed_where_what_was_begun_is_taken_back(ana_teacher, lobby_of):
    socket = lobby_of(await teacher_at(ana_teacher))
    await socket.opens()
    with pytest.raises(co_teachers.LastOwnerError):
        await sync_to_async(co_teachers.leave)(await Teaching.objects.aget())
    while not await socket.receive_nothing():
        await socket.hears()


async def test_one_browser_holds_only_so_many_sockets_and_those_of_others_do_not_count(
    lobby_4b, socket_of, monkeypatch
):
    monkeypatch.setattr(middleware, "MOST_SOCKETS", 2)
    amir, bea = [await join(lobby_4b, name) for name in ("Amir", "Bea")]
    sockets = [socket_of(browser, "/ws/waiting/") for browser in (bea, amir, amir, amir)]
    for socket in sockets:
        await socket.opens()
    assert await is_hung_up(sockets[1])
    await sockets[0].says(t="ping", c=1)
    while (await sockets[0].hears()).get("t") != "pong":
        pass


async def test_a_socket_that_says_nothing_is_closed_and_one_that_lives_is_not(lobby_4b, socket_of, monkeypatch):
    monkeypatch.setattr(websocket, "SILENT", 1.5)  # longer than a busy machine may stand still between two pings
    silent, alive = [socket_of(await join(lobby_4b, name), "/ws/waiting/") for name in ("Amir", "Bea")]
    await silent.opens()
    await alive.opens()
    closing = asyncio.create_task(is_hung_up(silent))
    while not closing.done():
        await alive.says(t="ping", c=1)
        await asyncio.sleep(0.05)
    assert closing.result()
    while not await alive.receive_nothing():
        assert (await alive.hears())["t"] == "pong"
