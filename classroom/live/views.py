"""A class session as its teacher runs it: set up, lobby, projector, start, monitor, end, again."""

from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom.access import (
    TeacherRequest,
    classroom_for,
    current_classroom_for,
    session_for,
    student_for,
    teacher_required,
)
from classroom.forms.people import posted_number
from classroom.joining import arrivals, presence
from classroom.live import controls, lobby, monitor, projector, selects, unseated
from classroom.live.buttons import session_button
from classroom.models import ClassSession
from classroom.reports.catalogue import report_of
from classroom.reports.evidence import catch_up
from classroom.sessions import lifecycle, seating, summary
from classroom.sessions.games import catalogue
from classroom.sessions.seating.grouping import TooFew
from game import rooms
from game.live import registry

State = ClassSession.State
TOO_FEW = gettext_lazy("You need at least two. Wait until one more student is in.")
NOBODY = gettext_lazy("Nobody is in yet. Wait until a student is in.")


@teacher_required
@require_GET
def of_class(request: TeacherRequest, classroom: int) -> HttpResponse:
    """The sessions of a class, newest first."""
    its = classroom_for(request.user, classroom)
    return render(request, "classroom/sessions/list.html", {"classroom": its, "sessions": summary.history(its)})


@teacher_required
@require_http_methods(["GET", "POST"])
def new(request: TeacherRequest, classroom: int) -> HttpResponse:
    its = current_classroom_for(request.user, classroom)
    if running := lifecycle.open_of(its):
        return _to_running(request, running)
    game = catalogue.game_of(its, request.GET.get("game"))
    form = catalogue.form_for(its, game, request.POST)
    if form.is_valid():
        try:
            opened = lifecycle.open_session(
                classroom=its,
                game=game.name,
                options=form.options(),
                table_size=form.cleaned_data["table_size"],
                opened_by=request.user,
            )
        except lifecycle.AlreadyOpen as first:
            return _to_running(request, first.session)
        return redirect("session", opened.pk)
    with_needs = its.students.exclude(needs={}).count()
    context = {
        "classroom": its,
        "form": form,
        "game": game,
        "games": catalogue.all_games(),
        "students": its.students.count(),
        "with_needs": with_needs,
    }
    return render(request, "classroom/sessions/new.html", context, status=422 if form.is_bound else 200)


def _to_running(request: TeacherRequest, running: ClassSession) -> HttpResponse:
    """Two teachers of a class want to start: the second one finds the session of the first."""
    words = _("This class has a session open. Here it is.")
    if running.opened_by and running.opened_by != request.user:
        opened = timezone.localtime(running.opened_at).strftime("%H:%M")
        words = _("%(teacher)s opened a session with this class at %(time)s. Here it is; run it together.")
        words %= {"teacher": running.opened_by.name, "time": opened}
    messages.info(request, words)
    return redirect("session", running.pk)


@teacher_required
@require_GET
def session(request: TeacherRequest, session: int) -> HttpResponse:
    """Where the session is now: its lobby, its monitor, or its end."""
    its = session_for(request.user, session)
    if its.state == State.PLAYING:
        return redirect("session_monitor", its.pk)
    if its.state == State.ENDED:
        report, unread = report_of(its.game), catch_up(its.classroom)
        found = summary.context(its) | report.after_session(its)
        found |= {"unread": unread, "next_lesson_template": report.next_lesson_template}
        return render(request, "classroom/live/summary.html", found)
    return render(request, "classroom/live/lobby.html", lobby.lobby_context(its, projector.join_url(request, its)))


@teacher_required
@require_GET
def screen(request: TeacherRequest, session: int) -> HttpResponse:
    """The projector's page: safe for all to see, without controls."""
    its = session_for(request.user, session)
    return render(
        request, "classroom/live/projector.html", projector.projector_context(its, projector.join_url(request, its))
    )


@session_button
async def let_in(request: TeacherRequest, its: ClassSession) -> None:
    """Free a name, so that the child can come in on a new device. The old device is shown out."""
    student = await sync_to_async(student_for)(request.user, posted_number(request.POST.get("student")))
    await sync_to_async(lifecycle.free)(session=its, student=student)
    await presence.send_to(student.pk, reverse("waiting"))
    await rooms.dismiss_player(student.pk, 4409)
    await arrivals.tell_arrival(its, student.pk)
    messages.success(request, _("%(name)s can come in on a new device now.") % {"name": student.name})


@session_button
async def start(request: TeacherRequest, its: ClassSession) -> None:
    try:
        if await sync_to_async(_start)(its):
            await controls.alarms.arm(its.pk)
            await lobby.tell_start(its)
            _tell_missed(request, await unseated.keep(its))
    except TooFew:
        messages.error(request, NOBODY if seating.plays_with_computers(its) else TOO_FEW)


def _tell_missed(request: TeacherRequest, names: list[str]) -> None:
    """Name those who have no seat: a device that is not heard would hold a table up."""
    if names:
        words = ngettext(
            "%(n)s child is not seated yet: %(names)s. No device is heard; a seat comes as soon as one is.",
            "%(n)s children are not seated yet: %(names)s. No devices are heard; seats come as soon as they are.",
            len(names),
        )
        messages.warning(request, words % {"n": len(names), "names": ", ".join(names)})


def _start(its: ClassSession) -> bool:
    return lifecycle.start(session=its, away=presence.away_from(its))


@teacher_required
@require_GET
async def monitor_page(request: TeacherRequest, session: int) -> HttpResponse:
    its = await sync_to_async(session_for)(request.user, session)
    if its.state != State.PLAYING:
        return redirect("session", its.pk)
    look_first = request.GET.get("sort") == "look"
    tiles = await monitor.tiles(its, look_first=look_first)
    context = await sync_to_async(lobby.monitor_context)(its) | await sync_to_async(monitor.state_context)(its)
    context["selects"] = selects.selects(tiles, context["arrivals"])
    return await _render(
        request,
        "classroom/live/monitor/page.html",
        context | {"tiles": tiles, "look_first": look_first, "now": monitor.now_ms()},
    )


@session_button
async def go(request: TeacherRequest, its: ClassSession) -> None:
    """GO for one table (`table`: its code) or for all that wait."""
    if its.paused_at:
        messages.error(request, _("All tables are paused. Go on first."))
        return
    waiting = [tile.code for tile in await monitor.tiles(its) if tile.waits or tile.badge == "finished"]
    for code in waiting:
        if request.POST.get("table") in (None, code):
            await registry.start(code)


@teacher_required
@require_http_methods(["GET", "POST"])
async def end(request: TeacherRequest, session: int) -> HttpResponse:
    """Ask first, on a page of its own; then stop every table where it stands."""
    its = await sync_to_async(session_for)(request.user, session)
    if request.method == "GET" and its.state != State.ENDED:
        return await _render(request, "classroom/live/end_confirm.html", {"session": its})
    await controls.end(its)
    return redirect("session", its.pk)


@teacher_required
@require_POST
async def again(request: TeacherRequest, session: int) -> HttpResponse:
    """Play again: with `tables=new` a lobby opens, otherwise the same children sit together and it starts at once."""
    its = await sync_to_async(session_for)(request.user, session)
    try:
        following = await sync_to_async(lifecycle.again)(session=its, same_tables=request.POST.get("tables") != "new")
    except lifecycle.AlreadyOpen as running:
        return redirect("session", running.session.pk)
    except lifecycle.Closed:
        return redirect("session", its.pk)
    except TooFew:
        messages.error(request, NOBODY if seating.plays_with_computers(its) else TOO_FEW)
        return redirect("session", its.pk)
    await controls.alarms.arm(following.pk)
    await lobby.tell_again(following)
    return redirect("session", following.pk)


async def _render(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Render in a thread: templates may look at `user` and `messages`, which may ask the database."""
    return await sync_to_async(render)(request, template, context)
