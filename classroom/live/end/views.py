"""After a session: attendance, the teacher's notes, and the podium on request."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, session_for, teacher_act, teacher_form, teacher_page
from classroom.homework import assignments, from_session
from classroom.live.buttons import session_button
from classroom.models import ClassSession, Homework
from classroom.sessions import summary
from classroom.sessions.control_forms import NoteForm
from classroom.sessions.games import catalogue
from classroom.sessions.look_again import look_now
from game.models import Round


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
