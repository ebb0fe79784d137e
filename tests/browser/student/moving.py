"""Draws the moving picture of the README: a guest's first cards against three computers, on the real pages.

`make readme-pictures` runs it (needs ffmpeg); pytest only when the file is named.
"""

import subprocess
from pathlib import Path

from playwright.sync_api import ViewportSize

from tests.browser.conftest import People
from tests.browser.driving.people import Child

TARGET = Path(__file__).resolve().parents[3] / "docs" / "pictures" / "round.webp"
ROOM: ViewportSize = {"width": 960, "height": 620}
FRAMES, A_SECOND, EVERY = 60, 5, 7
"""So many pictures, so many a second; the guest does something at every so many."""
PACKED = ("-vf", "scale=640:-2", "-c:v", "libwebp_anim", "-loop", "0", "-q:v", "60")
MOST = 120_000
"""Bytes, as of every picture of the README (tests/test_docs.py)."""


def draw_a_round(people: People, tmp_path: Path) -> None:
    guest = people(Child, ROOM)
    guest.goes("/")
    guest.presses("Play one round now")
    guest.has_a_line()
    people.hear_go([guest])
    for number in range(FRAMES):
        if number % EVERY == EVERY - 1:
            _acts(guest)
        guest.page.screenshot(path=tmp_path / f"{number:03}.png")
        guest.page.wait_for_timeout(1000 / A_SECOND)
    frames = ["-framerate", str(A_SECOND), "-i", str(tmp_path / "%03d.png")]
    subprocess.run(["ffmpeg", "-v", "error", "-y", *frames, *PACKED, str(TARGET)], check=True)
    assert TARGET.stat().st_size <= MOST


def _acts(guest: Child) -> None:
    """Press a card that fits, else the pile; whoever was quicker, the next picture shows what came of it."""
    if fitting := guest.fitting():
        guest.taps(fitting[0])
    elif guest.can_draw():
        guest.page.locator("#drawbox").click()
