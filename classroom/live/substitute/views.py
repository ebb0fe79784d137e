"""A substitute's sheet, printed by the teacher, and the desk opened by its code: start, pause, end."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom.access import TeacherRequest, current_classroom_for, in_own_language, teacher_form
from classroom.homework.forms import LastDayForm
from classroom.joining import admission, arrivals
from classroom.joining.sign_in import throttling
from classroom.live import controls
from classroom.live.projector.page import join_url, way_in
from classroom.live.substitute import days
from classroom.live.views import begin
from classroom.models import Classroom, ClassSession
from classroom.server.http import polling
from classroom.server.http.links import qr, reachable_url
from classroom.sessions import counts, lifecycle
from classroom.sessions.set_up.ways import last_session, open_last_again
from game import codes

FOLDER = "classroom/live/substitute"
State = ClassSession.State


@teacher_form
def sheet(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """The sheet for a day, to be printed; POST creates a code for a day, or withdraws it."""
    classroom = current_classroom_for(request.user, classroom_id)
    form = LastDayForm(request.POST if request.method == "POST" else None, initial={"until": timezone.localdate()})
    if request.method == "POST" and "end" in request.POST:
        request.done = {"codes_ended": days.take_back(classroom)}
        return redirect("class_substitute", classroom.pk)
    if form.is_valid():
        days.give(classroom, day=form.cleaned_data["until"], by=request.user)
        request.done = {}
        return redirect("class_substitute", classroom.pk)
    url = reachable_url(request, reverse("substitute"))
    given = days.given_for(classroom)
    context = {"classroom": classroom, "form": form, "given": given, "last": last_session(classroom)}
    context |= {"qr": qr(url), "address": url.split("//", 1)[1], "code": days.code_of(given) if given else ""}
    return render(request, f"{FOLDER}/sheet.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_own_language
def desk(request: HttpRequest) -> HttpResponse:
    """The session of the class whose code was typed here; at first the form for that code."""
    if request.method == "POST":
        return _let_in(request, codes.normalized(request.POST.get("code", "")))
    given = days.present(request)
    if given is None:
        return render(request, f"{FOLDER}/code.html")
    return render(request, f"{FOLDER}/desk.html", _context(request, given.classroom))


@never_cache
@require_GET
@in_own_language
def ask(request: HttpRequest) -> HttpResponse:
    """The desk as it is now, 204 if nothing is new; where the code is over, the page that asks for one."""
    given = days.present(request)
    if given is None:
        return polling.answer(request, polling.goto(reverse("substitute")))
    return polling.answer(request, render_to_string(f"{FOLDER}/_desk.html", _context(request, given.classroom)))


def _let_in(request: HttpRequest, code: str) -> HttpResponse:
    found = days.opened_by(code)
    tried = throttling.settle(found is not None, *throttling.at_code(request))
    if found and not tried.seconds and not tried.is_full:
        request.session.cycle_key()
        request.session[days.KEY] = found.pk
        return redirect("substitute")
    words = admission.wait_words(tried.seconds) if tried.seconds else _("No class has this code today.")
    return render(request, f"{FOLDER}/code.html", {"error": words}, status=429 if tried.seconds else 404)


def _context(request: HttpRequest, classroom: Classroom) -> dict[str, Any]:
    session = lifecycle.open_of(classroom)
    if session is None:
        return {"classroom": classroom, "last": last_session(classroom)}
    if session.state == State.LOBBY:
        return way_in(session, join_url(request, session)) | {
            "count": arrivals.count_of(session, arrivals.arrivals(session))
        }
    cards = 0 if session.paused_at else counts.placed_by(session).total()
    return {"classroom": classroom, "session": session, "cards": cards}


@never_cache
@require_POST
async def act(request: HttpRequest, name: str) -> HttpResponse:
    """Open the lobby, do one of ACTS with the session of the class, or forget the code; then return to the desk."""
    given = await sync_to_async(days.present)(request)
    if given is None or name == "leave":
        await sync_to_async(lambda: request.session.pop(days.KEY, None))()
    elif name == "open":
        with suppress(lifecycle.AlreadyOpen, lifecycle.Closed):  # in the name of the teacher who created the code
            await sync_to_async(open_last_again)(given.classroom, by=given.given_by)
    elif name in ACTS and (session := await sync_to_async(lifecycle.open_of)(given.classroom)):
        try:
            await ACTS[name](request, session)
        except controls.SessionOver:
            messages.error(request, _("This session is over."))
    return redirect("substitute")


ACTS: dict[str, Callable[[HttpRequest, ClassSession], Awaitable[object]]] = {
    "start": begin,
    "pause": lambda _request, session: controls.pause(session),
    "resume": lambda _request, session: controls.resume(session),
    "end": lambda _request, session: controls.end(session, lesson=True),
}
