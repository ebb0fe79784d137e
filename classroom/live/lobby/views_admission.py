"""A class's sessions, an open lobby's settings, and admission: lock it, answer requests, help, rename, remove."""

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, classroom_for, session_for, student_for, teacher_form, teacher_page
from classroom.forms.people import posted_number
from classroom.joining import arrivals, join_request_list, join_requests, presence
from classroom.joining.sign_in import sign_in_cards, throttling
from classroom.live import controls
from classroom.live.buttons import child_of, said_or_back, session_button
from classroom.live.projector import page as projector
from classroom.models import Classroom, ClassSession, Knock, Student
from classroom.rosters import roster
from classroom.rosters.forms import StudentForm
from classroom.server.database import changes
from classroom.sessions import lifecycle, summary
from classroom.sessions.look_again import look_now
from classroom.sessions.set_up.views import change
from game import rooms

REMOVED = 4403
"""The close code for the page of a child that the teacher has removed."""


@session_button
async def free_name(request: TeacherRequest, session: ClassSession) -> None:
    """Free a name for a new device; the old device is disconnected."""
    student = await sync_to_async(student_for)(request.user, posted_number(request.POST.get("student")))
    await sync_to_async(lifecycle.free)(session=session, student=student)
    await presence.send_to(student.pk, reverse("waiting"))
    await rooms.dismiss_player(student.pk, 4409)
    look_now(session.pk)
    messages.success(request, _("%(name)s can come in on a new device now.") % {"name": student.name})


@session_button
async def lock(request: TeacherRequest, session: ClassSession) -> None:
    """Lock the session (`locked`: yes), or unlock it."""
    await sync_to_async(lifecycle.lock)(session=session, locked=request.POST.get("locked") == "yes")
    look_now(session.pk)


@session_button
async def board_names(request: TeacherRequest, session: ClassSession) -> None:
    """Choose how the projector names the children: by name, by a made-up name, or not at all. Stored for the next
    lesson."""
    wanted = request.POST.get("names")
    if wanted in Classroom.BoardNames.values:
        await changes.achange(session.classroom, board_names=wanted)
        await projector.reload(session)


@teacher_form
async def answer(request: TeacherRequest, session: int, knock: int) -> HttpResponse:
    """Answer a request: admit the child as one of the roster (`student`), as a newcomer (`newcomer`), or refuse
    (`no`)."""
    class_session = await sync_to_async(session_for)(request.user, session)
    asked = (
        await class_session.knocks.select_related("session__classroom", "student__classroom").filter(pk=knock).afirst()
    )
    if asked is None:
        return redirect("session", class_session.pk)
    if request.method != "POST":
        return await sync_to_async(_who_is_it)(request, class_session, asked)
    if "no" in request.POST:
        refused, _kinds = await asked.adelete()
        if refused:  # and not admitted by a co-teacher meanwhile
            await join_requests.answer(asked.device, reverse("join") + "?refused")
    elif asked.student_id or "newcomer" in request.POST or request.POST.get("student"):
        await _admit(request, class_session, asked)
    else:  # a press without a choice admits nobody
        return await sync_to_async(_who_is_it)(request, class_session, asked, status=422)
    look_now(class_session.pk)
    return await said_or_back(request, class_session)


def _who_is_it(request: TeacherRequest, session: ClassSession, asked: Knock, status: int = 200) -> HttpResponse:
    context: dict[str, object] = {"session": session, "classroom": session.classroom, "knock": asked}
    context["groups"] = join_request_list.who_it_may_be(asked)
    if status != 200:
        context["problems"] = [{"field": "student", "words": _("Choose a name.")}]
    return render(request, "classroom/live/lobby/join_request.html", context, status=status)


async def _admit(request: TeacherRequest, session: ClassSession, asked: Knock) -> None:
    try:
        if "newcomer" in request.POST:
            attendance = await sync_to_async(join_requests.admit_newcomer)(asked)
        else:
            student = await sync_to_async(_wanted)(request, session, asked)
            attendance = await sync_to_async(join_requests.admit)(asked, student)
    except roster.NameTakenError:
        words = _("%(name)s is in this class already. Choose the name in the list.")
        messages.error(request, words % {"name": asked.name})
    except lifecycle.Closed:
        messages.error(request, _("This session is over."))
    except changes.Gone:
        pass  # a co-teacher has answered it, as the page shows
    else:
        await presence.show_out(attendance.student_id)
        await rooms.dismiss_player(attendance.student_id, 4409)
        await join_requests.answer(asked.device, reverse("waiting"))
        look_now(session.pk)


def _wanted(request: TeacherRequest, session: ClassSession, asked: Knock) -> Student:
    """Return the student chosen by the teacher: the one who asked, or one of this class from the list."""
    student = asked.student or student_for(request.user, posted_number(request.POST.get("student")))
    if student.classroom_id != session.classroom_id:
        raise Http404
    return student


@teacher_form
async def child(request: TeacherRequest, session: int, student: int) -> HttpResponse:
    """One child of the session: rename it, admit it on another device, remove it, give it new pictures."""
    class_session = await sync_to_async(session_for)(request.user, session)
    chosen = await sync_to_async(child_of)(class_session, student)
    form = StudentForm(request.POST or None, initial={"name": chosen.name})
    if await sync_to_async(form.renames)(chosen):
        look_now(class_session.pk)
        return redirect("session", class_session.pk)
    return await sync_to_async(_child_page)(request, class_session, chosen, form)


def _child_page(request: HttpRequest, session: ClassSession, child: Student, form: StudentForm) -> HttpResponse:
    (seen,) = arrivals.for_teacher(session, arrivals.arrival(session, child.pk), ())
    context = {
        "session": session,
        "classroom": session.classroom,
        "student": child,
        "form": form,
        "arrival": seen,
        "seconds": throttling.wait(*throttling.at_secret(child)),
        **sign_in_cards.secret_of(child),
        "connected": presence.is_connected(child.pk),
    }
    return render(request, "classroom/live/lobby/student.html", context, status=422 if form.is_bound else 200)


@session_button
async def remove(request: TeacherRequest, session: ClassSession, child: Student) -> None:
    """Remove a child from the session. It is no ban: the code admits it again, unless the session is locked."""
    await sync_to_async(lifecycle.free)(session=session, student=child)
    await rooms.dismiss_player(child.pk, REMOVED)
    look_now(session.pk)
    messages.success(request, _("%(name)s is out, and can come in again.") % {"name": child.name})


@session_button
async def lift(request: TeacherRequest, session: ClassSession, child: Student | None = None) -> None:
    """Let a child (or, without one, the whole class) try pictures or words again at once."""
    if child:
        await sync_to_async(throttling.lift)(child)
    else:
        await sync_to_async(throttling.lift_class)(session.classroom)
    look_now(session.pk)


@teacher_page
def of_class(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """The sessions of a class, newest first."""
    classroom = classroom_for(request.user, classroom_id)
    context = {"classroom": classroom, "sessions": summary.history(classroom)}
    return render(request, "classroom/sessions/list.html", context)


@teacher_form
async def settings(request: TeacherRequest, session: int) -> HttpResponse:
    """Change how the class plays, before it plays; waiting pages show it."""
    opened = await sync_to_async(session_for)(request.user, session)
    before = (opened.game, opened.options, opened.table_size)
    answer = await sync_to_async(change)(request, opened)
    if before != (opened.game, opened.options, opened.table_size):
        await controls.tell_settings(opened)
    return answer
