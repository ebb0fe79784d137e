"""A page under strain: 400 % zoom, wide text, no movement, forced colours, the calm theme, and a second checker.

The checker is IBM's accessibility-checker-engine 4.0.34, kept here as axe is.
"""

from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from tests.browser.driving.looks import COLOURS, NARROW, axe_violations, sideways

ACE = (Path(__file__).parent / "ace" / "ace.js").read_text() + "; window.ace = ace;"
ZOOMED: ViewportSize = {"width": 320, "height": 256}
"""1280 x 1024 at 400 % (WCAG 1.4.10)."""
NO_FAULTS = {
    "aria_content_in_landmark": "a skip link stands before all landmarks",
    "aria_form_label_unique": "a form without a name is no landmark (HTML-AAM)",
    "aria_landmark_name_unique": "the same",
    "element_tabbable_role_valid": "a region that scrolls is reached by keyboard (axe: scrollable-region-focusable)",
    "fieldset_label_valid": "said of what is folded in <details>",
    "input_label_exists": "said of what is folded in <details>; axe sees it unfolded and folded",
    "label_content_exists": "it takes a label's hidden words for nothing",
}
"""Rules of IBM's that contradict the standards or axe, and why."""
IBM = """async () => {
    const {results} = await new ace.Checker().check(document, ["WCAG_2_2"]);
    return results.filter(({value}) => value[0] === "VIOLATION" && value[1] === "FAIL")
        .map(({ruleId, message, snippet}) => [ruleId, `${message} ${snippet.slice(0, 120)}`]);
}"""
WIDER = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important; }
        * { word-spacing: .16em !important; } p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
}"""
TWICE = "() => { document.documentElement.style.fontSize = '200%'; }"
"""Text twice as big (WCAG 1.4.4)."""
COVERED = """() => [...document.querySelectorAll("main :is(button, summary, a.button)")].filter(target => {
    if (!target.checkVisibility({visibilityProperty: true}) || target.closest(".vh, [inert]")) return false;
    target.scrollIntoView({block: "center"});
    const box = target.getBoundingClientRect();
    if (box.width < 2) return false;
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (at?.closest("#picture, .note, .says")) return false;
    return !at || !(target.contains(at) || at.contains(target) && at.matches(".slot, label, p, li"));
}).map(target => target.id || target.textContent.trim())"""
"""What is pressed and lies under another part, scrolled to; the picture of a wrong card and a message go by a tap."""
OUT_OF_SIGHT = """() => [...document.querySelectorAll(
    ".round .grown, .round .line, .practice .eight, .check-up .numbers, .stars")]
  .filter(part => part.getBoundingClientRect().bottom > 1 + (document.querySelector(".round .again, .check-up .unsure")
    ?.getBoundingClientRect().top ?? innerHeight)).map(part => part.className)"""
"""What the button of a round that is over lies on, and the cards that are not on the screen at once."""
ROLLS = """() => [...document.querySelectorAll("body *")].filter(part => part.checkVisibility()
    && !part.closest("#hand, svg, .vh") && part.clientWidth > 2 && part.scrollWidth > part.clientWidth + 1
    && ["auto", "scroll"].includes(getComputedStyle(part).overflowX)).map(part => part.id || part.className)"""
"""What scrolls sideways in itself and is not the hand."""
AS_BEFORE = "() => { document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1); }"
STILL = "() => document.getAnimations().every(animation => animation.playState !== 'running')"


def faults_under_strain(page: Page, where: str) -> list[str]:
    page.set_viewport_size(ZOOMED)
    found = [f"zoom: {fault}" for fault in sideways(page)]
    page.set_viewport_size(NARROW)
    page.evaluate(WIDER)
    found += [f"spacing: {fault}" for fault in sideways(page)]
    page.evaluate(AS_BEFORE)
    page.emulate_media(reduced_motion="reduce", forced_colors="active")
    page.wait_for_function(STILL)
    found += [f"forced: {fault}" for fault in axe_violations(page) if not any(rule in fault for rule in COLOURS)]
    page.emulate_media(reduced_motion="no-preference", forced_colors="none")
    found += [f"calm: {fault}" for fault in _in_the_calm_theme(page)]
    found += _ibm(page)
    return [f"{where}: {fault}" for fault in found]


def _in_the_calm_theme(page: Page) -> list[str]:
    theme = page.evaluate("() => document.documentElement.dataset.theme ?? ''")
    page.evaluate("() => { document.documentElement.dataset.theme = 'calm'; }")
    found = axe_violations(page, *COLOURS)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    return found


def _ibm(page: Page) -> list[str]:
    if not page.evaluate("() => Boolean(window.ace)"):
        page.evaluate(ACE)
    return [f"ibm: {rule}: {what}" for rule, what in page.evaluate(IBM) if rule not in NO_FAULTS]
