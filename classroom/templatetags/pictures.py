"""Small pictures beside words: icons at verbs, characters beside names, ranges beside numbers."""

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

    It is inlined: that is as short as a link to the file would be, and saves a request.
    """
    return mark_safe(  # noqa: S308 -- our own file
        f'<svg class="sign" aria-hidden="true" viewBox="0 0 24 24">{_icons()[name]}</svg>'
    )


@cache
def _icons() -> dict[str, str]:
    """Return the content of each icon, by name."""
    text = (settings.BASE_DIR / "templates" / "icons.svg").read_text(encoding="utf-8")
    return dict(re.findall(r'<symbol id="(\w+)"[^>]*>(.*?)</symbol>', text))


_RANGE = (
    '<svg class="interval{names}" id="range_{key}" viewBox="{view}" width="104" height="12"{fit} {says}'
    '<line x1="{start}" y1="6" x2="100" y2="6" stroke="currentColor" stroke-opacity=".35"/>'
    '<line x1="{low}" y1="6" x2="{high}" y2="6" stroke="currentColor" stroke-width="{width}"{dashes}/>'
    '<line x1="{at}" y1="0" x2="{at}" y2="12" stroke="currentColor" stroke-width="{mark}"/></svg>'
)
_SAYS = 'role="img"><title>{}</title>'
_SILENT = SafeString('aria-hidden="true" focusable="false">')
_WHOLE = {"view": "-2 0 104 12", "fit": "", "start": 0, "mark": 2.5}
_TIGHT = {"view": "49 0 52 12", "fit": SafeString(' preserveAspectRatio="none"'), "start": 50, "mark": 1.25}
_FIRM = {"width": 5, "dashes": ""}
_PALE = {"width": 2, "dashes": SafeString(' stroke-dasharray="3 2"')}


@register.simple_tag
def interval(
    key: str, low: int, at: int, high: int, pale: bool = False, tight: bool = False, words: str = ""
) -> SafeString:
    """Return a bar that shows a number with its interval, of 100; `tight` draws 50 to 100 only, where nearly all shares
    of right cards are. `words` describe the interval for pointer and screen reader where no text beside the bar does. A
    list of students has two bars each: drawn by a template, they took a quarter of its page."""
    names = f"{' pale' if pale else ''}{' tight' if tight else ''}"
    drawn = (_TIGHT if tight else _WHOLE) | (_PALE if pale else _FIRM)
    says = format_html(_SAYS, words) if words else _SILENT
    return format_html(_RANGE, names=names, key=key, low=low, at=at, high=high, says=says, **drawn)


@register.simple_tag
def face(student: Student) -> SafeString:
    """Return the student's character with its hat, "" where none has been chosen; the name beside it says who it is.
    The hat needs the student's class, so pages with many students load it with them."""
    if not student.character:
        return SafeString("")
    pack = static("img/pack.svg")
    hat = format_html('<use href="{}#{}"/>', pack, student.hat) if student.hat else ""
    drawn = '<svg class="face {}" aria-hidden="true" viewBox="0 0 64 64"><use href="{}#{}"/>{}</svg> '
    return format_html(drawn, student.colour, pack, student.character, hat)
