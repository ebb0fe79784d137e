"""Public pages on how a game is played; for a child who waits for a session of it, with that session's options."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from classroom.access import open_page
from classroom.joining.visitor import VisitorRequest
from game import catalogue
from game.screens.contract import Presentation
from game.screens.how_to_play import at_step


@never_cache
@open_page
def how_to_play(request: VisitorRequest, game: str) -> HttpResponse:
    """The page, printable as one sheet."""
    shown, options = _shown(game), _options(request, game)
    how = shown.how_to_play(options or {})
    context: dict[str, Any] = {"how": how, "title": shown.title(), "game": game, "waits": options is not None}
    context["tries"] = bool(shown.tutorial(options or {}))
    return render(request, "classroom/joining/how_to_play/page.html", context)


@never_cache
@open_page
def try_out(request: VisitorRequest, game: str) -> HttpResponse:
    """A step of the game's tutorial as a separate page, for a teacher or a browser without scripts."""
    shown, options = _shown(game), _options(request, game)
    steps = shown.tutorial(options or {})
    if not steps:
        raise Http404
    context = at_step(steps, request.GET) | {"title": shown.title(), "game": game}
    return render(request, "classroom/joining/how_to_play/try.html", context)


def _shown(game: str) -> Presentation:
    if game not in catalogue.CATALOGUE.games:
        raise Http404
    return catalogue.of(game)


def _options(request: VisitorRequest, game: str) -> dict[str, Any] | None:
    """Return the options of the session of this game for which the visitor waits, None without one."""
    here = request.visitor.attendance
    return here.session.options if here and here.session.game == game else None
