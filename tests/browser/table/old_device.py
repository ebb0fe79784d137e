"""A browser without `:has()`, container queries and what came later: the rules are taken out of each style sheet on its
way, the functions out of the page before its scripts start."""

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Route

from tests.browser.driving.people import Child
from tests.old_devices.newer import CSS, NEWER, VALUE

UNKNOWN = re.compile("|".join(feature.pattern for feature in NEWER if feature.where in (CSS, VALUE)) + r"|:has\(")
WITHOUT = """
for (const [owner, name] of [
  [HTMLFormElement.prototype, "requestSubmit"], [AbortSignal, "timeout"], [AbortSignal, "any"],
  [HTMLElement.prototype, "inert"], [HTMLElement.prototype, "showPopover"],
  [Array.prototype, "toSorted"], [Array.prototype, "toReversed"], [Object, "groupBy"], [URL, "canParse"],
  [window, "requestIdleCallback"], [window, "scheduler"], [document.constructor.prototype, "startViewTransition"],
  [Navigator.prototype, "wakeLock"], [Navigator.prototype, "vibrate"], [Set.prototype, "union"], [Promise, "try"],
]) delete owner[name];
"""


class OldDevice(Child):
    """A child at a tablet of 2018."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.context.add_init_script(WITHOUT)
        self.context.route("**/*.css", _served)

    def unreadable(self) -> list[str]:
        """The cards on the screen whose number is small, or does not lie within its card."""
        return list(self.page.evaluate(_UNREADABLE))


_UNREADABLE = """() => [...document.querySelectorAll(".card")].flatMap(card => {
  const number = card.querySelector(".n");
  if (!number?.textContent || !card.offsetWidth || getComputedStyle(card).visibility !== "visible") return [];
  const text = document.createRange();
  text.selectNodeContents(number);
  const [inner, outer] = [text.getBoundingClientRect(), card.getBoundingClientRect()];
  const size = parseFloat(getComputedStyle(number).fontSize);
  const fits = inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && size <= outer.height;
  return size >= 22 && fits ? [] : [`${number.textContent}: ${size} px in ${outer.width} x ${outer.height}`];
})"""
"""Found and measured at once: a card that has just been drawn flies, and is gone when it has come."""


def _served(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=stripped(answer.text()))


def stripped(css: str) -> str:
    """Return a style sheet without the rules, declarations and at-rules that such a browser leaves out."""
    return "".join(_kept(css))


def _kept(css: str) -> Iterator[str]:
    for head, body in _rules(css):
        if body is None:
            yield "" if UNKNOWN.search(head) else head
        elif head.startswith("@supports not"):
            yield stripped(body) if UNKNOWN.search(head) else ""
        elif not UNKNOWN.search(head):
            yield f"{head}{{{stripped(body)}}}"


def _rules(css: str) -> Iterator[tuple[str, str | None]]:
    """Yield each declaration or statement with its semicolon, and each rule as its head and its body."""
    start = 0
    while start < len(css):
        end = re.compile(r"[;{]|$").search(css, start)
        assert end
        if end[0] != "{":
            yield css[start : end.end()], None
            start = end.end() if end[0] else len(css)
            continue
        close = _closing(css, end.start())
        yield css[start : end.start()], css[end.end() : close]
        start = close + 1


def _closing(css: str, opened: int) -> int:
    depth = 0
    for found in re.compile(r"[{}]").finditer(css, opened):
        depth += 1 if found[0] == "{" else -1
        if not depth:
            return found.start()
    raise AssertionError(f"a rule without its end: {css[opened : opened + 80]}")
