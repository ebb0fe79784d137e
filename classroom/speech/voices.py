"""The voice that comes with Cardinal: a file for each recording and language, made by `make voices`."""

import json
from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.templatetags.static import static

TEXTS = "texts.json"
"""The file beside a language's recordings with the text of each."""


@cache
def said_by_file(language: str) -> Mapping[str, str]:
    """Return the texts of a language's files, by the names of the recordings; empty where there are none."""
    path = settings.BASE_DIR / "static" / "audio" / language / TEXTS
    return json.loads(path.read_text()) if path.is_file() else {}


def speaks(language: str) -> bool:
    """Return whether pages in this language can be read aloud."""
    return bool(said_by_file(language))


def address(language: str, name: str) -> str:
    """Return the address of a recording; "" where there is none."""
    return static(f"audio/{language}/{name}.mp3") if name in said_by_file(language) else ""
