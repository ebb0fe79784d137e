"""A substitute's sheet, printed by the teacher, and the desk opened by its code: start, pause, end.

The code of a day is not stored: it is derived from the school's secret key and the row of its day, so that the sheet
can be printed again. A new row has a new code and invalidates the old one, even in use.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom.access import TeacherRequest, current_classroom_for, in_own_language, teacher_form
from classroom.homework.forms import LastDayForm
from classroom.joining import admission, arrivals
from classroom.joining.sign_in import throttling
from classroom.live import controls
from classroom.live.projector.page import join_url, way_in
from classroom.live.views import begin
from classroom.models import Classroom, ClassSession, SubstituteDay, Teacher, Teaching
from classroom.server.database import changes
from classroom.server.http import polling
from classroom.server.http.links import qr, reachable_url
from classroom.sessions import counts, lifecycle
from classroom.sessions.set_up.ways import last_session, open_last_again
from game import codes
from game.codes import spelled

FOLDER = "classroom/live/substitute"
State = ClassSession.State

KEY = "substitute"
"""Session key for the id of the day whose code was typed at this browser."""
LENGTH = 8


@teacher_form
def sheet(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """The sheet for a day, to be printed; POST creates a code for a day, or withdraws it."""
    classroom = current_classroom_for(request.user, classroom_id)
    form = LastDayForm(request.POST if request.method == "POST" else None, initial={"until": timezone.localdate()})
    if request.method == "POST" and "end" in request.POST:
        request.done = {"codes_ended": take_day_back(classroom)}
        return redirect("class_substitute", classroom.pk)
    if form.is_valid():
        give_day(classroom, day=form.cleaned_data["until"], by=request.user)
        request.done = {}
        return redirect("class_substitute", classroom.pk)
    url = reachable_url(request, reverse("substitute"))
    given = day_given_for(classroom)
    context = {"classroom": classroom, "form": form, "given": given, "last": last_session(classroom)}
    context |= {"qr": qr(url), "address": url.split("//", 1)[1], "code": code_of_day(given) if given else ""}
    return render(request, f"{FOLDER}/sheet.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_own_language
def desk(request: HttpRequest) -> HttpResponse:
    """The session of the class whose code was typed here; at first the form for that code."""
    if request.method == "POST":
        return _let_in(request, codes.normalized(request.POST.get("code", "")))
    if given := present_day(request):
        return render(request, f"{FOLDER}/desk.html", _context(request, given.classroom))
    left = present_day(request, to_end=True)
    error = _("The code that was typed here is no longer valid. Ask the school for a new one.")
    context = {"session": left and lifecycle.open_of(left.classroom), "error": KEY in request.session and error}
    return render(request, f"{FOLDER}/code.html", context)


@never_cache
@require_GET
@in_own_language
def ask(request: HttpRequest) -> HttpResponse:
    """The desk as it is now, 204 if nothing is new; where the code is over, the page that asks for one."""
    given = present_day(request)
    if given is None:
        return polling.answer(request, polling.goto(reverse("substitute")))
    return polling.answer(request, render_to_string(f"{FOLDER}/_desk.html", _context(request, given.classroom)))


def _let_in(request: HttpRequest, code: str) -> HttpResponse:
    found = day_opened_by(code)
    tried = throttling.settle(found is not None, *throttling.at_code(request))
    if found and not tried.seconds and not tried.is_full:
        request.session.cycle_key()
        request.session[KEY] = found.pk
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
    given = await sync_to_async(present_day)(request, to_end=name == "end")
    if name == "leave":
        await sync_to_async(lambda: request.session.pop(KEY, None))()
    elif given and name == "open":
        with suppress(lifecycle.AlreadyOpen, lifecycle.Closed):  # in the name of the teacher who created the code
            await sync_to_async(open_last_again)(given.classroom, by=given.given_by)
    elif given and name in ACTS and (session := await sync_to_async(lifecycle.open_of)(given.classroom)):
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


@transaction.atomic
def give_day(classroom: Classroom, *, day: date, by: Teacher) -> SubstituteDay:
    """Create a code for this day, and invalidate any earlier one."""
    changes.locked(classroom)
    take_day_back(classroom)
    return SubstituteDay.objects.create(classroom=classroom, day=day, given_by=by)


def take_day_back(classroom: Classroom) -> int:
    return SubstituteDay.objects.filter(classroom=classroom).delete()[0]


def day_given_for(classroom: Classroom) -> SubstituteDay | None:
    """Return the present or coming day, or None."""
    return _by_a_teacher_of_it().filter(classroom=classroom, day__gte=timezone.localdate()).first()


def code_of_day(given: SubstituteDay) -> str:
    digest = salted_hmac("classroom.substitute", f"{given.pk} {given.day}", algorithm="sha256").hexdigest()
    return spelled(int(digest, 16), LENGTH)


def day_opened_by(code: str) -> SubstituteDay | None:
    """Return the day of this code if that is today, or None."""
    matching = (given for given in _today(_by_a_teacher_of_it()) if constant_time_compare(code_of_day(given), code))
    return next(matching, None)


def present_day(request: HttpRequest, to_end: bool = False) -> SubstituteDay | None:
    """Return the day that this browser may run now, or None: its code may have been withdrawn, or the day be over. A
    lesson may be ended also after its teacher has lost the class: nobody else may be there to do it."""
    kept = request.session.get(KEY)
    days = SubstituteDay.objects.all() if to_end else _by_a_teacher_of_it()
    return _today(days).filter(pk=kept).first() if kept else None


def _today(days: QuerySet[SubstituteDay]) -> QuerySet[SubstituteDay]:
    here = days.filter(day=timezone.localdate())
    taught = here.filter(classroom__removed_at=None, classroom__archived_at=None)
    return taught.select_related("classroom", "given_by")


def _by_a_teacher_of_it() -> QuerySet[SubstituteDay]:
    """Return the days whose teacher still teaches the class: who was taken off it knows the code, too."""
    teaches = Teaching.objects.filter(classroom=OuterRef("classroom"), teacher=OuterRef("given_by"))
    return SubstituteDay.objects.filter(Exists(teaches), given_by__is_active=True)
