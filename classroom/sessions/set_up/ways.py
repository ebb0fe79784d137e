"""Ways of playing that a class is offered, and the chosen one with its settings."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.shortcuts import get_object_or_404
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from classroom.forms.people import posted_number
from classroom.models import Classroom, ClassSession, SessionPreset, Teacher
from classroom.sessions import lifecycle
from classroom.sessions.games import catalogue
from classroom.sessions.games.contract import FOLDER, SessionGame, Way
from game import rules

LAST = "last"
THIS_WEEK = timedelta(days=6)


class Offer(NamedTuple):
    """A picture to choose. `value` is what the form sends."""

    value: str
    title: str | Promise
    about: str | Promise
    pictures: Sequence[str]


class Choice(NamedTuple):
    """The present choice of the page: a picture, its game, and the initial values of its form."""

    value: str
    game: SessionGame
    initial: Mapping[str, Any]


def value_of(game: SessionGame, way: Way) -> str:
    return f"{game.name}.{way.name}"


def way_of(game: SessionGame, values: Mapping[str, Any]) -> Way:
    matching = (way for way in game.ways if all(values.get(name) == value for name, value in way.chosen.items()))
    return next(matching, game.ways[0])


def last_session(classroom: Classroom, *games: str) -> ClassSession | None:
    """Return the class's newest session of one of these games, by default of any that still exists."""
    return ClassSession.objects.filter(classroom=classroom, game__in=games or rules.CATALOGUE.games).first()


def open_last_again(classroom: Classroom, *, by: Teacher) -> ClassSession | None:
    """Open the lobby with the settings of the class's last session; None without one. Raises AlreadyOpen and Closed as
    `lifecycle.open_session` does."""
    if not (last := last_session(classroom)):
        return None
    settings: dict[str, Any] = {"game": last.game, "options": last.options, "table_size": last.table_size}
    return lifecycle.open_session(classroom=classroom, opened_by=by, **settings)


def kept(of: ClassSession | SessionPreset) -> tuple[SessionGame, dict[str, Any]]:
    """Return the game of a session or a preset, and its settings as the form's values."""
    game = catalogue.of(of.game)
    return game, game.chosen_before(of)


def offers(last: ClassSession | None) -> list[Offer]:
    """Return the pictures: as last time, then every way of every game."""
    ways = [(game, way) for game in catalogue.all_games() for way in game.ways]
    new = [Offer(value_of(game, way), way.title, way.about, game.picture(way)) for game, way in ways]
    return [_as_last_time(last), *new] if last else new


def _as_last_time(last: ClassSession) -> Offer:
    game, values = kept(last)
    opened = timezone.localtime(last.opened_at)
    day = formats.date_format(opened, "l" if timezone.now() - opened < THIS_WEEK else "MONTH_DAY_FORMAT")
    title = way_of(game, values).title
    return Offer(LAST, _("Last time again"), f"{title} · {day}", (f"{FOLDER}/_way_last.html",))


def chosen(classroom: Classroom, teacher: Teacher, asked: Mapping[str, Any], last: ClassSession | None) -> Choice:
    """Return the requested choice: a preset of one's own, a way, or a game; else what was played last."""
    if preset := asked.get("preset"):
        return _of(*kept(get_object_or_404(SessionPreset, teacher=teacher, pk=posted_number(preset))))
    if asked.get("way") and (found := _usual(str(asked["way"]))):
        return found
    if asked.get("game") in rules.CATALOGUE.games:
        newest = last_session(classroom, asked["game"])
        return _of(*kept(newest)) if newest else _of(catalogue.of(asked["game"]), {})
    if last:
        return Choice(LAST, *kept(last))
    return _of(catalogue.all_games()[0], {})


def of_session(session: ClassSession) -> Choice:
    """Return the choice that corresponds to this session's settings."""
    return _of(*kept(session))


def _of(game: SessionGame, values: Mapping[str, Any]) -> Choice:
    return Choice(value_of(game, way_of(game, values)), game, values)


def _usual(value: str) -> Choice | None:
    """Return a way of playing with its usual settings, None where there is no such way."""
    choices = (Choice(value_of(game, way), game, way.chosen) for game in catalogue.all_games() for way in game.ways)
    return next((choice for choice in choices if choice.value == value), None)
