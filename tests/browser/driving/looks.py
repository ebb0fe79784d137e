"""What every page must look like to everybody: axe, no sideways scrolling, nothing that a strict policy forbids."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NARROW: ViewportSize = {"width": 320, "height": 640}
WIDE: ViewportSize = {"width": 1366, "height": 768}
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that a theme can break: it changes colours and nothing else."""

FORBIDDEN = {
    "a style attribute": re.compile(r"<[^>]+\sstyle\s*=", re.IGNORECASE),
    "an inline handler": re.compile(r"<[^>]+\son[a-z]+\s*=", re.IGNORECASE),
    "an inline style": re.compile(r"<style\b", re.IGNORECASE),
    "an inline script": re.compile(r"<script\b(?![^>]*\bsrc=)[^>]*>\s*\S", re.IGNORECASE),
}


_VIOLATIONS = """async runOnly => {
  const moves = each => each.playState === "running" && each.effect.getComputedTiming().endTime < 5000;
  const brief = document.getAnimations().filter(moves);
  await Promise.allSettled(brief.map(each => each.finished));
  const bars = [...document.querySelectorAll(".row.stays")];
  bars.forEach(bar => { bar.style.position = "static"; });
  const { violations } = await axe.run({ runOnly, resultTypes: ["violations"] });
  bars.forEach(bar => { bar.removeAttribute("style"); });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
}"""
"""What is in motion comes to rest first: half faded words have half their contrast. Without what axe tells of all that
is well: that costs more than looking. A bar that stays at the foot lies in its place meanwhile: axe takes what scrolls
below it for a small target."""


def axe_violations(page: Page, *rules: str) -> list[str]:
    """Run axe on the page as it is now, all rules or these; return one line per violation."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE)
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": RULES}
    found = page.evaluate(_VIOLATIONS, only)
    return [f"{page.url}: {rule}: {json.dumps(targets)}" for rule, targets in found]


def faults(page: Page, *, where: str = "") -> list[str]:
    """Look at the page narrow and wide, in every theme, once it is there; return what is wrong with it."""
    page.wait_for_load_state()
    found = []
    for viewport in (NARROW, WIDE):
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme="light", contrast="no-preference")
        here = sideways(page) + axe_violations(page)
        page.emulate_media(color_scheme="dark")
        here += [f"dark: {one}" for one in axe_violations(page, *COLOURS)]
        page.emulate_media(color_scheme="light", contrast="more")
        here += [f"contrast: {one}" for one in axe_violations(page, *COLOURS)]
        found += [f"{where} {viewport['width']} px: {one}".strip() for one in here]
    return found


def sideways(page: Page) -> list[str]:
    width, room = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    return [f"{page.url}: {width} px wide in a window of {room} px"] if width > room else []


def forbidden(html: str) -> list[str]:
    """Return what in this HTML a strict content security policy forbids."""
    return [f"{what}: {found[0]}" for what, pattern in FORBIDDEN.items() if (found := pattern.search(html))]
