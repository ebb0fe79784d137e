"""Words of the reports that several templates use."""

from django import template

from classroom.reports.kit import curriculum as curricula
from classroom.reports.kit.contract import LEVEL_WORDS, SIGNS
from classroom.reports.pages.catalogue import report_of
from classroom.sessions.games import catalogue as sessions
from game import catalogue

register = template.Library()


register.filter("mode_name", sessions.mode_words)


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
    """Return the curriculum standards that sums of this game belong to."""
    return {"standards": curricula.standards(report_of(game).kinds_of_sums)}
