"""Settings changed while the lobby is open: nobody who has come in is lost, and all who wait see how they will play."""

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from classroom.models import Attendance, ClassSession
from classroom.sessions import lifecycle, seating
from classroom.sessions.table_options import BY_TABLE
from tests.classroom.conftest import join, teacher_at
from tests.classroom.sessions.test_set_up import SETTINGS, TURNS

RACE = SETTINGS | {"computers": "none", "computer_level": "steady", "same_deal": "no"}


def address(session: ClassSession) -> str:
    return reverse("session_settings", args=[session.pk])


def as_kept(session: ClassSession) -> tuple[str, object, object, int]:
    now = ClassSession.objects.get(pk=session.pk)
    return now.code, now.options["mode"], now.options["corner"], now.table_size


def test_the_page_begins_with_what_the_lobby_is_set_to(lobby_4b, ana_client):
    page = ana_client.get(address(lobby_4b))
    assert page.context["form"]["mode"].value() == "race"
    assert "Last time again" not in page.content.decode()
    assert f'href="{address(lobby_4b)}"' in ana_client.get(reverse("session", args=[lobby_4b.pk])).content.decode()


def test_whoever_came_stays_in_with_the_same_code(lobby_4b, ana_client, bea):
    lifecycle.arrive(session=lobby_4b, student=bea)
    code = lobby_4b.code
    answer = ana_client.post(address(lobby_4b), RACE)
    assert answer.status_code == 302, answer.content.decode()
    assert as_kept(lobby_4b) == (code, "race", False, 3)
    assert Attendance.objects.filter(session=lobby_4b, student=bea).exists()


def test_another_way_only_draws_its_settings(lobby_4b, ana_client):
    before = as_kept(lobby_4b)
    page = ana_client.post(address(lobby_4b), {"way": TURNS, "draw": "way"})
    assert page.context["form"].chosen_mode == "turns"
    assert as_kept(lobby_4b) == before


def test_what_does_not_go_is_said_and_changes_nothing(lobby_4b, ana_client):
    before = as_kept(lobby_4b)
    assert ana_client.post(address(lobby_4b), RACE | {"table_size": "77"}).status_code == 422
    assert as_kept(lobby_4b) == before


@pytest.mark.parametrize(("way", "stays"), [("hand", True), ("random", False)])
def test_tables_chosen_by_hand_stay_where_they_still_are_by_hand(lobby_4b, bea, way, stays):
    lifecycle.arrive(session=lobby_4b, student=bea)
    seating.choose(lobby_4b, {bea.pk: 2})
    seating.with_options(lobby_4b, tables="hand", **{BY_TABLE: {"2": {"steps": [1]}}})
    options = {"mode": "race", "tables": way}
    lifecycle.change_settings(session=lobby_4b, game=lobby_4b.game, options=options, table_size=3)
    assert (Attendance.objects.get(student=bea).table == 2, BY_TABLE in lobby_4b.options) == (stays, stays)


def test_a_session_that_has_started_keeps_its_settings(lobby_4b, ana_client):
    ClassSession.objects.filter(pk=lobby_4b.pk).update(state=ClassSession.State.PLAYING)
    before = as_kept(lobby_4b)
    said = ana_client.post(address(lobby_4b), RACE, follow=True).content.decode()
    assert "This session has started. Its settings stay." in said
    with pytest.raises(lifecycle.Closed):
        lifecycle.change_settings(session=lobby_4b, game=lobby_4b.game, options={}, table_size=4)
    assert as_kept(lobby_4b) == before


@pytest.mark.django_db(transaction=True)
async def test_all_who_wait_see_it_at_once(lobby_4b, socket_of, ana_teacher):
    child, teacher = await join(lobby_4b, "Bea"), await teacher_at(ana_teacher)
    waiting, lobby = socket_of(child, "/ws/waiting/"), socket_of(teacher, f"/ws/sessions/{lobby_4b.pk}/lobby/")
    for socket in (waiting, lobby):
        await socket.opens()
    await teacher.post(address(lobby_4b), RACE)
    for socket, url in ((waiting, reverse("waiting")), (lobby, reverse("session", args=[lobby_4b.pk]))):
        while (told := await socket.hears()).get("t") != "goto":
            pass
        assert told["url"] == url
    assert (await sync_to_async(as_kept)(lobby_4b))[2] is False
