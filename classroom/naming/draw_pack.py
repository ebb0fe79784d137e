"""Combines the pictures of the Pack into one file: `python -m classroom.naming.draw_pack`.

Each picture is a playing card with a face on a grid of 64 by 64; its body has the colour of the surrounding text.
"""

import re
from pathlib import Path

PICTURES = Path(__file__).parent / "pack"
SPRITE = Path(__file__).resolve().parents[2] / "static" / "img" / "pack.svg"


def sprite() -> str:
    """Return the pictures as SVG symbols, each with its word as id."""
    symbols = "".join(_symbol(picture) for picture in sorted(PICTURES.rglob("*.svg")))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>\n'


def _symbol(picture: Path) -> str:
    shapes = re.sub(r"</?svg[^>]*>|\n", "", picture.read_text())
    return f'<symbol id="{picture.stem}" viewBox="0 0 64 64">{shapes}</symbol>'


if __name__ == "__main__":
    SPRITE.write_text(sprite())
