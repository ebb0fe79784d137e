"""A table's page, and the way to play where sockets are blocked: same form, same live table, same answer."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from game import live, screens
from game.forms import BadFrame, news, posted_frame
from game.live import LiveTable
from game.models import Table


async def seat_at(request: HttpRequest, code: str) -> tuple[LiveTable, int]:
    """The door: the table with this code and the seat of the one who asks there; everybody else gets 404."""
    who = getattr(request, "aplayer", None)  # set by the layer above, like request.auser
    player = await who() if who else None
    if player is None:
        raise Http404
    try:
        table = await live.at(code)
    except Table.DoesNotExist:
        raise Http404 from None
    if (seat := table.seat_of(player)) is None:
        raise Http404
    return table, seat


@require_GET
async def table(request: HttpRequest, code: str) -> HttpResponse:
    table, seat = await seat_at(request, code)
    return render(request, "game/table.html", screens.page_context(table.view(seat)))


@require_GET
async def board(request: HttpRequest, code: str) -> HttpResponse:
    """The whole board, or 204 where nothing has come after event `seen`. Asking counts as being here."""
    table, seat = await seat_at(request, code)
    await table.absence.asked(seat)
    view = table.view(seat)
    if request.GET.get("seen") == str(view.n):
        return HttpResponse(status=204)
    return HttpResponse(news(view.n, screens.board(view)), content_type="application/json")


@require_POST
async def move(request: HttpRequest, code: str) -> HttpResponse:
    table, seat = await seat_at(request, code)
    try:
        frame = posted_frame(request.POST)
    except BadFrame:
        return HttpResponseBadRequest(_("That did not arrive in one piece. Try again."))
    if frame.kind == "seen":
        await table.note(seat, frame)
        return HttpResponse(status=204)
    answer = await table.submit(seat, frame)
    if "frame" not in request.POST:
        return redirect("table", code)
    return JsonResponse(answer.fields(frame.aid))
