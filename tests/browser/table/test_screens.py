"""Every page and every state of the table is accessible: it fits, axe finds nothing, a strict policy is kept."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import People
from tests.browser.driving import fake_server, pages
from tests.browser.driving.fake_server import Table
from tests.browser.driving.looks import axe_violations, faults, forbidden
from tests.browser.driving.people import PHONE, Child, Teacher
from tests.browser.driving.server import Server

pytestmark = pytest.mark.long

SCREENS: list[ViewportSize] = [
    {"width": 320, "height": 454},
    {"width": 360, "height": 560},
    {"width": 640, "height": 300},
    {"width": 768, "height": 954},
    {"width": 1366, "height": 625},
]
SMALLEST = 44
"""CSS px that a card measures at least, both ways (screens 3.2)."""


@pytest.fixture(scope="module")
def server(school: Server) -> Server:
    return school


@pytest.fixture(scope="module")
def teacher(same_people: People, prepared_school: Path) -> Teacher:
    return pages.demo_teacher(same_people, prepared_school)


@pytest.fixture
def table(child: Child) -> Iterator[Table]:
    table = Table(child, PHONE, has_touch=True)
    yield table
    table.leaves()


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen['width']}x{screen['height']}")
def test_thirty_six_cards_fit_without_scrolling(table: Table, screen: ViewportSize) -> None:
    table.page.set_viewport_size(screen)
    table.shows(fake_server.playing())
    cards = table.person.cards.evaluate_all("cards => cards.map(card => card.getBoundingClientRect().toJSON())")
    assert len(cards) == fake_server.MANY
    assert min(min(card["width"], card["height"]) for card in cards) >= SMALLEST - 0.05
    assert max(card["right"] for card in cards) <= screen["width"]
    assert max(card["bottom"] for card in cards) <= screen["height"]
    wide, high = table.page.evaluate("() => [document.body.scrollWidth, document.body.scrollHeight]")
    assert (wide, high) == (screen["width"], screen["height"])
    draw = table.page.locator("#drawbox").bounding_box()
    pile = table.page.locator("#top .pile").bounding_box()
    assert draw
    assert pile
    assert min(draw["width"], draw["height"]) >= SMALLEST


STATES = {
    "waiting": lambda: fake_server.waiting(),
    "countdown": lambda: fake_server.counting_down(int(time.time() * 1000) + 60_000),
    "a few cards": lambda: fake_server.playing(10, seats=3, away=frozenset({1}), computer=frozenset({2})),
    "a full hand": lambda: fake_server.playing(),
    "standstill": lambda: fake_server.at_a_standstill(int(time.time() * 1000) + 60_000),
    "result": lambda: fake_server.over(),
}


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_at_a_table_in_the_state(table: Table, state: str) -> None:
    table.shows(STATES[state]())
    assert faults(table.page, where=state) == []
    assert forbidden(table.page.locator("#board").evaluate("board => board.outerHTML")) == []


def test_axe_finds_nothing_while_a_wrong_card_is_explained(table: Table) -> None:
    table.shows(fake_server.playing())
    table.page.evaluate(
        "() => { server.answers.move = ({aid}) => ({t: 'no', aid, n: server.n, why: 'wrong', ms: 60000, html: '',"
        " say: '7 does not fit on 4 ±2.'}); }"
    )
    table.person.taps(next(iter(table.person.hand())))
    table.person.is_told("7 does not fit on 4 ±2.")
    assert faults(table.page, where="wrong") == []


def test_axe_finds_nothing_while_the_line_is_lost(table: Table) -> None:
    table.shows(fake_server.playing())
    table.person.forgives("net::ERR_FAILED")
    table.page.route("**/board/**", lambda route: route.abort())
    table.page.evaluate("() => { server.refuse = true; server.close(1006); }")
    expect(table.person.banner()).to_be_visible()
    assert faults(table.page, where="lost") == []


def test_axe_finds_nothing_on_any_page(people: People, teacher: Teacher) -> None:
    stranger = people(Child)
    stranger.forgives("status of 404")
    found = []
    for person, addresses in ((stranger, pages.STRANGERS), (teacher, pages.teachers_pages(teacher))):
        for address in addresses:
            person.goes(address)
            found += faults(person.page)
            found += forbidden(person.page.request.get(person.page.url).text())
    assert found == []


def test_axe_finds_nothing_on_the_pages_of_a_lesson(people: People, teacher: Teacher) -> None:
    if not hasattr(teacher, "classroom"):
        pages.teachers_pages(teacher)
    addresses, children = pages.lesson(people, teacher)
    found = []
    for address in addresses:
        teacher.goes(address)
        found += faults(teacher.page)
    found += faults(children[0].page)
    children[0].goes(f"/join/{_code(teacher)}/")
    found += faults(children[0].page)
    children[0].page.go_back()
    teacher.goes(f"/sessions/{teacher.session}/")
    teacher.starts()
    for child in children:
        child.comes_to_the_table()
    found += faults(teacher.page, where="monitor")
    teacher.goes(f"/sessions/{teacher.session}/screen/")
    found += faults(teacher.page)
    teacher.ends()
    found += faults(teacher.page)
    children[0].page.wait_for_url("**/waiting/")
    found += faults(children[0].page, where="after the lesson")
    assert found == []


def _code(teacher: Teacher) -> str:
    teacher.goes(f"/sessions/{teacher.session}/")
    return teacher.page.locator(".code").first.inner_text().replace(" ", "")


def test_a_form_with_mistakes_is_as_clear_and_its_summary_has_the_focus(people: People) -> None:
    teacher = people(Teacher)
    teacher.goes("/accounts/sign-up/")
    teacher.presses("Create account")
    expect(teacher.page.get_by_role("heading", name="There is a problem")).to_be_visible()
    expect(teacher.page).to_have_title(re.compile("^Error: "))
    expect(teacher.page.locator(".error-summary")).to_be_focused()
    assert faults(teacher.page) == []


def test_reduced_motion_leaves_nothing_that_moves(child: Child) -> None:
    table = Table(child, PHONE, has_touch=True, reduced_motion="reduce")
    table.shows(fake_server.playing())
    table.person.taps(next(iter(table.person.hand())))
    table.pushes(fake_server.top_numbered(fake_server.playing(), 1010, 1010))
    table.person.sees_top(1010)
    assert table.page.evaluate("() => document.getAnimations().length") == 0
    assert table.page.locator("#fly > :not(b)").count() == 0
    table.leaves()


def test_large_text_still_shows_the_pile_and_every_card(table: Table) -> None:
    table.page.set_viewport_size(PHONE)
    table.shows(fake_server.playing(12))
    table.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    expect(table.page.locator("#top .pile")).to_be_in_viewport(ratio=0.9)
    expect(table.person.cards.last).to_be_in_viewport()
    assert axe_violations(table.page) == []
