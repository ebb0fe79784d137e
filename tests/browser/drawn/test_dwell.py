"""Pressing by resting: what a pointer rests on is pressed, and nothing that comes under it."""

import pytest
from playwright.sync_api import Page

from tests.browser.drawn.tables import Opens
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import corner
from tests.browser.driving.people import LAPTOP

REST, FOR_EVER = 400, 60_000


def rests(drawn: Drawn, rest: int = REST) -> Page:
    """A table of a child who presses by resting; its pointer stands beside everything."""
    page = drawn.page
    page.mouse.move(2, 2)
    page.evaluate(
        """async rest => {
          const look = document.createElement("link");
          Object.assign(look, { rel: "stylesheet", href: "/static/css/little/dwell.css" });
          const here = new Promise((done) => look.addEventListener("load", done));
          document.head.append(look);
          await here;
          document.body.insertAdjacentHTML("beforeend", `<template id="scan" data-rest="${rest}"></template>`);
          await import("/static/js/dwell.js?" + Math.random());
        }""",
        rest,
    )
    page.mouse.move(4, 4)
    return page


def onto(page: Page, thing: str) -> None:
    box = page.locator(thing).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def sent(page: Page, kind: str) -> list[dict]:
    return page.evaluate("kind => server.sent.filter(({ t }) => t === kind)", kind)


def test_a_card_is_played_when_the_pointer_has_rested_on_it(opens: Opens) -> None:
    page = rests(opens(corner(draw=4), LAPTOP))
    onto(page, "#hand button.card >> nth=1")
    page.wait_for_function("() => server.sent.some(({ t }) => t === 'play')")
    (frame,) = sent(page, "play")
    assert frame["id"] == page.locator("#hand button.card").nth(1).get_attribute("id")
    assert frame["lit"] >= REST - 20


def test_who_leaves_too_soon_presses_nothing(opens: Opens) -> None:
    page = rests(opens(corner(draw=4), LAPTOP), FOR_EVER)
    onto(page, "#hand button.card >> nth=0")
    page.wait_for_selector(".resting", state="attached")
    page.mouse.move(4, 4)
    page.wait_for_selector(".resting", state="detached")
    onto(page, "#hand button.card >> nth=1")
    page.wait_for_selector(".resting", state="attached")
    assert page.evaluate("() => new FormData(document.getElementById('moves')).get('lit') !== null")
    page.evaluate("() => dispatchEvent(new Event('blur'))")
    page.wait_for_selector(".resting", state="detached")
    onto(page, "#hand button.card >> nth=0")
    page.wait_for_selector(".resting", state="attached")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector(".resting", state="detached")
    page.locator("#hand button.card >> nth=2").dispatch_event("pointermove", {"pointerType": "touch", "bubbles": True})
    assert page.locator(".resting").count() == 0
    assert sent(page, "play") == []


DIES = """() => new MutationObserver(() => {
  if (document.querySelector(".resting")) document.getElementById("drawbox").ariaDisabled = "true";
}).observe(document.body, { childList: true })"""
"""In the page itself: a busy machine would be too late for a rest of 0.4 s."""


def test_what_cannot_be_pressed_any_more_is_not_pressed(opens: Opens) -> None:
    page = rests(opens(corner(draw=4), LAPTOP))
    page.evaluate(DIES)
    onto(page, "#drawbox")
    page.wait_for_selector("#drawbox[aria-disabled]")
    page.wait_for_selector(".resting", state="detached")
    assert page.evaluate("() => document.activeElement === document.body"), "nor has it the focus"
    assert sent(page, "draw") == []


def test_what_was_pressed_is_not_pressed_again_before_it_is_left(opens: Opens) -> None:
    page = rests(opens(corner(draw=4), LAPTOP))
    onto(page, "#hand button.card >> nth=0")
    page.wait_for_function("() => server.sent.some(({ t }) => t === 'play')")
    box = page.locator("#hand .slot").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    assert page.locator(".resting").count() == 0
    another = {"pointerType": "mouse", "bubbles": True, "clientX": x, "clientY": y}
    page.locator("#hand button.card >> nth=1").dispatch_event("pointermove", another)
    assert page.locator(".resting").count() == 0, "a card that comes under the pointer waits, too"


def test_cards_are_drawn_one_after_another(opens: Opens) -> None:
    page = rests(opens(corner(draw=4), LAPTOP))
    onto(page, "#drawbox")
    page.wait_for_function("() => server.sent.filter(({ t }) => t === 'draw').length > 1")


def test_who_leaves_and_comes_back_to_the_same_point_presses_again(opens: Opens) -> None:
    page = rests(opens(corner(draw=4), LAPTOP))
    for times in (1, 2):
        onto(page, "#hand button.card >> nth=0")
        page.wait_for_function("times => server.sent.filter(({ t }) => t === 'play').length === times", arg=times)
        page.mouse.move(4, 4)


@pytest.mark.parametrize("calm", [False, True])
def test_the_ring_fills_and_in_a_calm_table_it_stands(opens: Opens, calm: bool) -> None:
    page = rests(opens(corner(draw=4), LAPTOP), FOR_EVER)
    page.evaluate("calm => document.getElementById('table').classList.toggle('calm', calm)", calm)
    onto(page, "#hand button.card >> nth=0")
    page.wait_for_selector(".resting", state="attached")
    assert page.evaluate("() => document.querySelector('.resting').lastChild.getAnimations().length") == (not calm)
