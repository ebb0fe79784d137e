"""A class session as its teacher runs it: set up, lobby, projector, start, monitor, end, again."""

from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom import lobby, monitor, sessions
from classroom.access import TeacherRequest, classroom_for, session_for, student_for, teacher_required
from classroom.frames import answer
from classroom.models import ClassSession
from classroom.session_forms import GAME, SetUpForm, as_last_time
from game import live, rooms

State = ClassSession.State
TOO_FEW = gettext_lazy("You need at least two. Wait until one more student is in.")
NOBODY = gettext_lazy("Nobody is in yet. Wait until a student is in.")


@teacher_required
@require_GET
def of_class(request: TeacherRequest, classroom: int) -> HttpResponse:
    """The sessions of a class, newest first."""
    its = classroom_for(request.user, classroom)
    return render(request, "classroom/sessions.html", {"classroom": its, "sessions": lobby.history(its)})


@teacher_required
@require_http_methods(["GET", "POST"])
def new(request: TeacherRequest, classroom: int) -> HttpResponse:
    its = classroom_for(request.user, classroom)
    if running := sessions.open_of(its):
        messages.info(request, _("This class has a session open. Here it is."))
        return redirect("session", running.pk)
    form = SetUpForm(request.POST or None, initial=as_last_time(its))
    if form.is_valid():
        opened = sessions.open_session(
            classroom=its, game=GAME, options=form.options(), table_size=form.cleaned_data["table_size"]
        )
        return redirect("session", opened.pk)
    context = {"classroom": its, "form": form, "students": its.students.count()}
    return render(request, "classroom/session_new.html", context, status=422 if form.is_bound else 200)


@teacher_required
@require_GET
def session(request: TeacherRequest, session: int) -> HttpResponse:
    """Where the session is now: its lobby, its monitor, or its end."""
    its = session_for(request.user, session)
    if its.state == State.PLAYING:
        return redirect("session_monitor", its.pk)
    if its.state == State.ENDED:
        return render(request, "classroom/session_end.html", lobby.end_context(its))
    return render(request, "classroom/lobby.html", lobby.lobby_context(its, lobby.join_url(request, its)))


@teacher_required
@require_GET
def screen(request: TeacherRequest, session: int) -> HttpResponse:
    """The projector's page: safe for all to see, without controls."""
    its = session_for(request.user, session)
    context = lobby.lobby_context(its, lobby.join_url(request, its)) | lobby.screen_context(its)
    return render(request, "classroom/screen.html", context)


@teacher_required
@require_GET
async def ask(request: TeacherRequest, session: int, page: str) -> HttpResponse:
    """The present frame of a page whose socket is blocked; 204 where nothing is new."""
    its = await sync_to_async(session_for)(request.user, session)
    if page == "monitor":
        return answer(request, await monitor.frame(its))
    frame = {"lobby": lobby.lobby_frame, "screen": lobby.screen_frame}.get(page)
    if frame is None:
        raise Http404
    return answer(request, await sync_to_async(frame)(its))


@teacher_required
@require_POST
async def let_in(request: TeacherRequest, session: int) -> HttpResponse:
    """Free a name, so that the child can come in on a new device. The old device is shown out."""
    its = await sync_to_async(session_for)(request.user, session)
    student = await sync_to_async(student_for)(request.user, _number(request.POST.get("student")))
    await sync_to_async(sessions.free)(session=its, student=student)
    await rooms.dismiss_player(student.pk, 4409)
    await lobby.tell_arrival(its, student.pk)
    messages.success(request, _("%(name)s can come in on a new device now.") % {"name": student.name})
    return redirect("session", its.pk)


@teacher_required
@require_POST
async def start(request: TeacherRequest, session: int) -> HttpResponse:
    its = await sync_to_async(session_for)(request.user, session)
    try:
        if await sync_to_async(sessions.start)(session=its):
            await lobby.tell_start(its)
    except sessions.TooFew:
        messages.error(request, NOBODY if sessions.plays_with_computers(its) else TOO_FEW)
    return redirect("session", its.pk)


@teacher_required
@require_GET
async def monitor_page(request: TeacherRequest, session: int) -> HttpResponse:
    its = await sync_to_async(session_for)(request.user, session)
    if its.state != State.PLAYING:
        return redirect("session", its.pk)
    tiles = await monitor.tiles(its)
    context = await sync_to_async(lobby.monitor_context)(its)
    return await _render(request, "classroom/monitor.html", context | {"tiles": tiles, "now": monitor.now_ms()})


@teacher_required
@require_POST
async def go(request: TeacherRequest, session: int) -> HttpResponse:
    """GO for one table (`table`: its code) or for all that wait."""
    its = await sync_to_async(session_for)(request.user, session)
    waiting = [tile.code for tile in await monitor.tiles(its) if tile.waits or tile.badge == "finished"]
    for code in waiting:
        if request.POST.get("table") in (None, code):
            await live.start(code)
    return redirect("session", its.pk)


@teacher_required
@require_http_methods(["GET", "POST"])
async def end(request: TeacherRequest, session: int) -> HttpResponse:
    """Ask first, on a page of its own; then stop every table where it stands."""
    its = await sync_to_async(session_for)(request.user, session)
    if request.method == "GET" and its.state != State.ENDED:
        return await _render(request, "classroom/session_end_confirm.html", {"session": its})
    if await sync_to_async(sessions.end)(session=its):
        for code in await sync_to_async(_codes)(its):
            await live.stop(code)
        await lobby.tell_end(its)
    return redirect("session", its.pk)


@teacher_required
@require_POST
async def again(request: TeacherRequest, session: int) -> HttpResponse:
    """Play again: with `tables=new` a lobby opens, otherwise the same children sit together and it starts at once."""
    its = await sync_to_async(session_for)(request.user, session)
    try:
        following = await sync_to_async(sessions.again)(session=its, same_tables=request.POST.get("tables") != "new")
    except sessions.AlreadyOpen as running:
        return redirect("session", running.session.pk)
    except sessions.Closed:
        return redirect("session", its.pk)
    except sessions.TooFew:
        messages.error(request, NOBODY if sessions.plays_with_computers(its) else TOO_FEW)
        return redirect("session", its.pk)
    await lobby.tell_again(following)
    return redirect("session", following.pk)


def _codes(session: ClassSession) -> list[str]:
    return [table.code for table in sessions.tables_of(session)]


def _number(text: str | None) -> int:
    """Return the posted number; 0, which is nobody's, for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 16 else 0


async def _render(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Render in a thread: templates may look at `user` and `messages`, which may ask the database."""
    return await sync_to_async(render)(request, template, context)
