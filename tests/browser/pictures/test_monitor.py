"""A monitor on which nothing moves but numbers: a tile is as high after its round as in it. And what it shows of what
comes too late."""

import re

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Page, Route, expect

from classroom.live.monitor.seat_tiles import SeatTile
from classroom.live.monitor.tiles import TableTile, tile_html
from game.nine_to_nothing import words
from game.screens.contract import SmallCard
from tests.browser.pictures.screen import Screen
from tests.browser.pictures.shown import Pictures

pytestmark = [pytest.mark.django_db, pytest.mark.long]

FULL = 4
TABLES = 7
STATES = "waiting", "playing", "finished"
HIGH = """([html, many]) => {
  const tiles = document.querySelector(".tiles");
  tiles.innerHTML = html.repeat(many);
  return Math.round(tiles.lastElementChild.getBoundingClientRect().bottom - tiles.getBoundingClientRect().top);
}"""
"""How far down the last of so many of these tiles ends."""


LINES = """([html, many]) => {
  document.querySelector(".tiles").innerHTML = html.repeat(many);
  return [...document.querySelectorAll(".who a, .net > span")].map(part => {
    const words = document.createRange();
    words.selectNodeContents(part);
    return new Set([...words.getClientRects()].map(line => Math.round(line.top))).size;
  });
}"""
"""On how many lines each name stands, and how good each connection is."""
FEW = 3


def tile(badge: str, **changed: object) -> str:
    seat = {
        "student": 7, "character": "fox", "colour": "teal", "net": "", "standing": "5", "held": 50, "away": None,
        "ready": True, "computer": False, "reason": "", "turn": False, "place": None, "left": 5,
        **changed,
    }  # fmt: skip
    seats = tuple(SeatTile(number=number, name="Amir", **seat) for number in range(FULL))  # type: ignore[arg-type]
    card = SmallCard("7", "±1", 1) if badge == "playing" else None
    return tile_html(TableTile(1, "ABC", 1, 1, badge, 0, "", card, None, False, seats))


@pytest.mark.parametrize("language", ["en", "is", "es"])
def test_a_tile_is_as_high_before_and_after_its_round_as_in_it(
    screen: Screen, pictures: Pictures, language: str
) -> None:
    screen.shows(pictures["teacher-playing-monitor"])
    with translation.override(language):
        tiles = {badge: tile(badge) for badge in STATES}
    found = {
        width: {page.evaluate(HIGH, [html, TABLES]) for html in tiles.values()}
        for width, page in screen.at_widths({390: 844, 1366: 768})
    }
    assert {width: high for width, high in found.items() if len(high) > 1} == {}


@pytest.mark.parametrize("many", [FEW, TABLES])
@pytest.mark.parametrize("language", ["en", "is", "es"])
def test_on_a_phone_no_word_beside_a_standing_in_words_is_broken(
    screen: Screen, pictures: Pictures, language: str, many: int
) -> None:
    screen.shows(pictures["teacher-playing-monitor"])
    with translation.override(language):
        said = gettext("at %(target)s · %(points)s") % {"target": 9, "points": words.points(12)}
        html = tile("playing", net="slow", left=None, held=None, standing=said)
    for _width, page in screen.at_widths({320: 568, 390: 844}):
        assert max(page.evaluate(LINES, [html, many])) <= 2


OF_THE_CHILD = "() => server.push(document.getElementById(document.getElementById('drawer').dataset.table).outerHTML)"
"""Something has happened at the table of the child in the drawer."""
DRAWER = '<aside id="drawer"><h2 id="drawer-name" tabindex="-1">{0}</h2><div id="drawer-live">{0}</div></aside>'


def asked_of(page: Page) -> list[Route]:
    """Return what the page asks for from now on, each to be answered by the test."""
    asked = list[Route]()
    page.route(re.compile("/sessions/|undefined"), lambda route: asked.append(route))
    return asked


def waits(page: Page, asked: list[Route], number: int) -> None:
    while len(asked) < number:
        page.wait_for_timeout(10)


def answers(route: Route, html: str) -> None:
    """Answer, and wait until the page has heard it."""
    page = route.request.frame.page
    with page.expect_response(route.request.url) as answer:
        route.fulfill(body=html, content_type="text/html")
    answer.value.finished()
    page.evaluate("() => new Promise(done => setTimeout(done))")


def test_a_drawer_that_was_asked_for_last_shows_nothing_of_the_one_before(screen: Screen, pictures: Pictures) -> None:
    """Neither what lived in it nor what a form of it has changed, both of which are answered late."""
    screen.shows(pictures["teacher-playing-drawer"])
    page = screen.page
    asked = asked_of(page)
    page.locator("#break").click()
    waits(page, asked, 1)
    page.locator(".tile h2 a").last.click()
    waits(page, asked, 2)
    page.evaluate(OF_THE_CHILD)
    waits(page, asked, 3)
    answers(asked[0], "<div id='said'>Done.</div>")
    answers(asked[1], DRAWER.format("Table 3"))
    answers(asked[2], "<div id='drawer-live'>Table 1</div>")
    expect(page.locator("#drawer-name")).to_be_focused()
    expect(page.locator("#drawer-live")).to_have_text("Table 3")
    assert len(asked) == 3
    page.unroute_all()


def test_a_drawer_that_came_with_its_page_shows_what_a_form_of_it_has_changed(
    screen: Screen, pictures: Pictures
) -> None:
    screen.shows(pictures["teacher-playing-drawer"])
    page = screen.page
    asked = asked_of(page)
    page.locator("#break").click()
    waits(page, asked, 1)
    with page.expect_request(page.url):
        answers(asked[0], "<div id='said'>Done.</div>")
    page.unroute_all()


LOOK_FIRST = """() => {
  document.querySelector('[href="?sort=look"]').dataset.lookFirst = "";
  const tiles = document.getElementById("tiles").cloneNode(true);
  tiles.lastElementChild.classList.add("look");
  server.push(tiles.outerHTML);
}"""
NOTES_SUBMITS = """() => {
  window.sent = [];
  addEventListener("submit", (event) => {
    sent.push(event.submitter.id);
    event.preventDefault();
    event.stopPropagation();
  }, true);
}"""


def test_keys_stay_where_they_are_and_mean_what_they_say(screen: Screen, pictures: Pictures) -> None:
    """The focus on a table that is put first is kept; the space bar that scrolls back pauses nobody."""
    screen.shows(pictures["teacher-playing-monitor"])
    page = screen.page
    page.evaluate(NOTES_SUBMITS)
    page.keyboard.press("Shift+Space")
    assert page.evaluate("sent") == []
    page.keyboard.press("Space")
    assert page.evaluate("sent") == ["pause"]
    link = page.locator(f"#{page.locator('.tile h2 a').last.get_attribute('id')}")
    link.focus()
    page.evaluate(LOOK_FIRST)
    expect(page.locator(".tile").first.locator(link)).to_have_count(1)
    expect(link).to_be_focused()
