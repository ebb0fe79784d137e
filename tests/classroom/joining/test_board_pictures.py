"""Where many wrong codes come from: newcomers tap the room's pictures, and nobody learns which codes there are."""

import re
from typing import Any

import pytest
import time_machine
from asgiref.testing import ApplicationCommunicator
from django.test import AsyncClient, Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from classroom.joining.sign_in import board_pictures, throttling
from classroom.joining.sign_in.noise import is_strangers
from classroom.models import ClassSession, Guesses
from classroom.server.http import drawn
from classroom.server.http.pages import MOST_STRANGERS, Pages
from tests.classroom.conftest import teacher_at
from tests.conftest import words
from tests.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[^"]+')


@pytest.fixture(autouse=True)
def noise(lobby_4b) -> None:
    """The address of the tests has used up its budget."""
    Client().post(reverse("join"), {"code": "222222"})
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET)


def tries(browser: Client, code: str, *pictures: str):
    return browser.post(reverse("join"), {"code": code, "picked": ",".join(pictures), "go": "1"})


def is_asked(answer) -> bool:
    """Whether the answer leads to the page that asks for the pictures."""
    return bool(answer.status_code == 302 and answer.url.startswith(reverse("join_pictures")))


def test_a_right_code_without_the_pictures_is_answered_as_a_wrong_one(lobby_4b):
    for pictures in ((), ("apple", "star", "fish")):
        right, wrong = (tries(Client(), code, *pictures) for code in (lobby_4b.code, "222222"))
        assert (is_asked(right), right.url) == (True, wrong.url.replace("222222", lobby_4b.code))
        shown = [TOKEN.sub("", Client().get(answer.url).content.decode()) for answer in (right, wrong)]
        assert shown[0] == shown[1].replace("222222", lobby_4b.code)


def test_the_pictures_let_in_and_the_browser_is_not_asked_again(lobby_4b, still):
    browser = Client()
    names = reverse("join_names", args=[lobby_4b.code])
    assert is_asked(browser.get(names))
    assert tries(browser, lobby_4b.code, *board_pictures._drawn(lobby_4b, 0)).url == names
    assert browser.get(names).status_code == 200
    assert is_asked(tries(Client(), lobby_4b.code))


def test_a_browser_that_had_a_code_of_the_class_before_is_not_asked(lobby_4b):
    browser = Client()
    Guesses.objects.update(failures=1)
    names = reverse("join_names", args=[lobby_4b.code])
    assert tries(browser, lobby_4b.code).url == names
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET)
    assert tries(browser, lobby_4b.code).url == names
    assert is_asked(tries(browser, "222222"))
    forged = Client()
    forged.cookies["class"] = browser.cookies["class"].value[:-1]
    assert is_asked(tries(forged, lobby_4b.code))


def test_pictures_hold_for_half_a_minute_and_the_next(lobby_4b):
    begun = timezone.now().timestamp() // board_pictures.SECONDS * board_pictures.SECONDS
    with time_machine.travel(begun, tick=False) as clock:
        shown = board_pictures._drawn(lobby_4b, 0)
        told = []
        for _half_minute in range(3):
            told.append(board_pictures.fits(lobby_4b, shown))
            clock.shift(board_pictures.SECONDS)
    assert told == [True, True, False]


def test_nothing_is_counted_while_nothing_is_told(lobby_4b):
    before = list(Guesses.objects.values())
    assert all(is_asked(tries(Client(), "222222")) for _ in range(5))
    assert list(Guesses.objects.values()) == before


async def hears_of(socket: Socket, what: str) -> str:
    """Wait for the next fragment with this in it."""
    while what not in (html := (await socket.hears()).get("html", "")):
        pass
    return str(html)


async def test_the_room_sees_them_from_the_first_newcomer_with_the_code_on(lobby_4b, ana_teacher, socket_of):
    teacher = await teacher_at(ana_teacher)
    sockets = [socket_of(teacher, f"/ws/sessions/{lobby_4b.pk}/{page}/") for page in ("lobby", "screen")]
    for socket in sockets:
        assert await socket.connects()
        assert await hears_of(socket, 'id="room-pictures" hidden')
    await AsyncClient().post(reverse("join"), {"code": lobby_4b.code}, follow=True)
    for socket in sockets:
        shown = await hears_of(socket, "#pic-")
        assert re.findall(r"#pic-(\w+)", shown) == list(board_pictures._drawn(lobby_4b, 0))
    page = await teacher.get(reverse("session_screen", args=[lobby_4b.pk]))
    assert "Are you asked for pictures?" in words(page)


def test_the_page_is_drawn_once_for_all_wrong_codes_and_knows_the_address_of_each(lobby_4b):
    """Drawn for each, 200 wrong codes a second from its address would keep a class waiting for seconds."""
    for code in ("222222", "333333"):
        asked = Client().get(reverse("join_names", args=[code]), follow=True)
        assert f'name="next" value="{escape(asked.request["PATH_INFO"])}?code={code}"' in asked.content.decode()
    drawn_before = drawn._frame.cache_info().misses
    assert [Client().get(f"/join/66666{n}/", follow=True).status_code for n in range(5)] == [200] * 5
    assert drawn._frame.cache_info().misses == drawn_before


def test_a_try_without_the_pictures_is_sent_on_by_two_queries_and_no_view(lobby_4b, django_assert_num_queries):
    tries(Client(), "222222")  # from here on this process knows of the noise
    for pictures in ((), ("apple", "star", "fish")):
        for code, queries in (("222222", 2), (lobby_4b.code, 2), ("not a code", 1)):
            with django_assert_num_queries(queries):
                answer = tries(Client(enforce_csrf_checks=True), code, *pictures)
            assert (is_asked(answer), answer.cookies) == (True, {})


def test_without_scripts_each_tap_is_kept_and_the_third_lets_in(lobby_4b):
    browser, tapped = Client(), board_pictures._drawn(lobby_4b, 0)
    page = tries(browser, lobby_4b.code)
    for place, picture in enumerate(tapped):
        assert f'name="picked" value="{",".join(tapped[:place])}"' in browser.get(page.url).content.decode()
        said = {"code": lobby_4b.code, "picked": ",".join(tapped[:place]), "pick": picture}
        page = browser.post(reverse("join"), said)
    assert page.url == reverse("join_names", args=[lobby_4b.code])


def test_an_address_whose_tries_are_forgotten_is_asked_for_nothing(lobby_4b):
    assert is_asked(tries(Client(), lobby_4b.code))
    Guesses.objects.all().delete()
    assert tries(Client(), lobby_4b.code).url == reverse("join_names", args=[lobby_4b.code])


def test_a_device_that_a_class_shared_hears_that_the_lesson_is_over_though_its_address_is_noisy(lobby_4b):
    shared = Client()
    Guesses.objects.update(failures=1)
    shared.post(reverse("join_shared", args=[lobby_4b.code]))
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET)
    tries(Client(), "222222")
    ClassSession.objects.update(state=ClassSession.State.ENDED)
    assert "This lesson is over." in words(tries(shared, lobby_4b.code))
    assert is_asked(tries(Client(), lobby_4b.code))


def asked_for(path: str, **cookies: str) -> dict[str, Any]:
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = [(b"host", b"testserver"), (b"cookie", cookie.encode()), (b"accept-language", b"is")]
    return {
        "type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers, "http_version": "1.1",
        "scheme": "http", "client": ("127.0.0.1", 5000), "server": ("testserver", 80), "root_path": "",
    }  # fmt: skip


def test_strangers_there_wait_apart_from_who_is_known_and_from_all_other_pages(lobby_4b):
    known = Client()
    Guesses.objects.update(failures=1)
    tries(known, lobby_4b.code)
    Guesses.objects.update(failures=throttling.ADDRESS_BUDGET)
    tries(Client(), "222222")
    shown = known.cookies["class"].value
    assert [is_strangers(asked_for(path)) for path in ("/join/222222/", "/join/", "/table/222222/")] == [
        True,
        True,
        False,
    ]
    assert is_strangers(asked_for("/join/222222/", **{"class": shown[:-1]}))
    assert not is_strangers(asked_for("/join/222222/", **{"class": shown}))
    assert not is_strangers(asked_for("/join/222222/") | {"client": ("10.0.0.9", 5000)})


async def test_more_strangers_than_may_wait_are_told_to_try_again_at_once(lobby_4b):
    pages = Pages(lambda scope: True)
    pages._strangers = MOST_STRANGERS
    asked = ApplicationCommunicator(pages, asked_for("/join/222222/"))
    await asked.send_input({"type": "http.request", "body": b""})
    start, body = await asked.receive_output(), await asked.receive_output()
    assert (start["status"], (b"Retry-After", b"1") in start["headers"]) == (503, True)
    assert body["body"].decode() == "Mörg börn eru að koma inn. Bíddu smástund og reyndu svo aftur.\n"
