"""Views that a platform opens in the browser: the start of a sign-in, the launch, and our public keys."""

import logging
from typing import Any

from allauth.account.utils import perform_login
from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from lti_tool.models import Key, LtiContext, LtiLaunch
from pylti1p3.exception import LtiException, OIDCException

from classroom import sign_ins
from classroom.homework import assignments
from classroom.joining.admission import let_in
from classroom.joining.device import sign_in_with_card
from classroom.joining.visitor import VisitorRequest
from classroom.lti import frames, gradebook, people
from classroom.lti import launch as launches
from classroom.models import Student, Teacher
from classroom.server.http.links import own_url
from classroom.sessions import lifecycle

log = logging.getLogger(__name__)


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Our public keys, with which a platform verifies our signature."""
    return JsonResponse(Key.objects.as_jwks())


@csrf_exempt
@require_http_methods(["GET", "POST"])
def login(request: HttpRequest) -> HttpResponseBase:
    """Start a sign-in that a platform asks for: redirect the browser back with state and nonce for a signed launch. In
    a frame, show the button that continues in a window."""
    launch_url = own_url(request, reverse("lti_launch"))
    try:
        if frames.is_framed(request):
            return frames.button_page(request, launch_url)
        way = launches.redirect_to_platform(request, launch_url)
        frames.remember_frame(request, way)
        return way
    except (OIDCException, LtiException, ValueError) as error:  # PostgreSQL takes no text with a zero in it
        return _refused(request, error)


@csrf_exempt
@require_POST
def launch(request: VisitorRequest) -> HttpResponseBase:
    """Let in the person named in a signed launch: a teacher to the class, a child to play. In a frame, show the button
    that opens a window first."""
    state = request.POST.get("state", "")
    is_by_storage = frames.begun_by_storage(state)
    try:
        found = launches.validated(request, is_by_storage=is_by_storage)
        context = launches.context_of(found)
        somebody = _somebody(found, context)
        if is_by_storage:
            return frames.window_page(request, found.registration, somebody)
    except LtiException as error:
        return frames.framed_message(_refused(request, error), state if is_by_storage else "")
    return _let_in(request, somebody | frames.frame_token(request, waits="deep_linking" in somebody))


@csrf_exempt
@require_POST
def enter(request: VisitorRequest) -> HttpResponseBase:
    """Let in the person who signed in through a frame and has pressed its button; this is the new window."""
    try:
        return _let_in(request, frames.person_of_frame(request))
    except LtiException as error:
        return _refused(request, error)


def _somebody(found: LtiLaunch, context: LtiContext) -> dict[str, Any]:
    """Return the person as the browser's session keeps them: a hash and the role, no personal data."""
    key = people.key_of(found.registration, str(found.get_claim("sub")))
    known = {"context": context.pk, "key": key, "is_teacher": launches.is_teacher(found)}
    return known | {"wanted": found.get_custom_claim(gradebook.CLAIM) or gradebook.TODAY} | _deep_linking(found)


def _let_in(request: VisitorRequest, somebody: dict[str, Any]) -> HttpResponseBase:
    return _teacher(request, somebody) if somebody["is_teacher"] else _child(request, somebody)


def _refused(request: HttpRequest, error: Exception) -> HttpResponse:
    log.warning("LTI: refused: %s", error)
    launches.note_refusal(f"{error}")
    return said(request, _("That did not work. Go back to the course, and open the link there once more."), 403)


def said(request: HttpRequest, words: str, status: int) -> HttpResponse:
    return render(request, "classroom/lti/said.html", {"words": words}, status=status)


def _teacher(request: HttpRequest, somebody: dict[str, Any]) -> HttpResponseBase:
    """Sign in to the linked account, with its second factor; a teacher without one is asked to link an account."""
    request.session.flush()
    request.session["lti"] = somebody
    target = reverse("lti_choose") if "deep_linking" in somebody else reverse("lti_course")
    teacher: Teacher | None = people.teacher_of(somebody["key"])
    if teacher is None:
        return redirect("lti_connect")
    response: HttpResponseBase = perform_login(request, teacher, redirect_url=target)
    request.session.pop(sign_ins.SIGNED_IN, None)  # nobody has typed the password: see teachers.password_first
    return response


def _deep_linking(found: LtiLaunch) -> dict[str, Any]:
    if not found.is_deep_link_launch:
        return {}
    settings = found.get_claim("https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings")
    return {"deep_linking": {name: settings[name] for name in ("deep_link_return_url", "data") if name in settings}}


def _child(request: VisitorRequest, somebody: dict[str, Any]) -> HttpResponseBase:
    """Let a child in, as with its card: into today's session if there is one, otherwise to practice or a homework."""
    classroom = people.class_of(somebody["context"])
    student = people.child_of(classroom, somebody["key"]) if classroom else None
    if student is None:
        return said(request, _("You are not on the list yet. Ask your teacher to bring the list up to date."), 403)
    sign_in_with_card(request, student)
    wanted = somebody["wanted"]
    session = lifecycle.open_of(student.classroom) if wanted == gradebook.TODAY else None
    if session is not None:
        return async_to_sync(let_in)(request, session, student, None)
    return redirect(_task(student, wanted))


def _task(student: Student, wanted: str) -> str:
    """Return where a link leads: to its homework, otherwise to practice (also where that homework is gone or for other
    children)."""
    homework = gradebook.homework_in(student.classroom, wanted)
    is_theirs = homework is not None and assignments.set_for(student).filter(pk=homework.pk).exists()
    return reverse("practice_homework", args=[homework.pk]) if homework and is_theirs else reverse("practice")
