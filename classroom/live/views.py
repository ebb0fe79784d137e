"""A class session in its states: its present page, also by polling, start, end, again; and what follows its end."""

from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET

from classroom.access import TeacherRequest, session_for, teacher_act, teacher_form, teacher_page
from classroom.homework import assignments, from_session
from classroom.joining import presence, waiting_page
from classroom.joining.views import who_waits
from classroom.joining.visitor import VisitorRequest
from classroom.languages import choice
from classroom.live import controls
from classroom.live.buttons import session_button
from classroom.live.lobby import unseated
from classroom.live.lobby.page import lobby_context
from classroom.live.monitor import watch
from classroom.live.projector.page import blocks, join_url, projector_context
from classroom.models import Attendance, ClassSession, Homework
from classroom.naming.names import to_greet
from classroom.reports.kit.evidence import catch_up
from classroom.reports.pages.catalogue import new_sums_in, report_of
from classroom.server.http.polling import answer
from classroom.sessions import lifecycle, seating, summary, teams
from classroom.sessions.after.praise import numbers, praise
from classroom.sessions.forms import NoteForm
from classroom.sessions.games import catalogue
from classroom.sessions.lesson import LessonRounds, lesson_of
from classroom.sessions.look_again import look_now
from classroom.sessions.seating.grouping import TooFew
from game.models import Round

State = ClassSession.State
TOO_FEW = gettext_lazy("You need at least two. Wait until one more student is in.")
NOBODY = gettext_lazy("Nobody is in yet. Wait until a student is in.")


@teacher_page
def session(request: TeacherRequest, session: int) -> HttpResponse:
    """The present page of the session: its lobby, its monitor, or its end."""
    class_session = session_for(request.user, session)
    if class_session.state == State.PLAYING:
        return redirect("session_monitor", class_session.pk)
    if class_session.state == State.ENDED:
        report, unread = report_of(class_session.game), catch_up(class_session.classroom)
        found = summary.context(class_session) | report.after_session(class_session)
        found |= {"unread": unread, "next_lesson_template": report.next_lesson_template}
        found |= {"numbers": numbers(class_session, new_sums_in([class_session])), "praise": praise(class_session)}
        found |= _podium_of(lesson_of(class_session))
        return render(request, "classroom/live/end/page.html", found)
    return render(
        request, "classroom/live/lobby/page.html", lobby_context(class_session, join_url(request, class_session))
    )


def _podium_of(lesson: LessonRounds) -> dict[str, Any]:
    """Return whether another round may follow, and whether the projector has a podium to show; if too many share the
    first place, their number."""
    won = teams.podium(*lesson.rounds)
    shared = 0 if blocks(won) else sum(standing.place == 1 for standing in won)
    return {"goes_on": lesson.goes_on, "podium": bool(won) and not shared, "shared": shared}


async def begin(request: HttpRequest, session: ClassSession) -> list[str]:
    """Seat the children and tell everybody; return the names of those without a seat. Where it cannot begin, show why
    in a message, which names nobody."""
    try:
        if await sync_to_async(_start)(session):
            await controls.alarms.arm(session.pk)
            await controls.tell_start(session)
            return await unseated.keep(session)
    except TooFew:
        messages.error(request, NOBODY if seating.plays_with_computers(session) else TOO_FEW)
    return []


@session_button
async def start(request: TeacherRequest, session: ClassSession) -> None:
    _tell_missed(request, await begin(request, session))


def _tell_missed(request: TeacherRequest, names: list[str]) -> None:
    """Name the children without a seat, whose silent devices would delay a table."""
    if names:
        words = ngettext(
            "%(n)s child is not seated yet: %(names)s. No device is heard; a seat comes as soon as one is.",
            "%(n)s children are not seated yet: %(names)s. No devices are heard; seats come as soon as they are.",
            len(names),
        )
        messages.warning(request, words % {"n": len(names), "names": to_greet(", ".join(names))})


def _start(session: ClassSession) -> bool:
    return lifecycle.start(session=session, away=presence.away_of(presence.came_to(session)))


@teacher_form
async def end(request: TeacherRequest, session: int) -> HttpResponse:
    """Ask first, on a separate page; then stop every table. Between two short rounds this ends the lesson, also from
    the projector (`screen`)."""
    class_session = await sync_to_async(session_for)(request.user, session)
    if request.method != "POST" and class_session.state != State.ENDED:
        return await sync_to_async(render)(request, "classroom/live/end/confirm.html", {"session": class_session})
    if request.method == "POST":
        await controls.end(class_session, lesson=True)
    return _back(request, class_session)


@teacher_act
async def again(request: TeacherRequest, session: int) -> HttpResponse:
    """Play again: with `tables=new` a lobby opens, otherwise the same children sit together and play starts at once."""
    class_session = await sync_to_async(session_for)(request.user, session)
    try:
        following = await sync_to_async(lifecycle.again)(
            session=class_session, same_tables=request.POST.get("tables") != "new"
        )
    except lifecycle.AlreadyOpen as running:
        return _back(request, running.session)
    except lifecycle.Closed:
        return _back(request, class_session)
    except TooFew:
        messages.error(request, NOBODY if seating.plays_with_computers(class_session) else TOO_FEW)
        return _back(request, class_session)
    await controls.alarms.arm(following.pk)
    await controls.tell_again(following)
    if lifecycle.is_round(following) and following.state == State.PLAYING:
        await controls.go(following)
    return _back(request, following)


def _back(request: TeacherRequest, session: ClassSession) -> HttpResponse:
    """Redirect to the session: on the projector (`screen`) to its projector's page, as the class sees that window and
    may not see the monitor's names."""
    return redirect("session_screen" if "screen" in request.POST else "session", session.pk)


@teacher_page
def screen(request: TeacherRequest, session: int) -> HttpResponse:
    """The projector: safe for all to see, without controls."""
    class_session = session_for(request.user, session)
    choice.read_in(class_session.classroom.language)
    context = projector_context(class_session, join_url(request, class_session))
    return render(request, "classroom/live/projector/page.html", context)


@teacher_page
async def ask(request: TeacherRequest, session: int, page: str) -> HttpResponse:
    """The present frame of a page whose socket is blocked; 204 if nothing is new."""
    class_session = await sync_to_async(session_for)(request.user, session)
    if page not in ("lobby", "screen", "monitor"):
        raise Http404
    if page == "screen" and class_session.state == ClassSession.State.PLAYING:
        watch.asks(class_session.pk)
    return answer(request, await watch.frame(class_session, page))


@require_GET
async def waiting_ask(request: VisitorRequest) -> HttpResponse:
    """The waiting page's present frame if sockets are blocked. The request counts as presence."""
    here = await sync_to_async(who_waits)(request)
    if isinstance(here, Attendance):
        presence.note_poll(here.student_id)
        unseated.heard(here.session_id, here.student_id)
    return answer(request, await sync_to_async(waiting_page.waiting_frame)(here))


@teacher_page
def attendance(request: TeacherRequest, session: int) -> HttpResponse:
    """Attendance: who of the roster came, since when, and with own settings; never projected."""
    class_session = session_for(request.user, session)
    attended = summary.attendance(class_session)
    came = [child for child in attended if child.arrived_at]
    absent = [child for child in attended if not child.arrived_at]
    context = {"session": class_session, "classroom": class_session.classroom, "came": came, "absent": absent}
    context["listed"] = len(attended)
    return render(request, "classroom/live/end/attendance.html", context)


@teacher_act
def note(request: TeacherRequest, session: int) -> HttpResponse:
    """Store the teacher's note, which children never see."""
    class_session = session_for(request.user, session)
    form = NoteForm(request.POST, instance=class_session)
    if form.is_valid():
        ClassSession.objects.filter(pk=class_session.pk).update(note=form.cleaned_data["note"])
        messages.success(request, _("The note is kept."))
    else:
        messages.error(request, _("The note is too long: at most 2000 characters. Nothing was kept."))
    return redirect("session", class_session.pk)


@teacher_form
def as_homework(request: TeacherRequest, session: int) -> HttpResponse:
    """Let each child play the cards of this session again at home, with its card."""
    class_session = session_for(request.user, session)
    if not catalogue.of(class_session.game).homework:
        messages.error(request, _("This game is played in class only: its cards cannot be homework."))
        return redirect("session", class_session.pk)
    form = from_session.AsHomeworkForm(request.POST if request.method == "POST" else None, session=class_session)
    if not Round.objects.filter(table__seats__sitting__session=class_session).exists():
        messages.error(request, _("Nobody has played in this session: there are no cards to play again."))
        return redirect("session", class_session.pk)
    if form.is_valid():
        chosen = {"options": form.options(class_session), "last_day": form.cleaned_data["until"]}
        given = assignments.give(
            class_session.classroom, unit=Homework.Unit.ROUNDS, amount=1, session=class_session, **chosen
        )
        messages.success(request, _("The homework is set."))
        return redirect("homework", given.pk)
    context = {"session": class_session, "classroom": class_session.classroom, "form": form}
    return render(request, "classroom/homework/from_session.html", context, status=422 if form.is_bound else 200)


@session_button
async def podium(request: TeacherRequest, session: ClassSession) -> None:
    """Show the podium on the projector (`show`), or hide it."""
    session.podium = session.state == ClassSession.State.ENDED and "show" in request.POST
    await ClassSession.objects.filter(pk=session.pk).aupdate(podium=session.podium)
    look_now(session.pk)
