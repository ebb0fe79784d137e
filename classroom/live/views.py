"""A class session in its states: its present page, start, end, again."""

from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy, ngettext

from classroom.access import TeacherRequest, session_for, teacher_act, teacher_form, teacher_page
from classroom.joining import presence
from classroom.languages import choice
from classroom.live import controls, navigation
from classroom.live.buttons import session_button
from classroom.live.lobby import unseated
from classroom.live.lobby.page import lobby_context
from classroom.live.projector import celebration
from classroom.live.projector.page import join_url, projector_context
from classroom.models import ClassSession
from classroom.naming.names import to_greet
from classroom.reports.kit.evidence import catch_up
from classroom.reports.pages.catalogue import new_sums_in, report_of
from classroom.sessions import lifecycle, seating, summary, teams
from classroom.sessions.after.numbers import numbers
from classroom.sessions.after.praise import praise
from classroom.sessions.lesson import LessonRounds, lesson_of
from classroom.sessions.seating.grouping import TooFew

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
    shared = 0 if celebration.blocks(won) else sum(standing.place == 1 for standing in won)
    return {"goes_on": lesson.goes_on, "podium": bool(won) and not shared, "shared": shared}


async def begin(request: HttpRequest, session: ClassSession) -> list[str]:
    """Seat the children and tell everybody; return the names of those without a seat. Where it cannot begin, show why
    in a message, which names nobody."""
    try:
        if await sync_to_async(_start)(session):
            await controls.alarms.arm(session.pk)
            await navigation.tell_start(session)
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
    await navigation.tell_again(following)
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
