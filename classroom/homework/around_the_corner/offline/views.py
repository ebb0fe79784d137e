"""The page that a child's device stores, the hand-in of what was practised on it, and the service worker that shows it.

Only devices accepted by `packs.keeps_sums` may store it; a hand-in is accepted from any device of the child whose card
it is.
"""

from pathlib import Path

from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from classroom.homework.around_the_corner.offline import packs
from classroom.homework.around_the_corner.offline.handing_in import HandedIn, Impossible, WrongStudent, hand_in
from classroom.joining.device import has_a_card
from classroom.joining.visitor import VisitorRequest, student_practising

TEMPLATE = "classroom/homework/around_the_corner/offline/page.html"
WORKER = "js/offline/worker.js"


@never_cache
@require_http_methods(["GET", "POST"])
def offline(request: VisitorRequest) -> HttpResponse:
    """The page with sums to store; a POST hands in the answers to one pack.

    204: accepted, so the device may delete them, and the next page shows the result. 403 and 409: the device keeps
    them.
    """
    student = student_practising(request) if has_a_card(request) else None
    if student is None or (request.method == "GET" and not packs.keeps_sums(request, student)):
        return HttpResponse(status=403)
    if request.method == "GET":
        return render(request, TEMPLATE, packs.context(student))
    pack, kept, sent = (request.POST.get(name, "") for name in ("pack", "kept", "sent"))
    try:
        _tell(request, hand_in(student, signed=pack, kept=kept, sent=sent))
    except WrongStudent:
        return HttpResponse(status=409)
    except Impossible:
        messages.warning(request, gettext("What you did without a connection cannot be counted."))
    return HttpResponse(status=204)


def _tell(request: VisitorRequest, done: HandedIn) -> None:
    if done.too_late:
        messages.warning(request, gettext("That homework is over. Your cards count as practice of your own."))
    if done.placed:
        words = ngettext(
            "%(n)s card that you placed without a connection is counted.",
            "%(n)s cards that you placed without a connection are counted.",
            done.placed,
        )
        messages.success(request, words % {"n": done.placed})


@require_GET
def worker(request: VisitorRequest) -> HttpResponse:
    """The service worker. Its scope is that of practice, so that no other page waits for it; it is never cached, so
    that no old one stays."""
    found = finders.find(WORKER)
    response = HttpResponse(Path(str(found)).read_bytes(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
