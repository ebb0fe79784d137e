"""Small pictures beside words: icons at verbs, and the characters beside names."""

import re
from functools import cache

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from classroom.models import Student

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return an icon of templates/icons.svg; the word beside it says what it means.

    It is drawn into the page: as long as a link to the file would be, and no page asks for a file more.
    """
    return mark_safe(  # noqa: S308 -- our own file
        f'<svg class="sign" aria-hidden="true" viewBox="0 0 24 24">{_icons()[name]}</svg>'
    )


@cache
def _icons() -> dict[str, str]:
    """Return what is drawn in each icon, by its name."""
    text = (settings.BASE_DIR / "templates" / "icons.svg").read_text(encoding="utf-8")
    return dict(re.findall(r'<symbol id="(\w+)"[^>]*>(.*?)</symbol>', text))


@register.simple_tag
def face(student: Student) -> SafeString:
    """Return the student's character, nothing where none has been chosen; the name beside it says who it is."""
    if not student.character:
        return SafeString("")
    drawn = '<svg class="face {}" aria-hidden="true" viewBox="0 0 64 64"><use href="{}#{}"/></svg> '
    return format_html(drawn, student.colour, static("img/pack.svg"), student.character)
