"""Template tags that choose parts of a page by the game of its session."""

from django import template

from classroom.models import ClassSession
from classroom.sessions.games import catalogue
from game import catalogue as presentations

register = template.Library()


@register.filter
def part(game: str, name: str) -> tuple[str, str]:
    """Return the template names of a part of a page (see SessionGame.templates); `include` takes the first that
    exists."""
    return catalogue.of(game).templates(name)


register.filter(catalogue.settings_in_words)


@register.filter
def mode(session: ClassSession) -> str:
    """Return the session's way of playing, "" where its game has only one."""
    return catalogue.of(session.game).mode(session.options)


@register.inclusion_tag("classroom/sessions/_game_pages.html")
def game_pages() -> dict[str, object]:
    """Draw links to the teacher's page of each game."""
    return {"games": [(name, shown.title()) for name, shown in presentations.CATALOGUE.games.items()]}


@register.inclusion_tag("classroom/sessions/_game_pictures.html")
def game_pictures() -> dict[str, object]:
    """Draw the same links with what each game is about, and the picture of its usual way of playing."""
    games = catalogue.all_games()
    return {"games": [(game, presentations.of(game.name).title(), game.picture(game.ways[0])) for game in games]}
