"""Where many wrong codes come from: newcomers tap the room's pictures, and nobody learns which codes there are."""

import re

import pytest
import time_machine
from django.test import AsyncClient, Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from classroom.joining.sign_in import room_pictures, throttling
from classroom.models import Guesses
from classroom.server.http import drawn
from tests.classroom.conftest import teacher_at
from tests.conftest import words
from tests.lines import Line

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[^"]+')


@pytest.fixture(autouse=True)
def noise(lobby_4b) -> None:
    """The address of the tests has used up its budget."""
    Client().post(reverse("join"), {"code": "222222"})
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET)


def tries(browser: Client, code: str, *pictures: str):
    return browser.post(reverse("join"), {"code": code, "picked": ",".join(pictures), "go": "1"})


def test_a_right_code_without_the_pictures_is_answered_as_a_wrong_one(lobby_4b):
    for pictures in ((), ("apple", "star", "fish")):
        right, wrong = (tries(Client(), code, *pictures) for code in (lobby_4b.code, "222222"))
        shown = [TOKEN.sub("", page.content.decode()) for page in (right, wrong)]
        assert right.status_code == wrong.status_code == 403
        assert shown[0] == shown[1].replace("222222", lobby_4b.code)


def test_the_pictures_let_in_and_the_browser_is_not_asked_again(lobby_4b, still):
    browser = Client()
    names = reverse("join_names", args=[lobby_4b.code])
    assert browser.get(names).status_code == 403
    assert tries(browser, lobby_4b.code, *room_pictures._drawn(lobby_4b, 0)).url == names
    assert browser.get(names).status_code == 200
    assert tries(Client(), lobby_4b.code).status_code == 403


def test_a_browser_that_had_a_code_of_the_class_before_is_not_asked(lobby_4b):
    browser = Client()
    Guesses.objects.update(failures=1)
    assert tries(browser, lobby_4b.code).status_code == 302
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET)
    assert tries(browser, lobby_4b.code).status_code == 302
    assert tries(browser, "222222").status_code == 403
    forged = Client()
    forged.cookies["class"] = browser.cookies["class"].value[:-1]
    assert tries(forged, lobby_4b.code).status_code == 403


def test_pictures_hold_for_half_a_minute_and_the_next(lobby_4b):
    begun = timezone.now().timestamp() // room_pictures.SECONDS * room_pictures.SECONDS
    with time_machine.travel(begun, tick=False) as clock:
        shown = room_pictures._drawn(lobby_4b, 0)
        told = []
        for _half_minute in range(3):
            told.append(room_pictures.fits(lobby_4b, shown))
            clock.shift(room_pictures.SECONDS)
    assert told == [True, True, False]


def test_nothing_is_counted_while_nothing_is_told(lobby_4b):
    before = list(Guesses.objects.values())
    assert {tries(Client(), "222222").status_code for _ in range(5)} == {403}
    assert list(Guesses.objects.values()) == before


async def hears_of(line: Line, what: str) -> str:
    """Wait for the next fragment with this in it."""
    while what not in (html := (await line.hears()).get("html", "")):
        pass
    return str(html)


async def test_the_room_sees_them_from_the_first_newcomer_with_the_code_on(lobby_4b, ana_teacher, line_of):
    teacher = await teacher_at(ana_teacher)
    lines = [line_of(teacher, f"/ws/sessions/{lobby_4b.pk}/{page}/") for page in ("lobby", "screen")]
    for line in lines:
        assert await line.connects()
        assert await hears_of(line, 'id="room-pictures" hidden')
    await AsyncClient().post(reverse("join"), {"code": lobby_4b.code})
    for line in lines:
        shown = await hears_of(line, "#pic-")
        assert re.findall(r"#pic-(\w+)", shown) == list(room_pictures._drawn(lobby_4b, 0))
    page = await teacher.get(reverse("session_screen", args=[lobby_4b.pk]))
    assert "Are you asked for pictures?" in words(page)


def test_the_page_is_drawn_once_for_all_wrong_codes_and_knows_the_address_of_each(lobby_4b):
    """Drawn for each, 200 wrong codes a second from its address keep a class waiting for seconds (P-2)."""
    for address in (reverse("join_names", args=["222222"]), f"{reverse('join_names', args=['333333'])}?a=1&b=2"):
        assert f'name="next" value="{escape(address)}"' in Client().get(address).content.decode()
    drawn_before = drawn._frame.cache_info().misses
    assert [Client().get(f"/join/66666{n}/").status_code for n in range(5)] == [403] * 5
    assert drawn._frame.cache_info().misses == drawn_before
