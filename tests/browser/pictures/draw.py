"""Draws every page and state of the demo class at five widths in every theme, for somebody who looks: `make pictures`.

The sheet that shows them all is build/pictures/index.html. WIDTHS, THEMES and ONLY (a part of the pictures' names)
narrow it down. `make readme-pictures` draws those of the README. pytest runs this file only when it is named.
"""

import os
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.driving.drawn_views import NAMES
from tests.browser.pictures.screen import THEMES, WIDTHS, Screen
from tests.browser.pictures.shown import Pictures

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(os.environ.get("PICTURES") or ROOT / "build" / "pictures")
README = {
    "table": "table-race",
    "projector": "projector-playing-screen",
    "start": "teacher-session_new",
    "report": "teacher-class_report",
}
"""The pictures of the README that stand still, by the names of their files in docs/pictures."""
LAPTOP = 1366
TOLD = {"testserver": "192.0.2.2", **dict(zip(NAMES, ("Mia", "Oskar", "Aylin", "Ben"), strict=True))}
"""What stands in tests, and what in the README for it: RFC 5737; tests have names as long and as deep as names get."""
HIGHEST = 4000
"""px: what is longer is cut in its picture."""
SHEET = """<!doctype html><meta charset="utf-8"><title>Cardinal, every page</title>
<style>body {{ font: 15px sans-serif; background: #777 }} section {{ overflow-x: auto; white-space: nowrap }}
figure {{ display: inline-block; margin: 6px; vertical-align: top }}
img {{ display: block; max-width: 480px; max-height: 640px }}
</style>{}"""
SECTION = "<section><h2>{}</h2>{}</section>"
FIGURE = '<figure><a href="{0}"><img src="{0}" alt="" loading="lazy"></a><figcaption>{0}</figcaption></figure>'


def _chosen(name: str) -> list[str]:
    return os.environ.get(name, "").split()


@pytest.mark.django_db
def draw_every_page(browser: Browser, pictures: Pictures) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    widths = {
        width: height for width, height in WIDTHS.items() if str(width) in _chosen("WIDTHS") or not _chosen("WIDTHS")
    }
    only, screen = os.environ.get("ONLY", ""), Screen(browser)
    for name, shown in pictures.items():
        if only in name:
            screen.shows(shown)
            _draw(screen, name, widths)
    screen.closes()
    _lay_out(sorted(pictures))


@pytest.mark.django_db
def draw_the_readme(browser: Browser, pictures: Pictures) -> None:
    screen = Screen(browser)
    for file, name in README.items():
        html = pictures[name].html
        for tested, told in TOLD.items():
            html = html.replace(tested, told)
        screen.shows(pictures[name]._replace(html=html))
        screen.in_theme("light")
        for _width, page in screen.at_widths({LAPTOP: WIDTHS[LAPTOP]}):
            page.screenshot(path=ROOT / "docs" / "pictures" / f"{file}.jpg", type="jpeg", quality=75)
    screen.closes()


def _draw(screen: Screen, name: str, widths: dict[int, int]) -> None:
    for theme in _chosen("THEMES") or THEMES:
        screen.in_theme(theme)
        for width, page in screen.at_widths(widths):
            high = min(HIGHEST, page.evaluate("() => document.documentElement.scrollHeight"))
            box = {"x": 0, "y": 0, "width": width, "height": max(high, widths[width])}
            file = FOLDER / f"{name}-{theme}-{width}.jpg"
            page.screenshot(path=file, full_page=True, clip=box, type="jpeg", quality=70)  # type: ignore[arg-type]


def _lay_out(names: list[str]) -> None:
    rows = [(escape(name), sorted(file.name for file in FOLDER.glob(f"{name}-*-*.jpg"))) for name in names]
    figures = [SECTION.format(name, "".join(map(FIGURE.format, files))) for name, files in rows if files]
    (FOLDER / "index.html").write_text(SHEET.format("".join(figures)))
