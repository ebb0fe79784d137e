"""The number of sums that each student of a class knows, as bars beside their names and on the card of a class."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classroom.models import Classroom, Student
from classroom.reports.kit.contract import LEVELS, how_many_known
from classroom.reports.pages import catalogue

register = template.Library()

BAR = '<svg class="sums-bar" viewBox="0 0 {} 8" preserveAspectRatio="none" aria-hidden="true">{}</svg>'


@register.simple_tag
def known_sums(classroom: Classroom) -> Mapping[int, tuple[int, ...]]:
    """Return by student how many sums are at each of LEVELS; empty where nobody has played a game with measures."""
    return catalogue.FIRST.known_sums(classroom)


@register.simple_tag
def sums_bar(known: Mapping[int, tuple[int, ...]], student: Student) -> SafeString:
    """Return the student's bar with its words, "" where nothing is known of them."""
    counts = known.get(student.pk, ())
    if not any(counts[:-1]):
        return SafeString("")
    words = _("%(there)s of %(all)s") % {"there": how_many_known(counts), "all": sum(counts)}
    return format_html("{} {}", _bar(counts), format_html('<span class="nowrap">{}</span>', words))


@register.simple_tag
def levels_bar(counts: Sequence[int]) -> SafeString:
    """Return the bar of a class, with words for screen readers; "" where nothing is known."""
    if not any(counts[:-1]):
        return SafeString("")
    numbers = {"secure": counts[0], "slower": counts[1], "growing": counts[2], "teach": counts[3]}
    words = _("Sums: %(secure)s secure, %(slower)s right but slower, %(growing)s growing, %(teach)s to teach")
    return format_html('<p role="img" aria-label="{}">{}</p>', words % numbers, _bar(counts))


def _bar(counts: Sequence[int]) -> SafeString:
    starts = accumulate(counts[:-1], initial=0)
    parts = format_html_join(
        "",
        '<rect class="level-{}" x="{}" width="{}" height="8"/>',
        ((level, start, count) for level, start, count in zip(LEVELS, starts, counts, strict=True) if count),
    )
    return format_html(BAR, sum(counts), parts)
