"""One key for everything: a light goes from one thing to the next, and any key presses what is lit."""

import pytest
from playwright.sync_api import Page

from tests.browser.drawn.tables import CORNER, KINDS, NINE, Opens
from tests.browser.drawn.test_focus import MOVES
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import corner
from tests.browser.driving.people import LAPTOP, PHONE

STEP, FOR_EVER = 300, 60_000
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
    press[how](); // a hand that trembles
    done();
  };
  look();
})"""


def lights(drawn: Drawn, step: int = STEP) -> Page:
    page = drawn.page
    page.evaluate(
        """async step => {
          document.body.insertAdjacentHTML("beforeend", `<template id="scan" data-step="${step}"></template>`);
          await import("/static/js/scan.js?" + Math.random());
        }""",
        step,
    )
    return page


def ids(page: Page) -> list[str]:
    return page.evaluate(
        """() => ["drawbox", ...[...document.querySelectorAll("#hand button.card")].map(({ id }) => id)]"""
    )


OTHER_KEYS = """() => {
  const comes = { key: " ", bubbles: true, cancelable: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", { ...comes, repeat: true }));
  const field = document.createElement("input");
  Object.assign(field, { type: "text", hidden: true });
  document.getElementById("main").append(field);
  const typed = new KeyboardEvent("keydown", comes);
  field.dispatchEvent(typed);
  return typed.defaultPrevented;
}"""
"""A key that is held down, and a space that is typed into a field: whether that one is taken away."""
HIDES = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  return document.querySelector(".lit").id;
}"""
"""The child looks at another page: the light waits where it was."""
A_DIALOG = """() => {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.append(Object.assign(document.createElement("button"), { textContent: "Back" }));
  dialog.showModal();
}"""


def plays(page: Page) -> list[dict]:
    return page.evaluate("() => server.sent.filter(({ t }) => t === 'play')")


@pytest.mark.parametrize("how", ["key", "anywhere"])
def test_what_is_lit_is_played(opens: Opens, how: str) -> None:
    page = lights(opens(corner(draw=4), LAPTOP))
    _draw, _first, wanted, *_rest = ids(page)
    page.evaluate(PRESS, [wanted, how])
    page.wait_for_function("() => server.sent.some(({ t }) => t === 'play')")
    (frame,) = plays(page)
    assert (frame["id"], 0 <= frame["lit"] < STEP) == (wanted, True)


def test_of_many_cards_a_block_is_lit_first(opens: Opens) -> None:
    page = lights(opens(corner(draw=20), PHONE))
    everything = ids(page)
    block = everything[3:6]
    page.evaluate(PRESS, [",".join(block), "key"])
    assert plays(page) == []
    page.evaluate(PRESS, [block[2], "key"])
    page.wait_for_function("() => server.sent.some(({ t }) => t === 'play')")
    assert plays(page)[0]["id"] == block[2]


def test_the_light_is_the_focus_and_goes_round(opens: Opens) -> None:
    page = lights(opens(corner(draw=3), LAPTOP))
    for wanted in [*ids(page), *ids(page)[:2]]:
        page.wait_for_function(
            "id => document.querySelector('.lit')?.id === id && document.activeElement.id === id", arg=wanted
        )
    assert not page.evaluate(OTHER_KEYS)
    assert page.evaluate(MOVES) == 0
    assert page.evaluate("() => new FormData(document.getElementById('moves')).get('lit') !== null")
    lit = page.evaluate(HIDES)
    page.wait_for_timeout(2 * STEP)
    assert page.evaluate("() => { delete document.hidden; return document.querySelector('.lit').id; }") == lit
    page.evaluate(A_DIALOG)
    page.wait_for_function("() => document.querySelector('.lit')?.closest('dialog')")
    page.locator("dialog").evaluate("dialog => dialog.remove()")


def test_a_press_anywhere_presses_what_is_lit_and_nothing_under_the_finger(opens: Opens) -> None:
    page = lights(opens(corner(draw=4), LAPTOP), FOR_EVER)
    page.locator("#hand .card").last.click()
    page.wait_for_function("() => server.sent.some(({ t }) => t === 'draw')")
    assert plays(page) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_light_begins_at_something_of_every_kind_of_table(opens: Opens, kind: str) -> None:
    view, shown = KINDS[kind]
    assert shown in (CORNER, NINE)
    page = lights(opens(view(), PHONE, shown))
    page.wait_for_function("() => document.querySelector('.lit')?.closest('#board')")
