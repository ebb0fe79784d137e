"""What style sheets ask for is there."""

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)


def test_every_value_that_a_sheet_asks_for_is_set_somewhere():
    """A name that nothing sets falls back to the colour around it, and nobody is told."""
    sheets = " ".join(path.read_text() for path in (ROOT / "static/css").rglob("*.css"))
    asked = set(re.findall(r"var\(--([\w-]+)\)", sheets))
    others = (path.read_text() for folder in ("templates", "static/js") for path in (ROOT / folder).rglob("*.*"))
    set_ = set(re.findall(r"--([\w-]+)[\"']?\s*[:,]", " ".join((sheets, *others))))
    assert asked
    assert asked - set_ == set()
