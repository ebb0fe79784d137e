"""Pages on how a game is played, for anybody; where the asker waits for a session of it, with that session's
options."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from classroom.joining.visitor import VisitorRequest
from game import catalogue


@never_cache
@require_GET
def how_to_play(request: VisitorRequest, game: str) -> HttpResponse:
    """The page, to be printed as one sheet; or as a part of the waiting page its panel."""
    if game not in catalogue.CATALOGUE.games:
        raise Http404
    shown, here = catalogue.of(game), request.visitor.attendance
    waits = here is not None and here.session.game == game
    how = shown.how_to_play(here.session.options if here and waits else {})
    context: dict[str, Any] = {"how": how, "title": shown.title(), "game": game, "waits": waits}
    part = "_panel" if getattr(request, "htmx", False) else "page"
    return render(request, f"classroom/joining/how_to_play/{part}.html", context)
