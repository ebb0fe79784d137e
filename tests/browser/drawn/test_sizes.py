"""Sizes on a table's page: cards, targets, texts, names and sums that stand whole."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from game.screens.table_view import TableView
from tests.browser.drawn.tables import ALL, KINDS, LEAST_CARD, LOW, NINE, SMALL, ZOOMED, Opens
from tests.browser.driving.drawn_views import by_turns, corner, finished, nine, one_left, same_hand
from tests.browser.driving.people import LAPTOP, PHONE

pytestmark = pytest.mark.long

LEAST_TARGET, LEAST_TEXT = 48, 12
"""CSS px."""


@ALL
def test_at_400_percent_every_card_keeps_its_height_and_can_be_scrolled_to(opens: Opens, kind: str) -> None:
    view, shown = KINDS[kind]
    page = opens(view(), ZOOMED, shown).page
    for card in page.locator("#hand button.card").all():
        card.scroll_into_view_if_needed()
        expect(card).to_be_in_viewport(ratio=0.9)
        box = card.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= LEAST_CARD
    assert page.evaluate("() => document.documentElement.scrollWidth") == ZOOMED["width"]


@pytest.mark.parametrize("phase", ["waiting", "over"])
def test_at_400_percent_the_next_thing_to_press_is_seen_at_once(opens: Opens, phase: str) -> None:
    """Nothing is scrolled when the round begins, so that the pile is where the child looks."""
    view = finished(0) if phase == "over" else corner(4, draw=0)._replace(phase=phase)
    page = opens(view, ZOOMED).page
    expect(page.locator("#ready")).to_be_in_viewport(ratio=0.9)


@ALL
def test_what_a_child_presses_is_big_and_what_it_reads_is_not_small(opens: Opens, kind: str) -> None:
    view, shown = KINDS[kind]
    for screen, page in opens(view(), SMALL, shown).at(SMALL, PHONE):
        assert page.evaluate(_SMALL_TARGETS, LEAST_TARGET) == [], screen
        assert page.evaluate(_SMALL_TEXT, LEAST_TEXT) == [], screen


_SMALL_TARGETS = """least => [...document.querySelectorAll('button:not(.card), summary, a.button')]
  .map(target => [target.textContent.trim(), target.getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < least - .05)
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""
_SMALL_TEXT = """least => { const small = [];
  const walker = document.createTreeWalker(document.getElementById('table'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) { const { parentElement, data } = walker.currentNode;
    if (data.trim() && parseFloat(getComputedStyle(parentElement).fontSize) < least) small.push(data); }
  return small; }"""

FOUR_LETTERS = """chips => chips.map(chip => { const text = chip.firstChild, range = document.createRange();
  range.setStart(text, 0); range.setEnd(text, Math.min(4, text.length));
  const [box, letters] = [chip.getBoundingClientRect(), range.getBoundingClientRect()];
  const cut = chip.scrollWidth > chip.clientWidth && text.length > 4;
  const dots = cut ? parseFloat(getComputedStyle(chip).fontSize) * .8 : 0;
  return letters.right + dots <= box.right + 1 && getComputedStyle(chip).overflowY === 'visible'; })"""
CROWDED: dict[str, Callable[[], TableView]] = {
    "two": lambda: corner(2),
    "three": lambda: corner(3),
    "three, two with one card left": one_left,
    "three by turns": lambda: by_turns(3),
    "four by turns": lambda: by_turns(4),
    "four, one away, one a computer": lambda: corner(4, 6, away=frozenset({1}), computer=frozenset({2})),
}


@pytest.mark.parametrize("seats", CROWDED)
def test_four_letters_of_every_name_are_shown_whole(opens: Opens, seats: str) -> None:
    """In a race one's own need not stand there: the own face has the run beside it."""
    for screen, page in opens(CROWDED[seats]()).at(SMALL, PHONE, LOW, LAPTOP):
        whole = page.locator(".seat:not(#seat-0) .name, .turns .seat .name").evaluate_all(FOUR_LETTERS)
        assert all(whole), screen


@pytest.mark.parametrize("screen", [SMALL, PHONE, LAPTOP], ids=lambda screen: str(screen["width"]))
def test_a_stack_is_the_higher_the_more_cards_are_left_and_moves_nothing(opens: Opens, screen: ViewportSize) -> None:
    page = opens(one_left(), screen).page
    boxes = page.locator(".seat .stack").evaluate_all("all => all.map(each => each.getBoundingClientRect().toJSON())")
    others = boxes[1:]
    assert others[0]["height"] * 2 < others[1]["height"]
    bar = page.locator(".bar").bounding_box()
    assert bar
    assert min(stack["top"] for stack in others) >= bar["y"] + bar["height"]
    heights = page.locator(".seat").evaluate_all("seats => seats.slice(1).map(seat => seat.offsetHeight)")
    assert len(set(heights)) == 1


def lines_of(page: Page, selector: str, text: str) -> int:
    """Return on how many lines of the first such element this text stands."""
    return int(page.locator(selector).first.evaluate(_LINES, text))


_LINES = """(place, text) => { const node = place.firstChild, range = document.createRange();
  const at = node.data.indexOf(text);
  range.setStart(node, at); range.setEnd(node, at + text.length);
  return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size; }"""


@pytest.mark.parametrize("kind", ["turns", "race with sums"])
def test_each_sum_of_a_hint_stands_on_one_line(opens: Opens, kind: str) -> None:
    page = opens(KINDS[kind][0]()).page
    said = page.locator("#top .said").evaluate("said => said.firstChild.data")
    sums = said.split(" or\n")
    assert len(sums) == 2
    assert [lines_of(page, "#top .said", one) for one in sums] == [1, 1]
    assert page.locator("#top .said").evaluate(
        "said => said.clientHeight >= 2 * parseFloat(getComputedStyle(said).lineHeight) - 1"
    )


def test_the_sum_that_was_laid_last_stands_on_one_line(opens: Opens) -> None:
    view = nine(turns=3, checking="classmates")
    page = opens(view, shown=NINE).page
    claims = page.locator(".claim .sum").all()
    assert claims
    for claim in claims:
        assert claim.evaluate("sum => sum.getClientRects().length") == 1


@pytest.mark.parametrize("screen", [SMALL, PHONE], ids=lambda screen: str(screen["width"]))
def test_a_sum_of_two_lines_has_room_beside_the_hand_that_all_have(opens: Opens, screen: ViewportSize) -> None:
    page = opens(same_hand(), screen, NINE).page
    page.evaluate(_LONG_SUM, "9 + 8 + 7 − 8 − 9 − 6 + 4")
    high, room = page.locator("#own-sum").evaluate("sum => [sum.scrollHeight, sum.clientHeight]")
    assert high <= room


_LONG_SUM = """sum => document.querySelectorAll("#own-sum strong, #tray [data-picks]")
  .forEach(place => { place.textContent = sum; })"""


@pytest.mark.parametrize("seats", [2, 4])
def test_the_numbers_to_make_are_stairs_that_go_down(opens: Opens, seats: int) -> None:
    page = opens(nine(seats, turns=0), shown=NINE).page
    steps = page.locator("#seat-0 .rung").evaluate_all(
        "steps => steps.map(step => step.getBoundingClientRect().toJSON())"
    )
    assert len({round(step["bottom"]) for step in steps}) == 1
    tops, lefts = [step["top"] for step in steps], [step["left"] for step in steps]
    assert (tops, lefts) == (sorted(set(tops)), sorted(set(lefts)))


_STANDS_ON = """climber => {
    const face = climber.querySelector(":scope > .face").getBoundingClientRect();
    const middle = (face.left + face.right) / 2;
    const step = [...document.querySelectorAll("#seat-0 .rung")].find(rung => {
        const { left, right } = rung.getBoundingClientRect();
        return left <= middle && middle <= right;
    });
    return [step.querySelector(".step").textContent.trim(), Math.round(step.getBoundingClientRect().top - face.bottom)];
}"""


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=lambda screen: str(screen["width"]))
@pytest.mark.parametrize("targets", [(9, 8, 4, 0), (5, 4, 1, None)], ids=["nine", "five"])
def test_every_face_stands_on_its_step(opens: Opens, targets: tuple[int | None, ...], screen: ViewportSize) -> None:
    laid = nine(4, turns=0)
    seats = [seat._replace(target=target) for seat, target in zip(laid.view.seats, targets, strict=True)]
    options = replace(laid.view.options, highest=targets[0])
    page = opens(laid._replace(view=laid.view._replace(seats=seats, options=options)), screen, NINE).page
    for number, target in enumerate(targets):
        step, over = page.locator(f"#seat-{number}").evaluate(_STANDS_ON)
        assert int(step) == (target or 0)
        assert abs(over) <= 2


def _number_box(card: str) -> str:
    return f"""() => {{ const number = document.querySelector('{card} .n'), range = document.createRange();
      range.selectNodeContents(number); return range.getBoundingClientRect().toJSON(); }}"""


@pytest.mark.parametrize("screen", [SMALL, PHONE], ids=lambda screen: str(screen["width"]))
def test_neither_take_nor_a_tick_lies_on_a_number(opens: Opens, screen: ViewportSize) -> None:
    page = opens(nine(checking="classmates"), screen, NINE).page
    assert page.locator("#take .word").is_visible()
    label, number = page.locator("#take .word").bounding_box(), page.evaluate(_number_box("#take"))
    size = page.locator("#take .n").evaluate("n => parseFloat(getComputedStyle(n).fontSize)")
    assert label
    assert number["top"] + number["height"] / 2 + size * 0.36 <= label["y"] + 1
    page.locator("#hand .card").first.click()
    tick = page.locator("#hand [aria-pressed=true]").evaluate(
        "card => { const tick = getComputedStyle(card, '::after'), box = card.getBoundingClientRect();"
        " return [box.left + parseFloat(tick.width), box.top + parseFloat(tick.height)]; }"
    )
    digit = page.evaluate(_number_box("#hand [aria-pressed=true]"))
    assert digit["left"] >= tick[0] or digit["top"] + digit["height"] / 2 - size * 0.4 >= tick[1] - 3
