"""Children who press in a slower way (rules 1.12): with one key, or by resting. Their browsers know no other.

Mixed in before a kind of child: whatever that child presses, it presses so.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.driving.patience import patiently
from tests.browser.driving.people import Child

STEP, REST = 600, 800
"""The quickest that a teacher can choose, in ms."""
NO_OTHER = """for (const kind of %s)
    addEventListener(kind, (event) => event.isTrusted && console.error(`${kind}: it has no other way`), true);
"""
IS_PRESSED = "lit => !document.querySelector('.resting') || document.getElementById('scan').dataset.lit !== lit"
TREMOR_MS = 300
"""A second press sooner than that is the same one (static/js/scan.js)."""
PRESSES_WHEN_LIT = """([thing, tremor]) => new Promise((done) => {
  const late = performance.now() + 20000;
  const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  const look = () => {
    const lit = [...document.querySelectorAll(".lit")];
    if (!thing.isConnected || performance.now() > late) return done(false);
    if (!lit.includes(thing)) return setTimeout(look, 20);
    if (lit.length === 1) done(true);
    press();
    if (lit.length > 1) setTimeout(look, tremor);
  };
  look();
})"""
"""In the page itself: a busy machine would be too late for a light of 0.6 s. False where another thing has come in its
place, or the light never comes: then the child looks again."""


class Presser(Child):
    """A child with `needs`, as its teacher's form sends them. It `does_without` events of these kinds."""

    needs: Mapping[str, str]
    does_without: Sequence[str]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.context.add_init_script(NO_OTHER % list(self.does_without))


class Resting(Presser):
    """It points, and has no button. Nothing it needs is beyond the edge of its screen."""

    needs: Mapping[str, str] = {"dwell": f"{REST}"}
    does_without = ("pointerdown", "keydown")

    def uses(self, thing: Locator) -> None:
        expect(thing).to_be_in_viewport(ratio=0.9)
        self.page.mouse.move(4, 4)
        thing.hover()
        self.page.wait_for_selector(".resting", state="attached")
        lit = self.page.evaluate("() => document.getElementById('scan').dataset.lit")
        self.page.wait_for_function(IS_PRESSED, arg=lit)
        self.page.mouse.move(4, 4)


class OneKey(Presser):
    """It has the space bar. The light comes to whatever it needs."""

    needs: Mapping[str, str] = {"scan": f"{STEP}"}
    does_without = ("pointerdown",)

    def uses(self, thing: Locator) -> None:
        expect(thing).to_be_visible()
        patiently(lambda: self._presses(thing), "the light on it", self)

    def _presses(self, thing: Locator) -> bool:
        pressed: bool = self.page.evaluate(PRESSES_WHEN_LIT, [thing.element_handle(), TREMOR_MS])
        return pressed
