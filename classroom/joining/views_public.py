"""Public pages: how a game is played, also for a child who waits; and the self-test of a school's network: whether a
socket opens, its round trip, whether polling works, the clock. A technician has no account; it reveals nothing."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from classroom.access import open_page
from classroom.joining.visitor import VisitorRequest
from classroom.server.http import connections, proxies
from game import catalogue
from game.clock import now_ms
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


@open_page
def connection(request: HttpRequest) -> HttpResponse:
    """The test, and what has to be open, in words for the network's technician."""
    context = {"host": request.get_host(), "scheme": request.scheme, "socket": "wss" if request.is_secure() else "ws"}
    return render(request, "classroom/joining/connection.html", context)


@never_cache
@require_GET
def connection_ask(request: HttpRequest) -> HttpResponse:
    """Answer a polling page: the server's clock `s` in ms since 1970, and any fault: a header lost by a proxy, or a
    shortage of connections."""
    return JsonResponse({"s": now_ms(), "fault": proxies.fault_of(request) or _shortage()})


def _shortage() -> str:
    if not (most := connections.shortage()):
        return ""
    return _(
        "A moment ago devices were turned away: all %(most)s connections were busy. "
        "Cardinal's log says whose they were; whoever runs Cardinal can allow more."
    ) % {"most": most}
