"""Every screen of a child, in every language and every mode of a device: it can be read and pressed, and shows where
one is.

The pages are drawn by the server and shown by a browser without it. Each is loaded once; a mode costs one look.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page
from pytest_django import DjangoDbBlocker

from tests.browser.driving.strained import AS_BEFORE, COVERED, OUT_OF_SIGHT, ROLLS, TWICE, WIDER, ZOOMED
from tests.browser.pictures import children
from tests.browser.pictures.conftest import committed
from tests.browser.pictures.screen import THEMES, WIDTHS, Screen
from tests.browser.pictures.shown import Pictures
from tests.browser.pictures.test_layout import NEVER

pytestmark = [pytest.mark.django_db, pytest.mark.long]

HERE = Path(__file__).parent
MEASURE, COLOURS = ((HERE / name).read_text() for name in ("facts.js", "colours.js"))
PLAIN = ("sideways", "cut", "over", "small", "tiny", "doubled")
"""What a screen has none of at 320 px: it scrolls sideways; a text is cut, or lies over another; what a child presses
is under 48 px, what it reads under 14; two elements have one id. A table has nothing that a page in English never has:
it has room for the words of every language."""
STRAINED = ("sideways", "cut")
"""What it has none of with wide text (WCAG 1.4.12) and at 400 % (1.4.10)."""
BIG = ("sideways", "cut", "over", "covered", "rolls")
"""What it has none of with text twice as big (WCAG 1.4.4): what is pressed is covered, or a part scrolls sideways, too;
only the hand may."""
BIG_AT = {320: 568, 390: 844, 1366: 768}
SEEN = ("pale", "unmarked", "moving")
"""What it has none of in any mode: a text under 4.5:1 (large: 3:1), a focus that does not show, movement where a device
asks for none (this one does)."""
NARROW = 320
MOST_WORDS = 20
"""So many words of a table in play may change with a move, in every language: a child reads them while others play."""
CHANGING = r"""() => {
  if (document.getElementById("over")?.dataset.phase !== "playing") return null;
  const still = "button, summary, noscript, .name, .seat .counts, .goal, .vh, [hidden]", words = [];
  for (const part of document.querySelectorAll("#board, #says, #picture, #note")) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: of, data } = texts.currentNode;
      const isSeen = !of.closest(still) && of.checkVisibility({ visibilityProperty: true });
      if (isSeen) words.push(...(data.match(/\p{L}{2,}/gu) ?? []));
    }
  }
  return words;
}"""
"""The words of a table in play without what stays: buttons, names, what others have, what is to be made."""
HELD_SIDEWAYS = {667: 375, 844: 390}
SIDEWAYS = ("under", "sideways", "cut", "over", "pale")
CARDS_AT_ONCE = ("practice", "practice-answered", "check-up", "catch")
WIDE = 1024
SEEN_AT_ONCE = {
    600: {
        "my-face": "main .button.primary",
        "practice-hint": ".practice .number-picture",
        "table-solo-over-found": ".clocks .button",
    },
    768: {"start": ".tasks .button, .as-you-like > .button", "own-table": ".own-table > .primary"},
}
"""What a wide screen of this height shows without scrolling."""
BELOW = """parts => parts.filter(part => part.getBoundingClientRect().bottom > innerHeight)
  .map(part => part.textContent.trim())"""
GREETING = ("type-name", "ask", "asked", "locked", "after-break", "too-late", "card-lost", "homework")
ROOM = """() => {
  const [face, said] = [".own-face", ".stack"].map(each => document.querySelector(`.greets > ${each}`)
    .getBoundingClientRect());
  const pressed = document.querySelector(".greets .button");
  return {
    beside: said.left >= face.right && said.top < face.bottom,
    large: face.width * face.height > .12 * innerWidth * innerHeight,
    seen: !pressed || pressed.getBoundingClientRect().bottom <= innerHeight,
  };
}"""
"""Where the words of a page stand that says one thing; whether its face takes an eighth of the screen; and whether what
is pressed first is seen at once."""
FOOT = ".round > :last-child"
UNDER_CHIPS = """() => {
  const well = document.querySelector(".well"), at = well.getBoundingClientRect(), chips = [];
  for (const [side, flipped] of [["::before", false], ["::after", true]]) {
    const drawn = getComputedStyle(well, side), [left, top, wide, high] = ["left", "top", "width", "height"].map(
      each => parseFloat(drawn[each]));
    for (const place of drawn.backgroundPosition.split(", ")) {
      const [x, y] = place.split(" ").map(parseFloat), across = wide * x / 100;
      chips.push([at.left + left + (flipped ? wide - across : across), at.top + top + high * y / 100]);
    }
  }
  if (chips.length !== 24) return chips;
  const texts = document.createTreeWalker(document.querySelector(".round"), NodeFilter.SHOW_TEXT);
  const covered = [well.querySelector(".face").getBoundingClientRect()], range = document.createRange();
  while (texts.nextNode()) { range.selectNode(texts.currentNode); covered.push(...range.getClientRects()); }
  return chips.filter(([x, y]) => covered.some(({ left, right, top, bottom, width }) => width > 1
    && x > left && x < right && y > top && y < bottom));
}"""
"""The middles of the chips that lie on the own face or on a word; all of them, were they not 24."""
ON_A_PILE = """() => {
  const [draw, top] = ["#drawbox", "#top .card"].map(each => document.querySelector(each).getBoundingClientRect());
  return ["pause", "sort"].filter(id => {
    const { left, right, top: upper, bottom } = document.getElementById(id).getBoundingClientRect();
    return [draw, top].some(pile => left < pile.right && pile.left < right && upper < pile.bottom && pile.top < bottom);
  });
}"""
"""The buttons that lie on the draw pile or the top card."""
UNDER_A_TICK = """children => children.filter(child => {
  const name = document.createRange(), tick = child.querySelector(".sign").getBoundingClientRect();
  name.selectNode([...child.childNodes].find(part => part.nodeType === Node.TEXT_NODE && part.data.trim()));
  return [...name.getClientRects()].some(line => line.width > 1 && tick.left < line.right - 1
    && line.left + 1 < tick.right && tick.top < line.bottom && line.top < tick.bottom);
}).map(child => child.textContent.trim())"""
Look = tuple[Sequence[str], dict[str, Any]]
"""What is asked of a look, and its facts."""
FEWEST, FEWEST_IN_PLAY = 50, 30
MODES = 3 + len(THEMES)


class Looks(NamedTuple):
    """The looks at all screens, by what was done to them; the words that change in play."""

    modes: dict[str, Look]
    sideways: dict[str, Look]
    big: dict[str, Look]
    words: dict[str, list[str]]


@pytest.fixture(scope="module")
def screens(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, Pictures]:
    with committed(django_db_blocker) as asked:
        return asked(children.pictures)


@pytest.fixture(scope="module", params=children.LANGUAGES)
def looks(request: pytest.FixtureRequest, window: Screen, screens: dict[str, Pictures]) -> Looks:
    """Every screen in a language. Each is loaded once, and its text made big last."""
    found = Looks({}, {}, {}, {})
    for name, shown in screens[request.param].items():
        window.shows(shown)
        if shown.kind == "table":
            for width, page in window.at_widths({width: WIDTHS[width] for width in (390, 1366)}):
                if (words := page.evaluate(CHANGING)) is not None:
                    found.words[f"{name} at {width}"] = words
        if shown.kind == "table" or name in CARDS_AT_ONCE:
            for width, page in window.at_widths(HELD_SIDEWAYS):
                facts = page.evaluate(MEASURE, shown.kind) | page.evaluate(COLOURS, {"focus": False})
                facts["over"] = [pair for pair in facts["over"] if not pair.endswith("| Mohammed")]
                found.sideways[f"{name} at {width}"] = SIDEWAYS, facts | {"under": page.evaluate(OUT_OF_SIGHT)}
        for _width, page in window.at_widths({NARROW: WIDTHS[NARROW]}):
            plain = page.evaluate(MEASURE, shown.kind)
            asked = NEVER if shown.kind == "table" else PLAIN
            modes = {"": (asked, plain), **_in_modes(window, page), **_strained(page, shown.kind)}
            found.modes.update({f"{name} {how}": look for how, look in modes.items()})
        window.page.evaluate(TWICE)
        for width, page in window.at_widths(BIG_AT):
            facts = page.evaluate(MEASURE, shown.kind) | {"rolls": page.evaluate(ROLLS)}
            found.big[f"{name} at {width}"] = BIG, facts
        for width, page in window.at_widths(BIG_AT):  # scrolls, which puts texts under what stays
            found.big[f"{name} at {width}"][1]["covered"] = page.evaluate(COVERED)
    return found


def test_every_screen_of_a_child_in_every_mode(looks: Looks) -> None:
    assert len(looks.modes) >= FEWEST * MODES
    assert _faults(looks.modes) == {}


def test_every_screen_of_a_child_is_whole_with_text_twice_as_big(looks: Looks) -> None:
    assert len(looks.big) >= FEWEST * len(BIG_AT)
    assert _faults(looks.big) == {}


def test_a_table_in_play_says_no_more_than_twenty_words_that_change_with_a_move(looks: Looks) -> None:
    assert any(words for words in looks.words.values())
    assert len(looks.words) >= FEWEST_IN_PLAY
    assert {where: words for where, words in looks.words.items() if len(words) > MOST_WORDS} == {}


def test_a_phone_held_sideways_shows_a_table_whole(looks: Looks) -> None:
    """A long name ends in dots beside what is said of its seat."""
    assert len(looks.sideways) >= FEWEST_IN_PLAY
    assert _faults(looks.sideways) == {}


@pytest.mark.parametrize("language", children.LANGUAGES)
def test_a_low_wide_screen_shows_what_is_pressed_and_read_next(
    screen: Screen, screens: dict[str, Pictures], language: str
) -> None:
    found: dict[str, list[str]] = {}
    for height, shown in SEEN_AT_ONCE.items():
        for name, parts in shown.items():
            screen.shows(screens[language][name])
            for _width, page in screen.at_widths({WIDE: height}):
                assert page.locator(parts).count()
                found[name] = page.locator(parts).evaluate_all(BELOW)
    assert {name: below for name, below in found.items() if below} == {}
    assert len(found) == sum(map(len, SEEN_AT_ONCE.values()))


@pytest.mark.parametrize("language", children.LANGUAGES)
def test_a_page_that_says_one_thing_uses_its_room(screen: Screen, screens: dict[str, Pictures], language: str) -> None:
    found: dict[str, dict[str, bool]] = {}
    for name in GREETING:
        screen.shows(screens[language][name])
        for width, page in screen.at_widths({NARROW: WIDTHS[NARROW], 390: WIDTHS[390], 1024: 768}):
            found[f"{name} at {width}"] = page.evaluate(ROOM)
    for where, room in found.items():
        assert room == {"beside": where.endswith("1024"), "large": True, "seen": True}, where


@pytest.mark.parametrize("name", ["won-found", "stopped-found", "solo-over-found", "nine-over", "same-hand-over"])
def test_the_end_of_a_round_fills_a_wide_screen(screen: Screen, screens: dict[str, Pictures], name: str) -> None:
    screen.shows(screens["is"][f"table-{name}"])
    for _width, page in screen.at_widths({1024: 768}):
        felt, again, foot = (page.locator(part).bounding_box() for part in (".round .well", ".round #ready", FOOT))
    assert felt
    assert again
    assert felt["x"] + felt["width"] <= again["x"]
    assert felt["width"] > 400 < again["width"]
    assert felt["height"] > 600
    assert foot
    assert abs(felt["y"] + felt["height"] - foot["y"] - foot["height"]) < 12


@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024), (1024, 600), (1366, 768)])
def test_chips_fall_beside_the_own_face_and_over_no_word(
    screen: Screen, screens: dict[str, Pictures], width: int, height: int
) -> None:
    under: dict[str, list[list[float]]] = {}
    for language, name in (("is", "won-found"), ("es", "solo-over-found")):
        screen.shows(screens[language][f"table-{name}"])
        for _width, page in screen.at_widths({width: height}):
            under[name] = page.evaluate(UNDER_CHIPS)
    assert under == {"won-found": [], "solo-over-found": []}


@pytest.mark.parametrize("language", children.LANGUAGES)
def test_no_button_of_a_solo_table_lies_on_its_piles(
    screen: Screen, screens: dict[str, Pictures], language: str
) -> None:
    found: dict[int, list[str]] = {}
    screen.shows(screens[language]["table-solo"])
    for width, page in screen.at_widths({NARROW: WIDTHS[NARROW], 390: WIDTHS[390]}):
        found[width] = page.evaluate(ON_A_PILE)
    assert found == {NARROW: [], 390: []}


def test_the_felt_that_is_chosen_says_so_in_one_line(screen: Screen, screens: dict[str, Pictures]) -> None:
    high: dict[int, list[int]] = {}
    screen.shows(screens["is"]["own-table"])
    for width, page in screen.at_widths({320: 568, 768: 1024, 1366: 768}):
        high[width] = page.locator(".cloth").evaluate_all("felts => felts.map(felt => felt.offsetHeight)")
    assert high == dict.fromkeys((320, 768, 1366), [48] * 4)


def test_the_tick_of_who_is_here_lies_on_no_name(screen: Screen, screens: dict[str, Pictures]) -> None:
    screen.shows(screens["en"]["names"])
    here = screen.page.locator(".names .in")
    faceless, under = screen.page.locator(".names .in:not(:has(.face))").count(), here.evaluate_all(UNDER_A_TICK)
    assert (faceless, under) == (1, [])


def _faults(looks: dict[str, Look]) -> dict[str, list[str]]:
    return {f"{how}: {fact}": facts[fact][:5] for how, (asked, facts) in looks.items() for fact in asked if facts[fact]}


def _in_modes(screen: Screen, page: Page) -> dict[str, Look]:
    """A look in every mode at the whole page at once: what is out of sight lies on nothing."""
    found: dict[str, Look] = {}
    page.set_viewport_size({"width": NARROW, "height": page.evaluate("() => document.documentElement.scrollHeight")})
    for theme in THEMES:
        screen.in_theme(theme)
        found[theme] = SEEN, page.evaluate(COLOURS, {"focus": theme != "calm"})
    screen.in_theme("light")
    return found


def _strained(page: Page, kind: str) -> dict[str, Look]:
    page.set_viewport_size({"width": NARROW, "height": WIDTHS[NARROW]})
    page.evaluate(WIDER)
    wide = page.evaluate(MEASURE, kind)
    page.evaluate(AS_BEFORE)
    page.set_viewport_size(ZOOMED)
    return {"with wide text": (STRAINED, wide), "at 400 %": (STRAINED, page.evaluate(MEASURE, kind))}
