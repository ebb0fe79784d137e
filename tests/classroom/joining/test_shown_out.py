"""A browser that lost its name to another one is told so, and leads back."""

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient, Client
from django.urls import reverse

from classroom.joining.sign_in import credentials
from classroom.sessions import lifecycle
from tests.classroom.conftest import join, teacher_at
from tests.classroom.joining.secret_signs import SignIn, secret_page, sign_in_by, student
from tests.conftest import words

in_rows = pytest.mark.django_db(transaction=True)


@in_rows
async def test_who_comes_in_elsewhere_leaves_a_page_that_says_so_with_two_ways_on(
    lobby_4b, socket_of, ana_teacher, bea
):
    old, new = await join(lobby_4b, "Bea"), AsyncClient()
    page = socket_of(old, "/ws/waiting/")
    await page.opens()
    await new.post(reverse("join_ask", args=[lobby_4b.code]), {"student": bea.pk})
    teacher = await teacher_at(ana_teacher)
    knock = await lobby_4b.knocks.aget()
    await teacher.post(reverse("session_knock", args=[lobby_4b.pk, knock.pk]))
    frame = await page.hears()
    assert (frame["t"], frame["url"]) == ("goto", f"{reverse('waiting')}?elsewhere")
    out = await old.get(frame["url"])
    assert "Bea plays on another device now. That is me: play here This is not me: back to the names" in words(out)
    await socket_of(new, "/ws/waiting/").opens()
    assert "Bea plays on another device now." in words(await old.get(reverse("waiting")))
    again = await old.post(reverse("join_names", args=[lobby_4b.code]), {"student": bea.pk})
    assert "Bea is here already. Is it you? Ask your teacher." in words(again)


@in_rows
async def test_who_proves_a_name_sends_the_page_that_has_it_to_those_words(class_4b, socket_of):
    session = await sync_to_async(sign_in_by)(class_4b, SignIn.PICTURES)
    bea = await sync_to_async(student)(class_4b)
    old, new = AsyncClient(), AsyncClient()
    secret = {"go": "1", "picked": ",".join(credentials.given(bea))}
    await old.post(secret_page(session, bea), secret)
    page = socket_of(old, "/ws/waiting/")
    await page.opens()
    await new.post(secret_page(session, bea), secret)
    assert (await page.hears())["url"] == f"{reverse('waiting')}?elsewhere"
    assert await page.closing() == 4409


@in_rows
async def test_a_page_of_the_child_who_sat_here_before_is_closed(lobby_4b, socket_of):
    browser = await join(lobby_4b, "Bea")
    page = socket_of(browser, "/ws/waiting/")
    await page.opens()
    await join(lobby_4b, "Chen", browser)
    assert await page.closing() == 4409


@in_rows
async def test_who_lost_a_seat_that_nobody_has_taken_comes_back_with_one_press(lobby_4b, ana_teacher, bea):
    old = await join(lobby_4b, "Bea")
    await join(lobby_4b, "Amir")
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    teacher = await teacher_at(ana_teacher)
    await teacher.post(reverse("session_let_in", args=[lobby_4b.pk]), {"student": bea.pk})
    assert "Bea is not in any more." in words(await old.get(reverse("waiting")))
    await old.post(reverse("join_names", args=[lobby_4b.code]), {"student": bea.pk})
    assert "/table/" in (await old.get(reverse("waiting"))).headers["location"]


@in_rows
async def test_a_table_s_page_of_somebody_shown_out_leads_to_those_words(lobby_4b, ana_teacher, bea):
    old = await join(lobby_4b, "Bea")
    await join(lobby_4b, "Amir")
    await sync_to_async(lifecycle.start)(session=lobby_4b)
    table = (await old.get(reverse("waiting"))).headers["location"]
    await sync_to_async(lifecycle.free)(session=lobby_4b, student=bea)
    assert (await old.get(table)).headers["location"] == reverse("waiting")


@in_rows
async def test_after_a_session_a_lost_name_is_forgotten(lobby_4b, bea):
    old = await join(lobby_4b, "Bea")
    await sync_to_async(lifecycle.free)(session=lobby_4b, student=bea)
    await sync_to_async(lifecycle.end)(session=lobby_4b)
    assert (await old.get(reverse("waiting"))).headers["location"] == reverse("join")


@in_rows
def test_a_new_card_leaves_the_seat_to_who_has_it_until_the_child_comes_with_the_new_one(lobby_4b, bea, ana_client):
    """Whoever is in may be the child itself, which nobody can tell by its browser: only the old card opens nothing."""
    finder, child = Client(), Client()
    finder.get(reverse("card", args=[bea.card]))
    assert finder.post(reverse("join_with_card")).url == reverse("waiting")
    ana_client.post(reverse("student_card_change", args=[bea.pk]))
    assert "Hi Bea!" in words(finder.get(reverse("waiting")))
    again = Client()
    assert again.get(reverse("card", args=[bea.card])).status_code == 404
    bea.refresh_from_db()
    child.get(reverse("card", args=[bea.card]))
    assert child.post(reverse("join_with_card")).url == reverse("waiting")
    assert "Hi Bea!" in words(child.get(reverse("waiting")))
    assert "Hi Bea!" not in words(finder.get(reverse("waiting")))
    ana_client.post(reverse("session_let_in", args=[lobby_4b.pk]), {"student": bea.pk})
    assert "Hi Bea!" not in words(child.get(reverse("waiting")))
