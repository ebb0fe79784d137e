"""What a child sees and reaches on a table's page: sizes, names, sums, focus; and scripts that do not start.

No server: the pages are drawn as the server draws them (drawn.py).
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from game import catalogue
from game.around_the_corner import screens
from game.rules.around_the_corner.cards import DECK
from game.screens.contract import Presentation
from game.screens.table_view import TableView
from tests.browser.driving.drawn import Drawn, page_from
from tests.browser.driving.drawn_views import NAMES, by_turns, corner, finished, nine, one_left, solo
from tests.browser.driving.people import LAPTOP, PHONE

ZOOMED: ViewportSize = {"width": 320, "height": 256}
"""1280 x 1024 at 400 % (WCAG 1.4.10)."""
SMALL: ViewportSize = {"width": 320, "height": 568}
LOW: ViewportSize = {"width": 640, "height": 300}
LEAST_CARD, LEAST_TARGET, LEAST_TEXT = 44, 48, 12
"""CSS px."""
STARTED_MS = 15_000
"""Within this a page whose scripts do not start has said so."""

CORNER, NINE = catalogue.of("around_the_corner"), catalogue.of("nine_to_nothing")

Opens = Callable[..., Drawn]


@pytest.fixture
def opens(browser: Browser) -> Iterator[Opens]:
    """Open the page of whoever sees this view; at the end no page has complained."""
    opened: list[Drawn] = []

    def opens(view: TableView, viewport: ViewportSize = SMALL, shown: Presentation = CORNER, **options: Any) -> Drawn:
        opened.append(Drawn(browser, viewport, view, shown, **options))
        opened[-1].opens()
        return opened[-1]

    yield opens
    for drawn in opened:
        drawn.leaves()


KINDS: dict[str, tuple[Callable[[], TableView], Presentation]] = {
    "race": (corner, CORNER),
    "a full race": (lambda: corner(draw=36), CORNER),
    "race with sums": (lambda: corner(3, options={"hints": True}), CORNER),
    "solo": (solo, CORNER),
    "turns": (lambda: by_turns(3), CORNER),
    "turns with a clock": (lambda: by_turns(4, turn_clock=30_000), CORNER),
    "nine": (nine, NINE),
    "nine of four": (lambda: nine(4, checking="classmates"), NINE),
}
ALL = pytest.mark.parametrize("kind", KINDS)


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


@ALL
@pytest.mark.parametrize("screen", [SMALL, PHONE], ids=lambda screen: str(screen["width"]))
def test_what_a_child_presses_is_big_and_what_it_reads_is_not_small(
    opens: Opens, kind: str, screen: ViewportSize
) -> None:
    view, shown = KINDS[kind]
    page = opens(view(), screen, shown).page
    assert page.evaluate(_SMALL_TARGETS, LEAST_TARGET) == []
    assert page.evaluate(_SMALL_TEXT, LEAST_TEXT) == []


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
@pytest.mark.parametrize("screen", [SMALL, PHONE, LOW, LAPTOP], ids=lambda screen: str(screen["width"]))
def test_four_letters_of_every_name_are_shown_whole(opens: Opens, seats: str, screen: ViewportSize) -> None:
    page = opens(CROWDED[seats](), screen).page
    page.evaluate("() => document.fonts.ready.then(() => true)")
    assert all(page.locator(".seat .name").evaluate_all(FOUR_LETTERS))


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
    for claim in page.locator(".claim .sum").all():
        assert claim.evaluate("sum => sum.getClientRects().length") == 1


@pytest.mark.parametrize("seats", [2, 4])
def test_the_numbers_to_make_are_stairs_that_go_down(opens: Opens, seats: int) -> None:
    page = opens(nine(seats, turns=0), shown=NINE).page
    steps = page.locator("#seat-0 .rung").evaluate_all(
        "steps => steps.map(step => step.getBoundingClientRect().toJSON())"
    )
    assert len({round(step["bottom"]) for step in steps}) == 1
    tops, lefts = [step["top"] for step in steps], [step["left"] for step in steps]
    assert (tops, lefts) == (sorted(set(tops)), sorted(set(lefts)))


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


EVERY_SCREEN = pytest.mark.parametrize(
    "screen", [SMALL, PHONE, LOW, {"width": 768, "height": 954}, LAPTOP], ids=lambda screen: str(screen["width"])
)


@EVERY_SCREEN
@pytest.mark.parametrize("kind", ["turns", "turns with a clock"])
def test_by_turns_the_piles_lie_in_the_circle_of_numbers_and_the_hand_beside_it(
    opens: Opens, kind: str, screen: ViewportSize
) -> None:
    page = opens(KINDS[kind][0](), screen).page
    hand = page.locator("#hand").bounding_box()
    assert hand
    for part in ("#drawbox", "#top .pile", *([] if screen is LOW else [".circle", ".hops"])):
        box = page.locator(part).bounding_box()
        assert box
        assert _apart(box, hand), part
    for card in page.locator("#hand button.card").all():
        assert (card.bounding_box() or hand)["height"] >= LEAST_CARD - 0.05


def _apart(box: Any, other: Any) -> bool:
    """Whether the first lies above the other, or to its left."""
    return bool(box["y"] + box["height"] <= other["y"] + 1 or box["x"] + box["width"] <= other["x"] + 1)


@EVERY_SCREEN
@pytest.mark.parametrize("kind", ["race", "solo", "turns"])
def test_the_picture_of_a_wrong_card_leaves_the_pile_and_the_hand_free(
    opens: Opens, kind: str, screen: ViewportSize
) -> None:
    view = KINDS[kind][0]()
    drawn, tried = opens(view, screen), next(card for card in view.view.hand if card)
    page, picture = drawn.page, screens.why_wrong(view, tried.id)
    drawn.answers_moves({"t": "no", "why": "wrong", "say": "It does not fit.", "ms": 0, "html": picture})
    page.locator(f"#c{view.labels[tried.id]}").click()
    expect(page.locator("#picture svg")).to_be_in_viewport(ratio=0.95)
    over = page.locator("#picture").bounding_box()
    assert over
    for part in ("#top .pile .card", "#hand"):
        assert _apart(over, page.locator(part).bounding_box()), part
    page.locator("#picture").dispatch_event("pointerdown")
    expect(page.locator("#picture")).to_be_hidden()


@pytest.mark.parametrize("kind", ["race with sums"])
@EVERY_SCREEN
def test_the_ring_lies_beside_the_hand_and_never_over_it(opens: Opens, kind: str, screen: ViewportSize) -> None:
    page = opens(KINDS[kind][0](), screen).page
    page.locator("#ring summary").click()
    ring, hand = page.locator("#ring .around").bounding_box(), page.locator("#hand").bounding_box()
    assert ring
    assert hand
    apart = [ring["y"] + ring["height"] <= hand["y"] + 1, ring["x"] + ring["width"] <= hand["x"] + 1]
    assert any(apart)
    expect(page.locator("#ring svg")).to_be_in_viewport(ratio=0.95)
    assert (page.locator("#ring svg").bounding_box() or ring)["height"] >= 100
    for card in page.locator("#hand button.card").all():
        assert (card.bounding_box() or hand)["height"] >= LEAST_CARD - 0.05


def test_the_sign_of_the_corner_is_words_and_a_tap_explains_it(opens: Opens) -> None:
    page = opens(corner()).page
    expect(page.locator(".corner summary")).to_have_text(re.compile("10 → 1"))
    page.locator(".corner summary").click()
    expect(page.get_by_text("after 10 comes 1")).to_be_visible()
    page.locator("#hand .card").last.click()
    expect(page.get_by_text("after 10 comes 1")).to_be_hidden()


def test_the_whole_hand_of_practice_is_on_a_small_phone_without_scrolling(opens: Opens) -> None:
    drawn = opens(corner(), {"width": 320, "height": 568}, java_script_enabled=False)
    question = {"place": 1, "top": {"number": 9, "step": 3}}
    drawn.html = page_from(
        "classroom/homework/around_the_corner/practice.html",
        {
            "name": "Åsbjörg",
            "placed": 3,
            "question": question,
            "hand": [{"card": card, "tried": False} for card in DECK[:8]],
            "hints": ["9 − 3 = ?", "9 + 3 → round the corner → ?"],
            "said": "5 does not fit on 9 ±3. 9 + 3 → round the corner → 2",
        },
    )
    page = drawn.opens()
    expect(page.locator(".eight .card")).to_have_count(8)
    last = page.locator(".eight .card").last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= 568


# The focus, and what is said


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_panel_covers_is_out_of_reach(opens: Opens, kind: str) -> None:
    view, shown = KINDS[kind]
    drawn = opens(view()._replace(phase="waiting"), shown=shown)
    expect(drawn.page.locator("#ready")).to_be_visible()
    assert _reached(drawn.page) <= {"ready", "sound", "", "clock0", "clock1", "clock2", "clock10"}
    drawn.pushes(shown.board(view()._replace(n=58)))
    expect(drawn.page.locator("#board > [inert]")).to_have_count(0)


def _reached(page: Page) -> set[str]:
    """The ids of what Tab comes to."""
    return {_tab(page) for _ in range(20)}


def _tab(page: Page) -> str:
    page.keyboard.press("Tab")
    return str(page.evaluate("() => document.activeElement.closest('#board') ? document.activeElement.id || '?' : ''"))


@pytest.mark.parametrize("phase", ["held", "over"])
def test_what_comes_while_a_panel_lies_there_is_out_of_reach_too(opens: Opens, phase: str) -> None:
    drawn = opens(finished(0) if phase == "over" else corner(phase="held"))
    drawn.pushes(screens.played(corner(n=60), 1))
    expect(drawn.page.locator("#top")).to_have_attribute("inert", "")
    expect(drawn.page.locator("#over h2")).to_be_focused()


def test_at_go_the_focus_is_on_the_draw_pile(opens: Opens) -> None:
    drawn = opens(corner(draw=0, phase="waiting"))
    page = drawn.page
    page.locator("#ready").focus()
    page.keyboard.press("Enter")
    drawn.pushes(screens.over(corner(draw=0, phase="waiting", ready=frozenset({0}))))
    expect(page.locator("#over h2")).to_be_focused()
    drawn.pushes(screens.board(corner(draw=0, phase="countdown", go_at=1, n=58)))
    drawn.pushes(screens.went(corner(draw=0, n=59)))
    expect(page.locator("#over")).to_have_attribute("data-phase", "playing")
    expect(page.locator("#drawbox")).to_be_focused()


def test_with_nothing_to_draw_the_focus_at_go_is_in_the_hand(opens: Opens) -> None:
    drawn = opens(corner(draw=36, phase="countdown", go_at=1))
    drawn.page.locator("#sort").focus()
    drawn.page.evaluate("() => document.activeElement.blur()")
    drawn.pushes(screens.board(corner(draw=36, n=58)))
    expect(drawn.page.locator("#s0 .card")).to_be_focused()


def test_one_card_left_is_said_in_one_sentence(opens: Opens) -> None:
    drawn = opens(corner(3))
    for seat, sentence in ((0, "You have one card left."), (1, f"{NAMES[1]} has one card left.")):
        drawn.pushes(screens.cards(one_left(), seat))
        expect(drawn.page.locator("#live")).to_have_text(sentence)


def test_a_hand_keeps_its_colours_while_its_player_waits_or_the_line_is_lost(opens: Opens) -> None:
    page = opens(corner()).page
    for name in ("locked", "lost"):
        page.locator("#table").evaluate("(table, name) => table.classList.add(name)", name)
        faded = page.locator("#hand, #hand .card").evaluate_all(
            "parts => parts.filter(part => getComputedStyle(part).opacity !== '1').length"
        )
        assert faded == 0
        assert page.locator("#hand").evaluate("hand => getComputedStyle(hand).outlineStyle") == "dashed"


# The line, and scripts that do not start


def test_a_card_tapped_in_a_hole_of_the_line_is_on_its_way_until_the_line_is_back(opens: Opens) -> None:
    drawn = opens(corner())
    page = drawn.page
    page.evaluate("() => { line.answers.move = () => ({ t: 'nothing' }); }")
    card = page.locator("#s0 .card")
    label = card.get_attribute("id")
    card.click()
    page.wait_for_function("() => line.sent.some(frame => frame.t === 'play')")
    page.evaluate("() => line.close(1006)")
    expect(page.locator("#table.lost")).to_have_count(1)
    expect(page.locator(f"#{label}")).to_have_class(re.compile("pending"))
    expect(page.locator("#says")).to_have_text("On its way…")
    page.wait_for_function("() => line.opened === 2")
    expect(page.locator(f"#{label}")).to_have_class(re.compile("pending"))
    drawn.pushes(screens.board(corner(n=60)))
    expect(page.locator(f"#{label}")).not_to_have_class(re.compile("pending|gone"))
    expect(page.locator("#says")).to_have_text("")


def test_a_card_with_a_sign_change_on_it_shows_what_it_counts_now(opens: Opens) -> None:
    page = opens(nine(turns=0), shown=NINE).page
    change, three = page.locator('#hand .card[data-v="0"]'), page.locator('#hand .card[data-v="3"]')
    expect(three.locator(".n")).to_have_text("+3")
    change.click()
    three.click()
    expect(three.locator(".n")).to_have_text("−3")
    change.click()
    expect(three.locator(".n")).to_have_text("+3")


def test_two_silent_lines_in_a_row_are_given_up_for_asking(opens: Opens) -> None:
    drawn = opens(corner())
    page = drawn.page
    page.evaluate("() => { line.answers.ping = () => ({ t: 'nothing' }); line.close(1006); }")
    page.wait_for_function(
        "() => line.opened === 3 && document.getElementById('net').dataset.net === 'slow'", timeout=60_000
    )
    assert drawn.asked > 0
    expect(page.locator("#table.lost")).to_have_count(0)


WITHOUT_HAS = """for (const name of ['querySelector', 'querySelectorAll', 'matches', 'closest'])
  for (const kind of [Element, Document]) { const real = kind.prototype[name];
    if (real) kind.prototype[name] = function (selector) {
      if (selector.includes(':has(')) throw new DOMException(selector, 'SyntaxError');
      return real.call(this, selector); }; }"""


@pytest.mark.parametrize("shown", [CORNER, NINE], ids=["corner", "nine"])
def test_a_browser_whose_scripts_know_no_has_is_on_the_line_too(browser: Browser, shown: Presentation) -> None:
    drawn = Drawn(browser, PHONE, nine() if shown is NINE else corner(), shown)
    drawn.page.add_init_script(WITHOUT_HAS)
    page = drawn.opens()
    expect(page.locator("#net")).to_have_attribute("data-net", "good")
    drawn.leaves()


@pytest.mark.parametrize("kind", ["race", "nine"])
def test_a_page_whose_scripts_cannot_start_says_so_and_has_a_way_on(browser: Browser, kind: str) -> None:
    view, shown = KINDS[kind]
    drawn = Drawn(browser, PHONE, view(), shown)
    drawn.broken = {"/static/js/line/line.js"}
    page = drawn.page
    page.goto("/table/")
    expect(page.get_by_text("does not move by itself")).to_be_visible(timeout=STARTED_MS)
    link = page.locator("#unstarted a")
    assert link.get_attribute("href") == "?unscripted=1"
    expect(page.locator("#moves")).to_have_attribute("action", re.compile("/move/"))
    drawn.context.close()


def test_a_page_whose_scripts_run_does_not_say_so(opens: Opens) -> None:
    expect(opens(corner()).page.locator("#unstarted")).to_have_count(0)


def test_without_scripts_nothing_stands_there_that_needs_them(opens: Opens) -> None:
    page = opens(corner(said=(3, 1)), java_script_enabled=False).page
    for needless in ("#sound", "#net", "[data-read]", "#unstarted"):
        expect(page.locator(needless)).to_be_hidden()
    expect(page.get_by_role("link", name="Look again")).to_be_visible()
