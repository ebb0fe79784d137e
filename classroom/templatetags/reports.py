"""Words of the reports that stand in several templates."""

from django import template

from classroom.reports.catalogue import report_of
from classroom.reports.periods import MODES
from game import catalogue

register = template.Library()


@register.filter
def mode_name(mode: str) -> str:
    return str(MODES.get(mode, mode))


@register.filter
def game_name(game: str) -> str:
    return catalogue.of(game).title()


@register.filter
def left_heading(game: str) -> str:
    """Return the heading of what is left of each seat in a list of rounds."""
    return f"{report_of(game).left_heading}"
