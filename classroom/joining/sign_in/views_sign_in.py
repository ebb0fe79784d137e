"""Views of the sign-in: credentials, cards, requests to the teacher, and a device shared by many children."""

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom.access import TeacherRequest, classroom_for, student_for, teacher_act, teacher_form, teacher_page
from classroom.forms.people import posted_number
from classroom.joining import device, join_requests
from classroom.joining.admission import Refusal, let_in, newest_with, request_admission, wait_words, with_code
from classroom.joining.device import card_at, set_shared, sign_out, student_with_card
from classroom.joining.sign_in import board_pictures, credentials, throttling, typed_names
from classroom.joining.sign_in import sign_in_cards as sheets
from classroom.joining.sign_in.board_pictures import Said
from classroom.joining.visitor import VisitorRequest
from classroom.languages import choice
from classroom.models import ClassSession, Student
from classroom.server import hashers
from classroom.sessions import lifecycle
from classroom.sessions.look_again import look_now
from game import codes, rooms

TEMPLATE = "classroom/homework/card_needed.html"


@require_http_methods(["GET", "POST"])
@with_code
async def secret(request: VisitorRequest, session: ClassSession, student: int) -> HttpResponse:
    """Tap your pictures, or type your words; at the first sign-in choose them, if the class wants that."""
    children = Student.objects.select_related("classroom").filter(classroom=session.classroom_id)
    child = await children.filter(pk=student).afirst()
    knows = await sync_to_async(typed_names.knows)(request, session, student)
    if child is None or not knows or not credentials.is_asked(child.classroom):
        return redirect("join_names", session.code)
    said = _said(request, child)
    problem = await sync_to_async(_problem)(child, said) if said.done else None
    if said.done and problem is None:
        return await let_in(request, session, child, await request.visitor.aattendance())
    if problem:
        look_now(session.pk)
    return await sync_to_async(_secret_page)(request, session, child, Said((), False) if problem else said, problem)


def _said(request: VisitorRequest, child: Student) -> Said:
    board, posted = credentials.board_of(child.classroom), request.POST
    if board:
        return board_pictures.read_tray(posted, board)
    return Said(credentials.words_in(posted.get("words", "")), "go" in posted)


def _problem(child: Student, said: Said) -> Refusal | None:
    """Judge the credential; only a few are hashed at a time."""
    try:
        return _judged(child, said)
    except hashers.TooManyAtOnce:
        return Refusal(429, _("Many children come in right now. Wait a moment, then try again."))


def _judged(child: Student, said: Said) -> Refusal | None:
    """Judge the credential. A wrong one counts as a failure of the child and its class; the answer does not say what
    was wrong."""
    limits = throttling.at_secret(child)
    if seconds := throttling.wait(*limits):
        return Refusal(429, wait_words(seconds))
    try:
        if credentials.is_to_be_chosen(child) and credentials.choose(child, said.words):
            return None
    except credentials.TooShort as easy:
        return Refusal(422, str(easy))
    right = credentials.fits(child, said.words)
    tried = throttling.settle(right, *limits)
    if tried.seconds:
        return Refusal(429, wait_words(tried.seconds))
    return None if right else _wrong(child, tried.failures)


def _wrong(child: Student, failures: int) -> Refusal:
    if failures >= throttling.MANY:
        return Refusal(403, _("That is not it. Scan your card, or ask your teacher."))
    pictures = credentials.board_of(child.classroom) is not None
    return Refusal(403, _("Not those pictures. Try again.") if pictures else _("Not those words. Try again."))


def _secret_page(
    request: VisitorRequest, session: ClassSession, child: Student, said: Said, problem: Refusal | None
) -> HttpResponse:
    context = {"session": session, "student": child, "choosing": credentials.is_to_be_chosen(child)}
    board = credentials.board_of(child.classroom)
    context |= {
        "error": problem.words if problem else "",
        **(board_pictures.tray_context(board, said.words) if board else {}),
    }
    return render(
        request, "classroom/joining/sign_in/credentials.html", context, status=problem.status if problem else 200
    )


# The room's pictures


@require_GET
@never_cache
async def pictures(request: VisitorRequest) -> HttpResponse:
    """Tap the pictures that only the room can see. The form works for any code; a right one shows the pictures
    there."""
    code = codes.normalized(request.GET.get("code", ""))
    session = await sync_to_async(newest_with)(code)
    if session and session.state != ClassSession.State.ENDED:
        board_pictures.show(session)
    return await sync_to_async(board_pictures.question)(request, code)


# Ask my teacher


@require_http_methods(["GET", "POST"])
@with_code
async def ask(request: VisitorRequest, session: ClassSession) -> HttpResponse:
    """Ask the teacher for admission as one of the roster (`student`), or under a new name."""
    error = ""
    if request.method == "POST":
        students = Student.objects.filter(classroom=session.classroom_id)
        chosen = posted_number(request.POST.get("student"))
        knows = await sync_to_async(typed_names.knows)(request, session, chosen)
        student = await students.filter(pk=chosen).afirst() if knows else None
        try:
            name = request.POST.get("name", "")[:200]
            return await request_admission(request, session, student=student, name=name)
        except join_requests.InvalidName as no_name:
            error = str(no_name)
        except join_requests.TooManyRequests:
            error = _("Many children wait. Talk to your teacher.")
    context = {"session": session, "error": error, "name": request.POST.get("name", "")[:200]}
    return await sync_to_async(render)(
        request, "classroom/joining/ask_teacher.html", context, status=422 if error else 200
    )


# My card


@require_POST
@never_cache
async def with_card(request: VisitorRequest) -> HttpResponse:
    """Enter the session of the class as the holder of the card that was scanned here."""
    student = await sync_to_async(student_with_card)(request)
    session = await sync_to_async(lifecycle.open_of)(student.classroom) if student else None
    if student is None or session is None:
        return redirect("practice")
    await sync_to_async(throttling.lift)(student)
    return await let_in(request, session, student, await request.visitor.aattendance())


# One device, many children


@require_POST
@with_code
async def share(request: VisitorRequest, session: ClassSession) -> HttpResponse:
    """Share this device among children who sign in one after another: each page has a button for the next one. Or end
    that."""
    await sync_to_async(set_shared)(request, "" if "off" in request.POST else session.code)
    return redirect("join_names", session.code)


@require_POST
@never_cache
async def leave(request: VisitorRequest) -> HttpResponse:
    """Give this device to the next child. The one before keeps its seat and counts as present."""
    attendance = await request.visitor.aattendance()
    if attendance:
        await sync_to_async(lifecycle.leave)(attendance)
        look_now(attendance.session_id)
        await rooms.dismiss_player(attendance.student_id, 4409)
    code = await sync_to_async(sign_out)(request)
    response = redirect(reverse("join_names", args=[code]) if code else "join")
    choice.forget(response)
    return response


@teacher_form
def sign_in(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Settings for the sign-in of the class's children."""
    classroom = classroom_for(request.user, classroom_id)
    sent = request.POST if request.method == "POST" else None
    form = sheets.SignInSettingsForm(sent, initial=vars(classroom))
    if form.is_valid():
        sheets.keep(classroom, **form.cleaned_data)
        messages.success(request, _("Saved. It applies to the next child who signs in."))
        return redirect("class_sign_in", classroom.pk)
    context = sheets.context(classroom, "") | {"form": form, "students": classroom.students.count()}
    return render(request, "classroom/joining/sign_in/settings.html", context, status=422 if form.is_bound else 200)


@teacher_page
def cards(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """A page to print, as cards, labels or a list (`as`), with the same secrets at any time."""
    classroom = classroom_for(request.user, classroom_id)
    context = sheets.context(classroom, request.GET.get("as", "")) | {"cards": sheets.printed(request, classroom)}
    return render(request, "classroom/joining/sign_in/cards.html", context)


@teacher_act
def change(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Replace all cards of the class, with the secrets on them."""
    classroom = classroom_for(request.user, classroom_id)
    sheets.change(classroom.students.all())
    messages.success(request, _("All cards are new. The old ones open nothing any more. Print them again."))
    return redirect("class_cards", classroom.pk)


@teacher_act
def change_one(request: TeacherRequest, student: int) -> HttpResponse:
    """Replace one child's card: it was lost, or somebody else knows the pictures."""
    child = student_for(request.user, student)
    sheets.change([child])
    messages.success(request, _("%(name)s has a new card. The old one opens nothing any more.") % {"name": child.name})
    return redirect("class_cards", child.classroom_id)


def card_needed(request: HttpRequest) -> HttpResponse:
    """Ask for a card; for one already scanned, say when it works again."""
    student = card_at(request)
    return out_of_hours(request, student) or render(request, TEMPLATE, {"lost": False}, status=403)


def card_lost(request: HttpRequest) -> HttpResponse:
    return render(request, TEMPLATE, {"lost": True}, status=404)


def out_of_hours(request: HttpRequest, student: Student | None) -> HttpResponse | None:
    """Return a page in the child's language that says when its card works again; None if it works now."""
    opens = device.opens_at(student) if student else None
    if student is None or opens is None:
        return None
    choice.read_in(student.reads_in)
    context = {"opens": opens, "is_today": opens.date() == timezone.localdate()}
    return render(request, TEMPLATE, context, status=403)
