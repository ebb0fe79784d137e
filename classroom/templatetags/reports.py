"""Words of the reports that stand in several templates."""

from django import template

from classroom.reports.kit import curriculum as curricula
from classroom.reports.kit.contract import LEVEL_WORDS, SIGNS
from classroom.reports.pages.catalogue import report_of
from classroom.sessions.games import catalogue as sessions
from game import catalogue

register = template.Library()


@register.filter
def mode_name(mode: str) -> str:
    return sessions.mode_words(mode)


@register.filter
def game_name(game: str) -> str:
    return catalogue.of(game).title()


@register.filter
def sign(level: str) -> str:
    return SIGNS[level]


@register.filter
def level_words(level: str) -> str:
    return str(LEVEL_WORDS[level])


@register.inclusion_tag("classroom/reports/_curriculum.html")
def curriculum(game: str) -> dict[str, object]:
    """Return the standards to which sums of this game belong."""
    return {"standards": curricula.standards(report_of(game).kinds_of_sums)}
