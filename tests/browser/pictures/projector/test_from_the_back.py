"""The projector from the last row: a class of two fills the room as one of 28 does, nothing scrolls, nothing that a
class has to read is lower than a fortieth of the screen, and no face stands on words."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from game.screens.contract import SUN_STEPS
from tests.browser.pictures.screen import Screen
from tests.browser.pictures.shown import Pictures

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PROJECTORS = {1920: 1080, 1366: 768, 1280: 720, 1024: 768}
FAR = (Path(__file__).parent / "far.js").read_text()
NONE: list[str] = []
CROWDED = """([list, many, name]) => {
  const [first, second] = document.querySelectorAll(`:is(#${list}, .${list}) > *`);
  window.pattern ??= second.cloneNode(true);
  const clones = Array.from({ length: many }, () => window.pattern.cloneNode(true));
  if (name) for (const clone of clones) clone.insertAdjacentHTML("beforeend", `<span class="name">${name}</span>`);
  first.parentElement.replaceChildren(...clones);
}"""
"""Fills the lobby's places, the little tables, the class at its end or the tiles of children who play alone with so
many of their second; again with another number as often as one likes."""
LARGEST = """list => Math.max(...[...document.querySelectorAll(`.${list} :is(.face, .run)`)].map(
  face => face.getBoundingClientRect().height / innerHeight))"""
"""How high the faces of a list are, in screens."""
LETTERS = """words => Math.min(...[...document.querySelectorAll(words)].map(
  each => parseFloat(getComputedStyle(each).fontSize) / innerHeight))"""
"""How high the letters of the smallest of these words are, in screens."""
APART = """code => {
  const words = document.querySelector(".join-code"), range = document.createRange();
  words.textContent = code;
  range.selectNodeContents(words);
  const ends = range.getBoundingClientRect(), qr = document.querySelector(".way-in .qr").getBoundingClientRect();
  return [ends.right <= qr.left && ends.top < qr.bottom, qr.width / innerWidth];
}"""
"""Whether a code ends before the QR code beside it begins, and how wide that is then, in screens."""
NOT_REACHED = """() => {
  const number = document.createElementNS("http://www.w3.org/2000/svg", "text");
  number.textContent = "5";
  document.querySelector(".path .now .tick")?.replaceWith(number);
}"""
A_SIXTH, A_THIRD = 1 / 6, 1 / 3
CLOSED = 4404
COVERED = """step => {
  const sky = document.querySelector(".sky"), box = sky.getBoundingClientRect();
  sky.querySelector(".disc").style.transition = "none";
  sky.dataset.step = step;
  const disc = sky.querySelector(".rim").getBoundingClientRect();
  const at = disc.left + disc.width / 2, low = disc.top + disc.height / 2 + 0.045 * innerHeight;
  return [...document.querySelectorAll("#daylight, .head, .corner, #tables")].filter((words) => {
    const { left, right, top } = words.getBoundingClientRect();
    return at > left && at < right && Math.min(low, box.bottom) > top + 1;
  }).map(({ id, className }) => id || className);
}"""
"""What the sun stands behind at this step of its way: the words about it, the head, the tables."""
UPON = """([upper, lower]) => {
  const boxes = (list) => [...document.querySelectorAll(list)].map((each) => each.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes(upper).filter((each) => boxes(lower).some((other) => meet(each, other))).length;
}"""
"""How many of the upper lie upon any of the lower."""
PLACES = """() => [...document.querySelectorAll("h1, .corner, .little, .goal")].map(
  each => JSON.stringify(each.getBoundingClientRect()))"""


@pytest.mark.parametrize(
    ("name", "crowd", "child", "sizes"),
    [
        ("projector-lobby-screen", "arrivals", "", (2, 4, 6, 8, 12, 15, 18, 21, 24, 28, 40, 48)),
        ("projector-lobby-screen", "arrivals", "Guðrún Jó.", (2, 4, 6, 8, 12, 18, 20, 24, 28, 32, 40)),
        ("projector-playing-screen", "tables", "", (1, 3, 4, 5, 7, 8, 10, 14, 20)),
        ("projector-teams-screen", "tables", "", (1, 3, 6)),
        ("projector-sun-screen", "tables", "", (1, 2, 3, 7)),
        ("projector-ended-screen", "crowd", "", (2, 12, 15, 18, 21, 28, 40, 48)),
        ("projector-count-in-screen", "side", "", (2, 6, 14, 20)),
        ("projector-evening-screen", "crowd", "", (2, 12, 28, 40, 48)),
        ("projector-teams-ended-screen", "crowd", "", (2, 12, 28, 40)),
        ("projector-solo-screen", "runs", "", (2, 4, 10, 12, 18, 24, 28, 40, 48)),
    ],
)
def test_a_class_of_any_size_is_seen_from_the_back(
    screen: Screen, pictures: Pictures, name: str, crowd: str, child: str, sizes: tuple[int, ...]
) -> None:
    screen.shows(pictures[name])
    found: dict[tuple[int, int], list[str]] = {}
    for many in sizes:
        screen.page.evaluate(CROWDED, [crowd, many, child])
        found |= {(many, width): page.evaluate(FAR) for width, page in screen.at_widths(PROJECTORS)}
    assert {where: faults for where, faults in found.items() if faults != NONE} == {}


def test_the_week_whose_goal_is_not_reached_yet_is_read_from_the_back(screen: Screen, pictures: Pictures) -> None:
    """Whether the demo class has reached it differs by the day."""
    screen.shows(pictures["projector-lobby-screen"])
    screen.page.evaluate(NOT_REACHED)
    found = {width: page.evaluate(FAR) for width, page in screen.at_widths(PROJECTORS)}
    assert found == dict.fromkeys(PROJECTORS, NONE)


@pytest.mark.parametrize(
    "name",
    [
        "projector-first-round-screen",
        "projector-between-screen",
        "projector-count-in-screen",
        "projector-podium-screen",
        "projector-eyes-up-screen",
    ],
)
def test_what_a_class_looks_up_to_is_read_from_the_back(screen: Screen, pictures: Pictures, name: str) -> None:
    screen.shows(pictures[name])
    found = {width: page.evaluate(FAR) for width, page in screen.at_widths(PROJECTORS)}
    assert found == dict.fromkeys(PROJECTORS, NONE)


@pytest.mark.parametrize(
    ("name", "words", "least"),
    [
        ("projector-ended-screen", ".facts li:not(:has(.versus))", 1 / 36),
        ("projector-count-in-screen", ".beat", A_THIRD),
    ],
)
def test_what_a_class_has_done_and_how_it_counts_itself_in_is_larger_still(
    screen: Screen, pictures: Pictures, name: str, words: str, least: float
) -> None:
    screen.shows(pictures[name])
    found = {width: page.evaluate(LETTERS, words) for width, page in screen.at_widths(PROJECTORS)}
    assert {width: high for width, high in found.items() if not least <= high < 1} == {}


@pytest.mark.parametrize(("name", "many"), [("projector-teams-screen", 12), ("projector-playing-screen", 32)])
def test_many_tables_need_no_scrolling(screen: Screen, pictures: Pictures, name: str, many: int) -> None:
    """Their cards are too low to be read from the back: more tables than a class of 40 has at two to a table."""
    screen.shows(pictures[name])
    screen.page.evaluate(CROWDED, ["tables", many, ""])
    found = {width: page.evaluate(FAR) for width, page in screen.at_widths(PROJECTORS)}
    assert {width: said for width, faults in found.items() for said in faults if said.startswith("scrolls")} == {}


def test_on_a_phone_no_button_lies_on_words_and_no_number_on_a_card(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["projector-playing-screen"])
    screen.page.evaluate(CROWDED, ["tables", 9, ""])
    for _width, page in screen.at_widths({320: 568, 390: 667}):
        assert page.evaluate(UPON, [".sound", ".goal"]) == page.evaluate(UPON, [".little .number", ".heap"]) == 0


@pytest.mark.parametrize(("many", "least"), [(2, 1 / 8), (6, 1 / 12), (12, 1 / 16), (20, 1 / 20)])
def test_the_number_that_lies_on_a_table_is_large_however_many_there_are(
    screen: Screen, pictures: Pictures, many: int, least: float
) -> None:
    screen.shows(pictures["projector-playing-screen"])
    screen.page.evaluate(CROWDED, ["tables", many, ""])
    found = {width: page.evaluate(LETTERS, ".little .small-card") for width, page in screen.at_widths(PROJECTORS)}
    assert {width: high for width, high in found.items() if high < least} == {}


@pytest.mark.parametrize(
    ("name", "kind", "least"),
    [
        ("projector-ended-screen", "crowd", A_THIRD),
        ("projector-solo-screen", "runs", A_THIRD),
        ("projector-lobby-screen", "arrivals", A_SIXTH),
    ],
)
def test_two_children_fill_the_room(screen: Screen, pictures: Pictures, name: str, kind: str, least: float) -> None:
    screen.shows(pictures[name])
    screen.page.evaluate(CROWDED, [kind, 2, ""])
    found = {width: page.evaluate(LARGEST, kind) for width, page in screen.at_widths({1920: 1080, 1366: 768})}
    assert {width: high for width, high in found.items() if high < least} == {}


LONGER = """() => {
  const say = (words, places) => document.querySelectorAll(places).forEach((place) => (place.textContent = words));
  say("Aprendimos: dar la vuelta con ±2", ".panels h2");
  say("de cada 100 cartas, 11 errores menos que la última vez", ".thanked + span");
}"""
"""Says what was learnt, and what each is thanked for, in the longest words of Spanish."""


def test_longer_words_between_two_rounds_fit_beside_a_challenge(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["projector-between-screen"])
    screen.page.evaluate(LONGER)
    found = {width: page.evaluate(FAR) for width, page in screen.at_widths(PROJECTORS)}
    assert found == dict.fromkeys(PROJECTORS, NONE)


@pytest.mark.parametrize("code", ["XWM WGX", "WMW NGQ"])
def test_a_code_of_wide_letters_is_whole_beside_a_qr_code_that_can_be_scanned(
    screen: Screen, pictures: Pictures, code: str
) -> None:
    screen.shows(pictures["projector-lobby-screen"])
    found = {width: page.evaluate(APART, code) for width, page in screen.at_widths(PROJECTORS)}
    assert {width: apart for width, (apart, wide) in found.items() if not apart or wide < 1 / 10} == {}


def test_the_sun_goes_down_over_no_words(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["projector-sun-screen"])
    assert screen.page.locator(".sky").get_attribute("data-step") == "6"
    found = {
        (width, step): covered
        for width, page in screen.at_widths(PROJECTORS)
        for step in range(SUN_STEPS + 1)
        if (covered := page.evaluate(COVERED, step))
    }
    assert found == {}


def test_a_small_table_whose_last_card_lies_face_down_has_a_pile(screen: Screen, pictures: Pictures) -> None:
    screen.shows(pictures["projector-playing-screen"])
    screen.page.evaluate(CROWDED, ["tables", 10, ""])
    pile = screen.page.locator(".little .under")
    assert not pile.first.is_visible()
    screen.page.locator(".little .small-card").first.evaluate("card => card.remove()")
    assert (pile.first.is_visible(), pile.last.is_visible()) == (True, False)


def test_a_challenge_stands_beside_the_podium(pictures: Pictures) -> None:
    html = pictures["projector-podium-screen"].html
    assert [html.count(f'class="{part}"') for part in ("podium", "versus")] == [1, 1]


def test_a_lost_line_is_told_over_the_screen_and_nothing_moves(screen: Screen, pictures: Pictures) -> None:
    """The way in, which leads nowhere then, does not look out from under it."""
    screen.shows(pictures["projector-playing-screen"])
    for _width, page in screen.at_widths({1366: 768}):
        before = page.evaluate(PLACES)
        page.evaluate("code => server.close(code)", CLOSED)
        expect(page.locator("[data-banner]")).to_be_visible()
        expect(page.locator(".corner")).not_to_be_visible()
        assert page.evaluate(PLACES) == before
