"""A browser in which pictures stand: files from the source tree, a line that answers nothing, no server."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.driving.fake_server import FAKE
from tests.browser.driving.site import site
from tests.browser.pictures.shown import Shown

PICTURE = "/picture/"
WIDTHS = {320: 568, 390: 844, 768: 1024, 1366: 768, 1920: 1080}
"""The screens, their heights by their widths."""
NEW: ViewportSize = {"width": 1280, "height": 720}
PLAIN: dict[str, Any] = {"color_scheme": "light", "contrast": "no-preference", "forced_colors": "none"}
THEMES: dict[str, dict[str, Any]] = {
    "light": PLAIN,
    "dark": {**PLAIN, "color_scheme": "dark"},
    "calm": PLAIN,
    "contrast": {**PLAIN, "contrast": "more"},
    "forced": {**PLAIN, "forced_colors": "active"},
}
"""What a device asks for; calm is chosen on the page."""
_SETTLED = """() => Promise.all([document.fonts.ready,
  ...[...document.querySelectorAll("link[rel=stylesheet]")].filter(each => !each.sheet).map(
    each => new Promise(done => { each.onload = each.onerror = done; }))]).then(
  () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))"""
_THEMED = """calm => {
  const root = document.documentElement;
  root.dataset.chosen ??= root.dataset.theme ?? "";
  root.dataset.theme = calm ? "calm" : root.dataset.chosen;
  if (!root.dataset.theme) delete root.dataset.theme;
}"""


class Screen:
    """One page of a browser that shows one picture after the other."""

    def __init__(self, browser: Browser) -> None:
        self.html = ""
        self.open = ExitStack()
        here = self.open.enter_context(site(lambda address: self.html if address == PICTURE else None))
        self.context = browser.new_context(base_url=here, viewport=NEW, reduced_motion="reduce")
        self.page: Page = self.context.new_page()
        self.page.add_init_script(FAKE)

    def shows(self, shown: Shown) -> None:
        """Load the picture and do what it does first."""
        self.html = shown.html
        self.page.goto(PICTURE, wait_until="load")
        if shown.act:
            self._settles()
            self.page.evaluate(shown.act)

    def at_widths(self, widths: dict[int, int]) -> Iterator[tuple[int, Page]]:
        """Yield the page as it stands at each of these widths."""
        for width, height in widths.items():
            self.page.set_viewport_size({"width": width, "height": height})
            self._settles()
            yield width, self.page

    def in_theme(self, theme: str) -> None:
        self.page.emulate_media(**THEMES[theme])
        self.page.evaluate(_THEMED, theme == "calm")

    def closes(self) -> None:
        self.context.close()
        self.open.close()

    def _settles(self) -> None:
        self.page.evaluate(_SETTLED)
