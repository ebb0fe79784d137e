"""The mat of a hand has only the rows that its cards have needed; what is laid and the piles stand still."""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from game.around_the_corner import hand, screens
from tests.browser.drawn.tables import Opens
from tests.browser.driving.drawn_views import corner
from tests.browser.driving.people import LAPTOP, PHONE

HANDS = (0, 5, 10, 11, 16, 20)
ROWS: list[tuple[ViewportSize, list[int]]] = [
    (PHONE, [2, 2, 2, 3, 4, 4]),
    ({"width": 1024, "height": 768}, [1, 1, 1, 2, 2, 2]),
    (LAPTOP, [1, 1, 1, 2, 2, 2]),
    ({"width": 768, "height": 1024}, [1, 1, 2, 2, 3, 3]),
]
"""Screens, and how many rows each of HANDS has there."""
LIES = """() => {
  const at = (part) => part.getBoundingClientRect(), box = (part) => [at(part).left, at(part).top].map(Math.round);
  const seen = (slot) => slot.checkVisibility({ visibilityProperty: true });
  const slots = [...document.querySelectorAll("#hand .slot")].filter(seen);
  return {
    rows: new Set(slots.map((slot) => Math.round(at(slot).top))).size,
    piles: ["#drawbox", "#top .pile"].map((pile) => box(document.querySelector(pile))),
    cards: slots.filter((slot) => slot.firstElementChild).map(box),
  };
}"""


@pytest.mark.parametrize(("screen", "rows"), ROWS, ids=lambda value: str(value["width"]) if "width" in value else "")
def test_the_mat_grows_by_rows_and_what_lies_there_stands_still(
    opens: Opens, screen: ViewportSize, rows: list[int]
) -> None:
    drawn = opens(corner(2, 0), screen)
    seen: list[dict[str, Any]] = []
    for n, cards in enumerate(HANDS):
        drawn.pushes(screens.board(corner(2, cards, n=58 + n)))
        seen.append(drawn.page.evaluate(LIES))
    assert [now["rows"] for now in seen] == rows
    assert all(now["piles"] == seen[0]["piles"] for now in seen)
    for before, after in zip(seen, seen[1:], strict=False):
        assert after["cards"][: len(before["cards"])] == before["cards"]


def test_a_row_of_the_mat_stays_when_its_last_card_is_played(opens: Opens) -> None:
    full = corner(2, 11)
    drawn = opens(full, PHONE)
    played = full._replace(view=full.view._replace(hand=(*full.view.hand[:10], None)))
    drawn.pushes(hand.slot(played, 10))
    assert drawn.page.evaluate(LIES)["rows"] == 3
    drawn.pushes(screens.board(played._replace(n=58)))
    assert drawn.page.evaluate(LIES)["rows"] == 3


def test_arrows_go_up_and_down_as_the_rows_lie(opens: Opens) -> None:
    page = opens(corner(2, 12), PHONE).page
    held = page.locator("#hand button.card")
    held.nth(1).focus()
    for key, place in (("ArrowUp", 11), ("ArrowDown", 1), ("ArrowDown", 6), ("ArrowDown", 6)):
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.parentElement.id") == f"s{place}"


def test_a_key_that_is_held_down_plays_one_card(opens: Opens) -> None:
    """The focus goes on to the next card while the key is still down."""
    page = opens(corner()).page
    page.locator("#s0 .card").focus()
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_function("() => server.sent.some(({ t }) => t === 'play')")
    assert page.evaluate("() => server.sent.filter(({ t }) => t === 'play').length") == 1


def test_cards_that_have_become_smaller_are_not_taken_for_a_moment(opens: Opens) -> None:
    """A finger on its way was meant for the card that lay there before."""
    drawn = opens(corner(2, 20), PHONE)
    page = drawn.page
    page.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
    drawn.pushes(screens.board(corner(2, 21, n=58)))
    page.locator("#s0 .card").press("Enter")
    assert page.evaluate("() => server.sent.some(({ t }) => t === 'play')") is False
    page.evaluate("() => { delete performance.now; }")
    page.wait_for_function(
        "() => (document.activeElement.click(), server.sent.some(({ t }) => t === 'play'))", polling=50
    )


def test_digits_go_to_the_next_card_of_that_number_and_the_browsers_own_keys_do_nothing(opens: Opens) -> None:
    page = opens(corner(2, 30), LAPTOP).page
    held = page.locator("#hand button.card")
    numbers = [int(number) for number in held.evaluate_all("cards => cards.map(card => card.dataset.n)")]
    twice = next(number for number in numbers if numbers.count(number) > 1)
    places = [place for place, number in enumerate(numbers) if number == twice]
    held.nth(places[0]).focus()
    ten = next(place for place in [*range(places[1] + 1, 30), *range(30)] if numbers[place] == 10)
    for key, place in ((str(twice % 10), places[1]), ("0", ten)):
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.parentElement.id") == f"s{place}"
    for key in ("Control+d", "Alt+t"):
        page.keyboard.press(key)
    page.keyboard.press("d")
    page.wait_for_function("() => server.sent.filter(({ t }) => t === 'draw').length === 1")
    assert page.locator("#live").text_content() == ""
