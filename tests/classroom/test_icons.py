"""The icons beside verbs."""

import re
from pathlib import Path

from django.conf import settings

from classroom.templatetags.pictures import icon

TEMPLATES: Path = settings.BASE_DIR / "templates"


def named_in_templates() -> set[str]:
    texts = (path.read_text() for path in TEMPLATES.rglob("*.html"))
    return {name for text in texts for name in re.findall(r'{% icon "(\w+)" %}', text)}


def test_every_icon_that_a_template_names_is_drawn():
    assert all(icon(name).startswith("<svg") for name in named_in_templates())
    assert len(named_in_templates()) > 20


def test_an_icon_asks_for_no_file():
    assert "href" not in icon("play")
