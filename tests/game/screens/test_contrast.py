"""Contrast of the colours on a table: the pairs of screens 1.2, recomputed from the style sheets."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ON = {
    7: "ink bg, ink sunk, ink surface, on-felt mat, on-felt rim, on-sun sun, on-banner banner, number face",
    6: "ink-2 bg, ink-2 sunk, ink-2 surface, on-felt felt, on-made made",
    4.5: "on-primary primary, primary bg, ok bg, ok ok-tint, bad bg, bad bad-tint, bad surface, warn bg, "
    "warn warn-tint, strip-ink step-1, strip-ink step-2, strip-ink step-3, on-back back-1",
    3: "line bg, line surface, mark felt, mark mat, mark rim, focus bg, "
    "c1 t1, c2 t2, c3 t3, c4 t4, c5 t5, c6 t6, c7 t7, c8 t8",
}

THEMES = ["light", "dark", "calm", "contrast"]


def tokens(theme: str) -> dict[str, str]:
    sheets = ("base", "pictures/face")
    css = "".join((Path(settings.BASE_DIR) / f"static/css/{name}.css").read_text() for name in sheets)
    blocks = re.findall(r":root(\S*) \{(.*?)\n  ?\}", css, re.S)
    found: dict[str, str] = {}
    for selector, block in blocks:
        if not selector or theme in selector:
            found |= dict(re.findall(r"--([\w-]+): (#\w{6})", block))
    return found


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["felt", "mat", "face"])
def test_a_card_has_an_end_on_the_table_and_on_another_card(theme, ground):
    """By its edge where felt is dark, by its face where it is light; on another card always by its edge."""
    colours = tokens(theme)
    parts = ("card-line",) if ground == "face" else ("card-line", "face")
    assert max(contrast(colours[part], colours[ground]) for part in parts) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_colours_keep_their_contrast(theme):
    colours = tokens(theme)
    for floor, pairs in ON.items():
        for one, other in (pair.split() for pair in pairs.split(", ")):
            assert contrast(colours[one], colours[other]) >= floor, (one, other)


def test_a_theme_has_the_same_colours_whether_asked_for_or_preferred():
    css = (Path(settings.BASE_DIR) / "static/css/base.css").read_text()
    preferred = re.findall(r":root:not\(\[data-theme\]\) \{(.*?)\n  \} \}", css, re.S)
    asked = re.findall(r':root\[data-theme="\w+"\] \{(.*?)\n  \}', css, re.S)
    assert asked
    assert [block.split() for block in preferred] == [block.split() for block in asked]
