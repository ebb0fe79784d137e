"""One key for everything: a light goes from one thing to the next, and any key presses what is lit."""

import pytest
from playwright.sync_api import Page

from tests.browser.drawn.tables import CORNER, KINDS, NINE, Opens
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import corner
from tests.browser.driving.people import LAPTOP, PHONE

STEP = 300
PRESS = """([wanted, how]) => new Promise((done) => {
  const comes = { bubbles: true, cancelable: true };
  const press = {
    key: () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", ...comes })),
    anywhere: () => document.getElementById("seat-0").dispatchEvent(new PointerEvent("pointerdown", comes)),
  };
  const look = () => {
    const lit = [...document.querySelectorAll(".lit")].map(({ id }) => id);
    if (lit.join() !== wanted) return setTimeout(look, 5);
    press[how]();
    done();
  };
  look();
})"""


def lights(drawn: Drawn) -> Page:
    page = drawn.page
    page.evaluate(
        """async step => {
          document.body.insertAdjacentHTML("beforeend", `<template id="scan" data-step="${step}"></template>`);
          await import("/static/js/scan.js?" + Math.random());
        }""",
        STEP,
    )
    return page


def ids(page: Page) -> list[str]:
    return page.evaluate(
        """() => ["drawbox", ...[...document.querySelectorAll("#hand button.card")].map(({ id }) => id)]"""
    )


def plays(page: Page) -> list[dict]:
    return page.evaluate("() => line.sent.filter(({ t }) => t === 'play')")


@pytest.mark.parametrize("how", ["key", "anywhere"])
def test_what_is_lit_is_played(opens: Opens, how: str) -> None:
    page = lights(opens(corner(draw=4), LAPTOP))
    _draw, _first, wanted, *_rest = ids(page)
    page.evaluate(PRESS, [wanted, how])
    page.wait_for_function("() => line.sent.some(({ t }) => t === 'play')")
    (frame,) = plays(page)
    assert (frame["id"], 0 <= frame["lit"] < STEP) == (wanted, True)


def test_of_many_cards_a_block_is_lit_first(opens: Opens) -> None:
    page = lights(opens(corner(draw=20), PHONE))
    everything = ids(page)
    block = everything[3:6]
    page.evaluate(PRESS, [",".join(block), "key"])
    assert plays(page) == []
    page.evaluate(PRESS, [block[2], "key"])
    page.wait_for_function("() => line.sent.some(({ t }) => t === 'play')")
    assert plays(page)[0]["id"] == block[2]


def test_the_light_is_the_focus_and_goes_round(opens: Opens) -> None:
    page = lights(opens(corner(draw=3), LAPTOP))
    for wanted in [*ids(page), *ids(page)[:2]]:
        page.wait_for_function(
            "id => document.querySelector('.lit')?.id === id && document.activeElement.id === id", arg=wanted
        )


@pytest.mark.parametrize("kind", KINDS)
def test_the_light_reaches_every_table(opens: Opens, kind: str) -> None:
    view, shown = KINDS[kind]
    assert shown in (CORNER, NINE)
    page = lights(opens(view(), PHONE, shown))
    page.wait_for_function("() => document.querySelector('.lit')?.closest('#board')")
