"""One round against computers, for anybody who presses the button on the first page."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from classroom.guests import cookie, rounds
from classroom.models import ClassSession


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Make a table and redirect to it. A child whose session is open plays with its class instead."""
    if not settings.GUESTS:
        raise Http404
    here = request.visitor.attendance  # type: ignore[attr-defined]  # set by the layer above, like request.user
    if here and here.session.state != ClassSession.State.ENDED:
        return redirect("waiting")
    player = cookie.new_player()
    try:
        table = rounds.lay(player, before=cookie.player_in(request.COOKIES))
    except rounds.TooManyTables:
        response = render(request, "classroom/guests/full.html", status=503)
        response["Retry-After"] = "60"
        return response
    response = redirect("table", table.code)
    cookie.keep(response, player)
    return response
