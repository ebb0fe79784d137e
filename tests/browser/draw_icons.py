"""Draws the icons of the home screen from static/img/icon.svg: `python -m tests.browser.draw_icons`."""

from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).resolve().parents[2] / "static" / "img"
SIZES = (180, 192, 512)
"""px: iPads, and what a manifest should name."""
PAGE = "<style>body {{ margin: 0 }} svg {{ display: block; width: {0}px; height: {0}px }}</style>{1}"


def main() -> None:
    svg = (IMAGES / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(PAGE.format(size, svg))
            page.screenshot(path=IMAGES / f"icon-{size}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
