"""The icons beside verbs."""

import re
from pathlib import Path

from django.conf import settings

from classroom.templatetags.pictures import icon, interval

TEMPLATES: Path = settings.BASE_DIR / "templates"


def named_in_templates() -> set[str]:
    texts = (path.read_text() for path in TEMPLATES.rglob("*.html"))
    return {name for text in texts for name in re.findall(r'{% icon "(\w+)" %}', text)}


def test_every_icon_that_a_template_names_is_drawn():
    assert all(icon(name).startswith("<svg") for name in named_in_templates())
    assert len(named_in_templates()) > 20


def test_an_icon_asks_for_no_file():
    assert "href" not in icon("play")


def test_a_range_is_drawn_from_its_low_to_its_high_end_and_pale_where_little_is_behind_it():
    firm, pale = interval("7", 60, 70, 80, tight=True), interval("7_s", 10, 20, 45, pale=True)
    assert 'class="interval tight" id="range_7" viewBox="49 0 52 12"' in firm
    assert '<line x1="60" y1="6" x2="80" y2="6" stroke="currentColor" stroke-width="5"/>' in firm
    assert 'class="interval pale" id="range_7_s" viewBox="-2 0 104 12"' in pale
    assert 'x1="10" y1="6" x2="45"' in pale
    assert "stroke-dasharray" in pale
