"""Where many wrong codes come from, newcomers tap the pictures that stand in the room, and nobody else is asked."""

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from classroom.joining.sign_in.throttling import ADDRESS_BUDGET
from tests.browser.conftest import NAMES, People, alone
from tests.browser.driving.people import PHONE, Child, Teacher
from tests.browser.driving.server import Server
from tests.browser.prepared import copied


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    """A server whose only address shouts."""
    with alone(copied(prepared, tmp_path_factory.mktemp("noisy"))) as server:
        yield server


def shout(server: Server) -> None:
    line = http.client.HTTPConnection("127.0.0.1", server.port)
    told = []
    for _shot in range(ADDRESS_BUDGET + 1):
        line.request("GET", "/join/222222/")
        answer = line.getresponse()
        told.append(answer.status)
        answer.read()
    line.close()
    assert (set(told[:-1]), told[-1]) == ({404}, 302)


def pictures_on(page: Page) -> list[str]:
    return page.locator("#room-pictures .word").all_inner_texts()


def test_a_newcomer_taps_what_the_projector_shows_and_who_was_here_before_is_not_asked(people: People, server):
    teacher, at_once = people(Teacher), people(Child)
    teacher.signs_up("okoro@school.example")
    teacher.makes_a_class("4B", NAMES)
    code = teacher.opens_a_session()
    at_once.joins(code, "Amir")
    projector = teacher.opens_a_page()
    projector.goto(f"/sessions/{teacher.session}/screen/")
    expect(projector.locator("#room-pictures")).to_be_hidden()
    shout(server)

    child = people(Child, PHONE, has_touch=True)
    newcomer = child.page
    newcomer.goto("/join/")
    newcomer.get_by_label("Type the code on the board").fill(code)
    newcomer.get_by_role("button", name="Go").click()
    expect(newcomer.get_by_role("heading", name="Tap the 3 pictures on the board.")).to_be_visible()
    expect(projector.locator("#room-pictures .word")).to_have_count(3)
    expect(teacher.page.locator("#room-pictures .word")).to_have_count(3)
    for name in reversed(pictures_on(projector)):
        newcomer.get_by_role("button", name=name, exact=True).tap()
    newcomer.get_by_role("button", name="Go").tap()
    expect(newcomer.locator("#error")).to_have_text("That is not it. Look at the board again.")
    for name in pictures_on(projector):
        newcomer.get_by_role("button", name=name, exact=True).focus()
        newcomer.keyboard.press("Enter")
    newcomer.keyboard.press("Enter")
    expect(newcomer.get_by_role("button", name="Bea")).to_be_visible()
    newcomer.get_by_role("button", name="Bea").tap()
    expect(newcomer.get_by_text("Wait for your teacher.")).to_be_visible()

    at_once.page.goto(f"/join/{code}/")
    expect(at_once.page.get_by_role("button", name="Chen")).to_be_visible()
