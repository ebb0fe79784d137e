"""Words of the reports that stand in several templates."""

from django import template

from classroom.reports.periods import MODES
from game import catalogue

register = template.Library()


@register.filter
def mode_name(mode: str) -> str:
    return str(MODES.get(mode, mode))


@register.filter
def game_name(game: str) -> str:
    return catalogue.of(game).title()
