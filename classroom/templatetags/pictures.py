"""Small pictures beside words: icons at verbs, and the characters beside names."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from classroom.models import Student

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return an icon of static/img/icons.svg; the word beside it says what it means."""
    picture = static("img/icons.svg")
    return format_html(
        '<svg class="sign" aria-hidden="true" viewBox="0 0 24 24"><use href="{}#{}"/></svg>', picture, name
    )


@register.simple_tag
def face(student: Student) -> SafeString:
    """Return the student's character, nothing where none has been chosen; the name beside it says who it is."""
    if not student.character:
        return SafeString("")
    drawn = '<svg class="face {}" aria-hidden="true" viewBox="0 0 64 64"><use href="{}#{}"/></svg> '
    return format_html(drawn, student.colour, static("img/pack.svg"), student.character)
