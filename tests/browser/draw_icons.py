"""Draws the icons of the home screen from static/img/icon.svg: `python -m tests.browser.draw_icons`."""

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

IMAGES = Path(__file__).resolve().parents[2] / "static" / "img"
SIZES = (180, 192, 512)
"""px: iPads, and what a manifest should name."""
MASKED, MASKABLE = 512, "icon-maskable-512.png"
"""px: Android cuts a shape of its own out of this one, at least the middle four fifths."""
PAGE = "<style>body {{ margin: 0 }} svg {{ display: block; width: {0}px; height: {0}px }}</style>{1}"


def main() -> None:
    svg = (IMAGES / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for size in SIZES:
            _draw(browser, svg, size, f"icon-{size}.png")
        _draw(browser, _to_the_edge(svg), MASKED, MASKABLE)
        browser.close()


def _draw(browser: Browser, svg: str, size: int, name: str) -> None:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(PAGE.format(size, svg))
    page.screenshot(path=IMAGES / name, omit_background=True)


def _to_the_edge(svg: str) -> str:
    """Return the icon with its ground to the edges and its card in the middle."""
    ground, card = svg.replace('rx="14"', "").split("/>", 1)
    smaller = '<g transform="translate(32 32) scale(.85) translate(-32 -32)">'
    return f"{ground}/>{smaller}{card.replace('</svg>', '</g></svg>')}"


if __name__ == "__main__":
    main()
