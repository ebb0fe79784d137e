"""What a child sees of Nine to Nothing beside sizes and places: the picture of a wrong sum, and the panels over it."""

import re

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import ViewportSize, expect

from classroom.languages.rows import languages
from game.nine_to_nothing import screens
from game.rules.picture_ladder import ALWAYS
from tests.browser.drawn.tables import NINE, SMALL, Opens
from tests.browser.driving.drawn_views import nine
from tests.browser.driving.people import LAPTOP, PHONE

pytestmark = pytest.mark.long

CHROMEBOOK: ViewportSize = {"width": 1366, "height": 625}
LEAST_TEXT = 16
"""CSS px."""
LEAST_STAIRS = 60
"""CSS px: the steps keep their numbers."""
_DRAWN = "parts => parts.map(part => [getComputedStyle(part).fill, getComputedStyle(part).stroke])"


def test_the_picture_of_a_wrong_sum_is_drawn_in_lines_and_rings(opens: Opens) -> None:
    view = nine(turns=0, running_sum="after")
    page = opens(view, SMALL, NINE).page
    numbers = [card.id for card in view.view.hand if card and not card.is_change]
    page.evaluate("html => { document.getElementById('fly').innerHTML = html; }", screens.why_wrong(view, numbers[:2]))
    hops = page.locator("#fly .hop").evaluate_all(_DRAWN)
    assert [(fill, stroke != "none") for fill, stroke in hops] == [("none", True)] * 2
    rings = page.locator("#fly g circle").evaluate_all(_DRAWN)
    assert "rgb(0, 0, 0)" not in {fill for fill, _ in rings}


def test_a_card_with_a_sign_change_on_it_shows_what_it_counts_now(opens: Opens) -> None:
    view = nine(turns=0)
    page = opens(view._replace(options={**view.options, "own": {"0": {"pictures": ALWAYS}}}), PHONE, NINE).page
    change, three = page.locator('#hand .card[data-v="0"]'), page.locator('#hand .card[data-v="3"]')
    armed = re.compile("armed")
    expect(three.locator(".n")).to_have_text("+3")
    change.press("Enter")
    expect(change).to_have_class(armed)
    change.press("Enter")
    expect(change).not_to_have_class(armed)
    change.press("Enter")
    three.press("Enter")
    expect(three.locator(".n")).to_have_text("−3")
    expect(three.locator(".ten use")).to_have_attribute("href", "#t-3")
    change.press("Enter")
    expect(three.locator(".n")).to_have_text("+3")
    change.press("Enter")
    three.press("Enter")  # which is picked
    expect(three.locator(".n")).to_have_text("−3")
    expect(three).to_have_attribute("aria-pressed", "true")
    three.press("Enter")
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(0)


def test_the_total_of_a_wrong_sum_is_shown_until_the_next_card_is_picked(opens: Opens) -> None:
    drawn = opens(nine(turns=0, running_sum="after"), PHONE, NINE)
    total = drawn.page.locator("#tray .total")
    expect(total).to_be_hidden()
    drawn.page.locator('#hand .card[data-v="3"]').click()
    expect(drawn.page.locator("#tray")).to_contain_text("3 =")
    expect(total).to_have_text("= ?")
    drawn.answers_moves({"t": "no", "why": "wrong", "say": "", "ms": 0, "html": ""})
    drawn.page.locator("#lay").click(force=True)  # what cannot be done now is answered
    expect(total).to_have_text("= 3")
    drawn.page.locator("#hand .card").last.click()
    expect(total).to_have_text("= ?")


def test_what_lies_over_the_table_covers_all_of_a_wide_screen(opens: Opens) -> None:
    page = opens(nine(2, turns=0)._replace(phase="waiting"), LAPTOP, NINE).page
    box = page.locator("#over").bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, LAPTOP["width"])


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=lambda screen: str(screen["width"]))
def test_what_lies_over_the_table_leaves_the_bar_whole(opens: Opens, screen: ViewportSize) -> None:
    page = opens(nine(2, turns=0)._replace(phase="waiting"), screen, NINE).page
    bar = page.locator(".bar").bounding_box()
    assert bar
    first, last = (
        page.screenshot(clip={"x": screen["width"] / 2, "y": bar["y"] + y, "width": 20, "height": 1})
        for y in (0, bar["height"] - 1)
    )
    assert first == last


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("screen", [PHONE, {"width": 390, "height": 844}, CHROMEBOOK, LAPTOP], ids=str)
def test_how_long_a_sum_could_have_been_moves_no_button(opens: Opens, screen: ViewportSize, language: str) -> None:
    with translation.override(language):
        longest = gettext("You have %(made)s of %(possible)s points. The longest was %(sum)s.")
        page = opens(nine(turns=0), screen, NINE).page
    before = page.evaluate(_BOXES)
    said = longest % {"made": 3, "possible": 5, "sum": "8 + 3 − 5 − 1"}
    page.locator(".help").evaluate("(help, said) => { help.textContent = said; }", said)
    assert page.evaluate(_BOXES) == before


_BOXES = """() => [...document.querySelectorAll(".piles .card, #hand, .actions button")].map(part => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [part.id, x, y, width, height];
})"""


def test_on_a_chromebook_the_buttons_stand_beside_the_sum_and_below_the_stairs(opens: Opens) -> None:
    page = opens(nine(4), CHROMEBOOK, NINE).page
    tray, stairs = (page.locator(each).bounding_box() for each in ("#tray", ".ladders"))
    assert tray
    assert stairs
    for button in page.locator("#actions button").all():
        box = button.bounding_box()
        assert box
        assert tray["x"] + tray["width"] < box["x"]
        assert box["x"] + box["width"] <= stairs["x"] + stairs["width"]


def test_on_a_chromebook_the_stairs_of_four_stand_whole_beside_a_claim(opens: Opens) -> None:
    page = opens(nine(4, checking="classmates"), CHROMEBOOK, NINE).page
    assert page.locator(".claim").is_visible()
    seen, stairs = page.locator(".ladders").bounding_box(), page.locator("#seat-0 .rungs").bounding_box()
    assert seen
    assert stairs
    assert stairs["y"] + stairs["height"] <= seen["y"] + seen["height"] + 1
    assert stairs["height"] >= LEAST_STAIRS


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=lambda screen: str(screen["width"]))
def test_what_stands_at_a_seat_is_large_enough_to_read(opens: Opens, screen: ViewportSize) -> None:
    page = opens(nine(4), screen, NINE).page
    sizes = page.locator("#seats :is(.name, .counts)").evaluate_all(
        "all => all.map(it => getComputedStyle(it).fontSize)"
    )
    assert len(sizes) == 8
    assert min(float(size.removesuffix("px")) for size in sizes) >= LEAST_TEXT


TABLET: ViewportSize = {"width": 810, "height": 1000}


@pytest.mark.parametrize("screen", [PHONE, TABLET, LAPTOP], ids=lambda screen: str(screen["width"]))
def test_what_a_refused_press_says_covers_no_card(opens: Opens, screen: ViewportSize) -> None:
    page = opens(nine(), screen, NINE).page
    page.locator("#says").evaluate("says => { says.textContent = 'You have drawn. Lay cards, or throw one away.'; }")
    says, card = page.locator("#says").bounding_box(), page.locator("#hand .card").last.bounding_box()
    assert says
    assert card
    assert card["y"] + card["height"] <= says["y"]


@pytest.mark.parametrize(
    ("screen", "pairs"),
    [(PHONE, [("#draw", "#take"), ("#lay", "#discard")]), (LAPTOP, [("#draw", "#take"), ("#piles", "#lay")])],
    ids=["a phone", "a laptop"],
)
def test_for_a_left_hand_what_is_pressed_is_mirrored_and_what_is_read_is_not(
    opens: Opens, screen: ViewportSize, pairs: list[tuple[str, str]]
) -> None:
    page = opens(nine(4), screen, NINE).page

    def lies(part: str) -> float:
        box = page.locator(part).first.bounding_box()
        assert box
        return box["x"]

    read = ["#s0", "#s1", "#seat-0 .name", "#seat-1 .name"]
    was = [lies(part) for part in read]
    assert was[0] < was[1]
    assert all(lies(first) < lies(second) for first, second in pairs)
    page.evaluate("() => document.getElementById('table').classList.add('lefty')")
    assert all(lies(first) > lies(second) for first, second in pairs)
    assert [lies(part) for part in read] == was
