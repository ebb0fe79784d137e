"""A table's page, and play without a socket: same form, same live table, same answer.

A table by turns plays through htmx: its form is posted, and the answer is that of a socket, with fragments of the same
partials. A race without a socket posts the same. Without scripts the plain form returns a whole page that says in words
what has happened.
"""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from game import rooms
from game.live import registry
from game.live.presence import UNSCRIPTED
from game.live.table import LiveTable
from game.models import Table
from game.rooms import Listener
from game.screens.how_to_play import at_step
from game.wire import BadFrame, news, posted_frame, written


async def seat_at(request: HttpRequest, code: str) -> tuple[LiveTable, int]:
    """Return the table with this code and the requester's seat there. Raises Http404 for everybody else."""
    visitor = getattr(request, "visitor", None)  # set by the classroom, as Django sets request.user
    player = await visitor.aplayer() if visitor else None
    if player is None:
        raise Http404
    try:
        table = await registry.at(code)
    except Table.DoesNotExist:
        raise Http404 from None
    if (seat := table.seat_of(player)) is None:
        raise Http404
    translation.activate(table.language_of(seat) or settings.LANGUAGE_CODE)
    return table, seat


@require_GET
async def table(request: HttpRequest, code: str) -> HttpResponse:
    """Return the whole page. A page without scripts says so when it reloads; that counts as presence."""
    table, seat = await seat_at(request, code)
    if "unscripted" in request.GET:
        await table.presence.asked(seat, UNSCRIPTED)
    return render(request, table.presentation.page, table.presentation.page_context(table.view(seat), request.GET))


@require_GET
async def board(request: HttpRequest, code: str) -> HttpResponse:
    """Return the whole board, or 204 if there is no event after `seen`. The request counts as presence."""
    table, seat = await seat_at(request, code)
    await table.presence.asked(seat)
    view = table.view(seat)
    if request.GET.get("seen") == str(view.n):
        return HttpResponse(status=204)
    return _as_json(news(view.n, table.presentation.board(view) + table.presentation.note(view)))


@require_GET
async def try_out(request: HttpRequest, code: str) -> HttpResponse:
    """Return a step of the tutorial with the options of this round, as a sheet over the table."""
    table, _seat = await seat_at(request, code)
    steps = table.presentation.tutorial(table.round.options)
    if not steps:
        raise Http404
    return render(request, "game/tutorial/sheet.html", at_step(steps, request.GET))


@require_POST
async def move(request: HttpRequest, code: str) -> HttpResponse:
    table, seat = await seat_at(request, code)
    try:
        frame = posted_frame(request.POST)
    except BadFrame:
        return HttpResponseBadRequest(_("That did not arrive in one piece. Try again."))
    if frame.kind == "seen":
        await table.log_seen(seat, frame)
        return HttpResponse(status=204)
    scripted = "frame" in request.POST or "HX-Request" in request.headers
    answer = await table.submit(seat, frame, _own_socket(table, seat, frame.aid) if scripted else None)
    if scripted:
        return _as_json(written(**answer.fields(frame.aid)))
    await table.presence.asked(seat, UNSCRIPTED)
    if said := table.presentation.done(frame.kind) if answer.ok else answer.say:
        messages.add_message(request, messages.SUCCESS if answer.ok else messages.WARNING, said)
    return redirect("table", code)


def _as_json(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="application/json")


def _own_socket(table: LiveTable, seat: int, aid: str | None) -> Listener | None:
    """Return the socket of the window that posts, which gets its move's result in the answer only. None if another
    window of this seat was opened meanwhile."""
    page, _, _number = (aid or "").rpartition("-")
    return next((each for each in rooms.listeners(table.room) if each.seat == seat and each.page == page), None)
