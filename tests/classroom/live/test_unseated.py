"""Children whom Start could not seat, because nothing was heard of their devices."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse
from django.utils.html import strip_tags

from classroom.live.lobby import unseated
from classroom.models import Attendance, ClassSession
from classroom.sessions import lifecycle
from game import clock
from tests.classroom.conftest import join, teacher_at
from tests.conftest import make_class, make_lesson
from tests.game.conftest import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def browsers(lobby_4b, monkeypatch) -> dict[str, AsyncClient]:
    """Browsers of four children who came a while ago."""
    monkeypatch.setattr(unseated, "GATHER", 0.05)
    found = {name: await join(lobby_4b, name) for name in ("Amir", "Bea", "Chen", "Dana")}
    await Attendance.objects.aupdate(arrived_at=clock.now() - timedelta(minutes=1))
    return found


async def starts(session: ClassSession, ana_teacher) -> str:
    teacher = await teacher_at(ana_teacher)
    await teacher.post(reverse("session_start", args=[session.pk]))
    page = await teacher.get(reverse("session", args=[session.pk]), follow=True)
    return " ".join(strip_tags(page.content.decode()).split())


def seated(session: ClassSession) -> set[str]:
    return set(session.sittings.filter(left_at=None).values_list("student__name", flat=True))


async def test_start_names_whom_it_could_not_seat_and_they_sit_as_soon_as_they_are_heard(
    lobby_4b, browsers, socket_of, ana_teacher
):
    for name in ("Amir", "Bea"):
        await socket_of(browsers[name], "/ws/waiting/").opens()
    page = await starts(lobby_4b, ana_teacher)
    assert "2 children are not seated yet: Chen, Dana." in page
    assert "2 not seated yet: Chen (away), Dana (away)" in page
    assert await sync_to_async(seated)(lobby_4b) == {"Amir", "Bea"}
    sockets = [socket_of(browsers[name], "/ws/waiting/") for name in ("Chen", "Dana")]
    for socket in sockets:
        await socket.opens()
    for socket in sockets:
        while (frame := await socket.hears()).get("t") != "goto":
            pass
        assert frame["url"] == reverse("waiting")
    assert await sync_to_async(seated)(lobby_4b) == {"Amir", "Bea", "Chen", "Dana"}


async def test_one_alone_joins_a_table_that_has_not_begun_and_may_ask_instead_of_listening(
    lobby_4b, browsers, socket_of, ana_teacher
):
    for name in ("Amir", "Bea", "Dana"):
        await socket_of(browsers[name], "/ws/waiting/").opens()
    assert "1 child is not seated yet: Chen." in await starts(lobby_4b, ana_teacher)
    await browsers["Chen"].get(reverse("waiting_ask"))
    await until(lambda: not unseated._seating)
    assert "Chen" in await sync_to_async(seated)(lobby_4b)
    await browsers["Chen"].get(reverse("waiting_ask"))
    assert not unseated._seating, "who sits is looked for no more"
    assert not unseated._missed


async def test_children_of_a_session_that_has_ended_are_not_remembered(
    lobby_4b, browsers, socket_of, ana_teacher, ben_teacher
):
    class_6d = await sync_to_async(make_class)(ben_teacher, "6D", ["Eli", "Fay", "Gil"])
    for name in ("Amir", "Bea"):
        await socket_of(browsers[name], "/ws/waiting/").opens()
    await starts(lobby_4b, ana_teacher)
    assert set(unseated._missed) == {lobby_4b.pk}
    await sync_to_async(lifecycle.end)(session=lobby_4b)
    other = await sync_to_async(make_lesson)(class_6d, ["Eli", "Fay"])
    await Attendance.objects.acreate(session=other, student=await class_6d.students.aget(name="Gil"))
    await unseated.keep(other)
    assert set(unseated._missed) == {other.pk}


async def test_when_all_are_heard_nobody_is_named(lobby_4b, browsers, socket_of, ana_teacher):
    for browser in browsers.values():
        await socket_of(browser, "/ws/waiting/").opens()
    assert "not seated yet" not in await starts(lobby_4b, ana_teacher)
