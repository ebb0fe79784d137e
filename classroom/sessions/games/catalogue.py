"""The catalogue of how classes play the games, and the only place in the sessions that names games.

A game of the rules that is not listed is played with the defaults of the contract.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain

from classroom.models import ClassSession
from classroom.sessions.games.around_the_corner.game import AroundTheCornerSession
from classroom.sessions.games.contract import RatedAnswer, SessionGame
from classroom.sessions.games.nine_to_nothing.game import NineToNothingSession
from game import rules
from game.screens.options import Option

GAMES: Mapping[str, type[SessionGame]] = {
    rules.around_the_corner.NAME: AroundTheCornerSession,
    rules.nine_to_nothing.NAME: NineToNothingSession,
}


def of(name: str) -> SessionGame:
    """Return how a class plays the game of that name. Raises KeyError for an unknown name."""
    return _listed(name) if name in GAMES else SessionGame(rules.game(name))


@cache
def _listed(name: str) -> SessionGame:
    return GAMES[name](rules.game(name))


def all_games() -> list[SessionGame]:
    """Return the games that a class can play, in the order in which they are offered."""
    return [of(name) for name in rules.CATALOGUE.games]


def accommodations() -> dict[str, Option]:
    """Return the settings that one child may have of its own in any of the games, by name."""
    return {name: own for game in all_games() for name, own in game.accommodations.items()}


def mode_words(mode: str) -> str:
    """Return a way of playing of any game in words; the mode itself where no game knows it."""
    return next((str(game.modes[mode]) for game in all_games() if mode in game.modes), mode)


def rated_answers(players: Sequence[int]) -> list[RatedAnswer]:
    """Return these players' answers in all games with measures, oldest first."""
    return sorted(
        chain.from_iterable(game.rated_answers(players) for game in all_games()), key=lambda answer: answer.at
    )


def settings_in_words(session: ClassSession) -> list[str]:
    """Return a session's settings in words, without those that need no mention."""
    game = of(session.game)
    return [str(words) for words in game.form(initial=game.chosen_before(session)).in_words]


def unlike_usual(session: ClassSession) -> list[str]:
    """Return in words the options in which a session differs from the usual one, except for the way of playing."""
    found = ((option, option.of(session.options)) for option in of(session.game).options if option.name != "mode")
    return [str(option.said(value)) for option, value in found if not option.is_usual(value)]
