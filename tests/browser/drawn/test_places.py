"""Where things lie on a table's page: piles, hand, pictures and the ring, none over another."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import ViewportSize, expect

from classroom.languages.rows import languages
from game.around_the_corner import screens
from game.rules.around_the_corner.cards import DECK
from game.screens.table_view import TableView
from tests.browser.drawn.tables import CORNER, EVERY_SCREEN, KINDS, LEAST_CARD, LOW, SCREENS, SMALL, Opens
from tests.browser.driving.drawn import page_from
from tests.browser.driving.drawn_views import NAMES, by_turns, corner, one_left
from tests.browser.driving.people import LAPTOP, PHONE
from tests.game.around_the_corner.positions import dealt, does, seen

COVERED = """text => {
  const says = document.getElementById("says");
  says.textContent = text;
  says.dataset.why = "sum";
  const said = says.getBoundingClientRect();
  const parts = [...document.querySelectorAll("#drawbox, #top .pile .card, #hand button.card, .to-go")];
  return parts.map(part => [part.innerText, part.getBoundingClientRect()]).filter(([, { left, right, top, bottom }]) =>
    left < said.right - 1 && right > said.left + 1 && top < said.bottom - 1 && bottom > said.top + 1)
    .map(([part, { top, bottom }]) => `${part.slice(0, 20)} ${top} ${bottom}, ${said.top} ${said.bottom}`);
}"""
"""What the sum of an own card that fitted lies over."""
HIGH_ENOUGH = 520
"""CSS px: from here on the dots of the run or the sum say what the own call would."""


@pytest.mark.parametrize("kind", ["turns", "turns with a clock"])
def test_by_turns_the_piles_lie_in_the_circle_of_numbers_and_the_hand_beside_it(opens: Opens, kind: str) -> None:
    for screen, page in opens(KINDS[kind][0]()).at(*SCREENS):
        hand = page.locator("#hand").bounding_box()
        assert hand
        is_low = page.viewport_size == LOW
        for part in ("#drawbox", "#top .pile", *([] if is_low else [".circle", ".hops"])):
            box = page.locator(part).bounding_box()
            assert box
            assert _apart(box, hand), (part, screen)
        for card in page.locator("#hand button.card").all():
            assert (card.bounding_box() or hand)["height"] >= LEAST_CARD - 0.05, screen


COVERED_NUMBERS = """words => [...document.querySelectorAll("#sort, #pass")].flatMap(button => {
  button.textContent = words[button.id];
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return [...document.querySelectorAll(".circle circle[r]")].filter(circle => {
    const box = circle.getBoundingClientRect(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const beside = Math.hypot(x - Math.max(left, Math.min(x, right)), y - Math.max(top, Math.min(y, bottom)));
    return box.width < 60 && beside < box.width / 2 - 1;
  }).map(circle => `${button.id} ${circle.outerHTML}`);
})"""
"""Numbers of the circle under a button that says this."""


@pytest.mark.parametrize("language", languages())
def test_no_button_covers_a_number_of_the_circle_on_a_small_screen(opens: Opens, language: str) -> None:
    page = opens(by_turns(4)).page
    assert page.locator(".circle circle").count() > 10
    with translation.override(language):
        words = {"sort": gettext("Sort"), "pass": gettext("Pass")}
    assert page.evaluate(COVERED_NUMBERS, words) == []


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
    if kind == "solo":
        page.locator("#pause").click(trial=True)
    page.locator("#picture").dispatch_event("pointerdown")
    expect(page.locator("#picture")).to_be_hidden()


@EVERY_SCREEN
def test_the_own_call_is_shown_where_no_dots_are_and_leaves_the_pile_free(opens: Opens, screen: ViewportSize) -> None:
    seen = corner(4, run=4)
    page = opens(seen._replace(view=seen.view._replace(called=(0, 10))), screen).page
    call = page.locator("#seat-0 .bubble")
    assert (call.count(), call.is_visible()) == (1, screen["height"] < HIGH_ENOUGH)
    if call.is_visible():
        assert not page.locator("#run .dots").is_visible()
        bubble, pile = call.bounding_box(), page.locator("#top .pile .n").bounding_box()
        assert _apart(bubble, pile) or _apart(pile, bubble)


@pytest.mark.parametrize("kind", [kind for kind, (_view, game) in KINDS.items() if game is CORNER])
def test_what_is_said_covers_neither_the_piles_nor_a_card_of_the_hand(opens: Opens, kind: str) -> None:
    for screen, page in opens(KINDS[kind][0]()).at(*SCREENS):
        assert page.evaluate(COVERED, "8 + 3 → 1") == [], screen


@pytest.mark.parametrize("kind", ["race", "solo", "turns"])
def test_on_a_phone_the_hand_has_the_whole_width(opens: Opens, kind: str) -> None:
    for screen, page in opens(KINDS[kind][0]()).at(SMALL, PHONE):
        hand = page.locator("#hand").bounding_box()
        assert hand
        assert hand["width"] >= page.evaluate("innerWidth") - 20, screen


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
    expect(page.get_by_text("After 10 comes 1")).to_be_visible()
    page.locator("#hand .card").last.click()
    expect(page.get_by_text("After 10 comes 1")).to_be_hidden()


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


@pytest.mark.parametrize(
    ("screen", "cards"),
    [(SMALL, 15), ({"width": 768, "height": 1024}, 20), ({"width": 1366, "height": 625}, 20)],
    ids=["a small phone", "a tablet held upright", "a Chromebook"],
)
def test_by_turns_with_a_clock_and_sums_no_row_of_the_first_cards_is_cut(
    opens: Opens, screen: ViewportSize, cards: int
) -> None:
    page = opens(by_turns(3, draw=cards, turn_clock=60_000, hints=True), screen).page
    hand = page.locator("#hand").bounding_box()
    assert hand
    last = page.locator("#hand button.card").nth(cards - 1).bounding_box()
    assert last
    assert last["y"] + last["height"] <= hand["y"] + hand["height"]
    assert hand["y"] + hand["height"] <= screen["height"]


_EDGE = "pile => getComputedStyle(pile).outlineStyle"


@pytest.mark.parametrize(
    ("view", "edge"),
    [
        (lambda: corner(draw=0), "solid"),
        (lambda: corner(draw=1), "none"),
        (lambda: corner(draw=0)._replace(phase="countdown"), "none"),
        (lambda: by_turns(2, draw=0), "solid"),
        (lambda: corner(2, 0, seat=0, options={"mode": "turns"}), "none"),
    ],
    ids=["race", "with a card", "before GO", "at one's turn", "at another's turn"],
)
def test_the_pile_has_an_edge_while_there_is_nothing_to_do_but_draw(
    opens: Opens, view: Callable[[], TableView], edge: str
) -> None:
    assert opens(view()).page.locator("#drawbox").evaluate(_EDGE) == edge


@pytest.mark.parametrize("device", [{"forced_colors": "active"}, {"contrast": "more"}, {}], ids=str)
def test_the_way_of_solo_and_its_flag_stand_out_from_the_felt(opens: Opens, device: dict[str, Any]) -> None:
    page = opens(KINDS["solo"][0](), SMALL, **device).page
    colours = "([selector, property]) => getComputedStyle(document.querySelector(selector))[property]"
    felt = page.evaluate(colours, [".felt", "backgroundColor"])
    for part, property in ((".track .way", "stroke"), (".track .flag", "fill")):
        assert page.evaluate(colours, [part, property]) not in (felt, "none"), part


@pytest.mark.parametrize("view", [lambda: corner(3), lambda: by_turns(3)], ids=["race", "by turns"])
@pytest.mark.parametrize(
    "screen", [{"width": 768, "height": 1024}, {"width": 1366, "height": 768}], ids=["tablet held upright", "laptop"]
)
def test_a_card_of_a_small_hand_has_the_shape_of_a_card_where_there_is_room(
    opens: Opens, screen: ViewportSize, view: Callable[[], TableView]
) -> None:
    page = opens(view(), screen).page
    boxes = [card.bounding_box() for card in page.locator("#hand button.card").all()]
    assert len(boxes) == 12
    assert all(box and box["height"] > box["width"] >= 85 for box in boxes)


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=lambda screen: str(screen["width"]))
def test_for_a_left_hand_the_board_is_mirrored_and_the_hand_is_not(opens: Opens, screen: ViewportSize) -> None:
    page = opens(corner(run=4), screen).page
    parts = ["#drawbox", ".pile", "#seat-0 .face", "#sort", "#s0", "#s1"]

    def lie() -> list[float]:
        boxes = [page.locator(part).bounding_box() for part in parts]
        return [box["x"] for box in boxes if box]

    draw, pile, face, sort, first, second = lie()
    assert (draw < pile, face < sort, first < second) == (True, True, True)
    page.evaluate("() => document.getElementById('table').classList.add('lefty')")
    draw, pile, face, sort, *hand = lie()
    assert (pile < draw, sort < face, hand) == (True, True, [first, second])


@pytest.mark.parametrize(
    "screen",
    [SMALL, {"width": 390, "height": 844}, {"width": 1024, "height": 768}, LAPTOP],
    ids=lambda screen: str(screen["width"]),
)
def test_sorting_a_full_hand_with_holes_moves_nothing_under_a_finger(opens: Opens, screen: ViewportSize) -> None:
    full = dealt(seats=2, draw=24)
    kept = tuple(held if place % 3 == 0 else 0 for place, held in enumerate(full.hands[0]))
    drawn = opens(seen(full, 0, names=NAMES[:2]), screen)
    before = drawn.page.evaluate(_PRESSED)
    drawn.shows_next(
        seen(does(full._replace(hands=(kept, full.hands[1])), 0, "sort"), 0, names=NAMES[:2]), screen, CORNER
    )
    after = drawn.page.evaluate(_PRESSED)
    assert after["#sort"] == before["#sort"]
    for part in ("#drawbox", "#top .pile .card"):
        assert before[part]["free"], part
        assert after[part]["free"], part
        middle = before[part]["y"] + before[part]["height"] / 2
        assert after[part]["y"] < middle < after[part]["y"] + after[part]["height"], part


_PRESSED = """() => Object.fromEntries(["#sort", "#drawbox", "#top .pile .card"].map(name => {
  const part = document.querySelector(name), { x, y, width, height } = part.getBoundingClientRect();
  const free = [.1, .5, .9].every(along => [.1, .5, .9].every(down =>
    part.contains(document.elementFromPoint(x + along * width, y + down * height))));
  return [name, { x, y, width, height, free }];
}))"""


@pytest.mark.parametrize(
    "view",
    [lambda: corner(4), lambda: by_turns(4), lambda: corner(4, options={"mode": "sun"})],
    ids=["race", "by turns", "sun"],
)
def test_on_the_smallest_phone_a_name_of_eight_letters_is_whole(opens: Opens, view: Callable[[], TableView]) -> None:
    names = opens(view(), SMALL).page.locator(".seat .name")
    cut = names.evaluate_all(
        "all => all.filter(name => name.scrollWidth > name.clientWidth).map(each => each.textContent)"
    )
    assert (names.count(), cut) == (4, [])


@pytest.mark.parametrize("words", ["Last card!", "Síðasta spilið!", "¡Última carta!"])
def test_the_words_on_the_last_card_leave_its_number_free(opens: Opens, words: str) -> None:
    page = opens(one_left(), SMALL).page
    page.locator(".last .word").evaluate("(word, words) => { word.textContent = words; }", words)
    said, number = (page.locator(part).bounding_box() for part in (".last .word", ".last .n"))
    assert said
    assert number
    assert number["y"] + number["height"] * 0.8 <= said["y"]
