"""The pages that connect a course with a class: linking an account, choosing the class, names, results, links."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import requests
from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from lti_tool.models import LtiContext
from pylti1p3.exception import LtiException

from classroom.access import TeacherRequest, classroom_for, teacher_form, teacher_required
from classroom.homework import assignments
from classroom.lti import frames, gradebook, members, people
from classroom.lti.frames import allowing
from classroom.models import Classroom, Homework, PlatformCourse, Teacher, Teaching
from classroom.naming import names
from classroom.rosters.imports import drafts
from classroom.rosters.imports.apply import free_name
from classroom.rosters.imports.readers.text_files import NotAListError
from classroom.server.database import changes
from classroom.server.http.links import own_url

AT_HAND = "lti"
"""Key in the browser's session for the course that the person came from."""


class CourseRequest(TeacherRequest):
    """A request of a person who came from a course."""

    context: LtiContext


def from_a_course(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Let in a browser that came from a course; for every other browser the page is not found."""

    @wraps(view)
    def asking(request: CourseRequest, **things: Any) -> HttpResponseBase:
        known = request.session.get(AT_HAND)
        if not known:
            raise Http404
        request.context = get_object_or_404(members.CONTEXTS, pk=known["context"])
        return view(request, **things)

    return asking


@teacher_required
@from_a_course
@require_http_methods(["GET", "POST"])
def connect(request: CourseRequest) -> HttpResponse:
    """Ask once whether this account belongs to the platform's user; signing in has proved that the account is
    theirs."""
    known = request.session[AT_HAND]
    if request.method == "POST":
        people.link(known["key"], request.user)
        request.done = {"context": request.context.pk}
        return redirect("lti_choose" if "deep_linking" in known else "lti_course")
    return render(request, "classroom/lti/connect.html", {"platform": request.context.deployment.registration.name})


@teacher_required
@from_a_course
@require_http_methods(["GET", "POST"])
def course(request: CourseRequest) -> HttpResponse:
    """Redirect to the class of the course; where it has none, ask which class it is."""
    known = people.class_of(request.context.pk)
    if known and known.teachers.filter(pk=request.user.pk).exists():
        return redirect("class", known.pk)
    if known:
        return render(request, "classroom/lti/other_teacher.html", {"course": request.context.title}, status=403)
    if request.method == "POST":
        return _chosen(request)
    title, mine = request.context.title, list(_connectable(request.user))
    same = next((each for each in mine if names.key(each.name) == names.key(title)), None)
    return render(request, "classroom/lti/course.html", {"course": title, "classrooms": mine, "same": same})


def _connectable(teacher: Teacher) -> QuerySet[Classroom]:
    """Return the teacher's classes that have no course yet."""
    return teacher.classrooms.filter(archived_at=None, course=None)


def _chosen(request: CourseRequest) -> HttpResponse:
    number = request.POST.get("classroom", "")[:15]
    with transaction.atomic():
        changes.locked(request.context)
        if people.class_of(request.context.pk):  # by the press before, which came at the same moment
            return redirect("lti_course")
        classroom = (
            get_object_or_404(_connectable(request.user), pk=int(number)) if number.isdecimal() else _new_class(request)
        )
        people.join(request.context, classroom)
    request.done = {"classroom": classroom.pk, "context": request.context.pk}
    return _list(request, request.context, classroom)


def _new_class(request: CourseRequest) -> Classroom:
    """Make a class with the name of the course, as far as that is a valid name and not taken."""
    taken = {names.key(name) for name in request.user.classrooms.values_list("name", flat=True)}
    classroom = Classroom.objects.create(name=free_name(request.context.title or _("New class"), taken))
    Teaching.objects.create(classroom=classroom, teacher=request.user)
    return classroom


def _list(request: TeacherRequest, context: LtiContext, classroom: Classroom) -> HttpResponse:
    """Read the names of the course, and show what an import would change."""
    try:
        draft = members.draft(context, classroom, request.user)
    except (LtiException, requests.RequestException, NotAListError):
        messages.error(request, _("The course gave no names. Ask whoever runs the learning platform."))
        return redirect("class", classroom.pk)
    return redirect("import_classes" if drafts.needs_choice(draft) else "import", draft.pk)


@teacher_form
def of_class(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Show the course of a class: update the names, send results, or disconnect (`do` in the form). Where the platform
    was shut out, only disconnecting is possible."""
    classroom = classroom_for(request.user, classroom_id)
    known = get_object_or_404(PlatformCourse, classroom=classroom)
    context = members.CONTEXTS.filter(pk=known.context).first()
    do = request.POST.get("do", "") if request.method == "POST" else ""
    if do == "end":
        known.delete()
        request.done = {"do": "end"}
        messages.success(request, _("The class is not connected any more. Its children stay."))
        return redirect("class", classroom.pk)
    if context is None and not do:
        return render(request, "classroom/lti/of_class.html", {"classroom": classroom})
    if context is None:
        raise Http404
    if do == "names":
        return _list(request, context, classroom)
    if do:
        return _send(request, context, classroom, do)
    given = _lines(list(classroom.homework.select_related("session")))
    page = {"classroom": classroom, "course": context, "given": given, "can_send": gradebook.can_send(context)}
    return render(request, "classroom/lti/of_class.html", page)


def _send(request: TeacherRequest, context: LtiContext, classroom: Classroom, wanted: str) -> HttpResponse:
    homework = gradebook.homework_in(classroom, wanted)
    if homework is None or not gradebook.can_send(context):
        raise Http404
    try:
        sent = gradebook.send(context, homework)
    except (LtiException, requests.RequestException):
        messages.error(request, _("The learning platform did not take the results. Try again later."))
    else:
        request.done = {"homework": homework.pk}
        _say(request, sent)
    return redirect("lti_class", classroom.pk)


def _say(request: TeacherRequest, sent: gradebook.GradesSent) -> None:
    if not sent.all:
        messages.warning(request, _("Nobody of this course has played yet. There is nothing to send."))
    elif sent.taken == sent.all:
        words = ngettext("Sent for %(count)s child.", "Sent for %(count)s children.", sent.taken)
        messages.success(request, words % {"count": sent.taken})
    else:
        words = _("The learning platform took %(taken)d of %(all)d results. Send them again later.")
        messages.warning(request, words % sent._asdict())


@teacher_required
@from_a_course
@require_http_methods(["GET", "POST"])
def choose(request: CourseRequest) -> HttpResponse:
    """Let the teacher choose the link that is added to the course: today's session, or a homework of its class."""
    settings = request.session[AT_HAND].get("deep_linking")
    classroom = people.class_of(request.context.pk)
    if settings is None:
        raise Http404
    if classroom is None:
        return redirect("lti_course")
    classroom = classroom_for(request.user, classroom.pk)
    if request.method == "POST":
        return _link(request, settings, classroom)
    given = [task for task in classroom.homework.select_related("session") if not assignments.is_over(task)]
    return render(request, "classroom/lti/choose.html", {"classroom": classroom, "given": _lines(given)})


def _lines(given: list[Homework]) -> list[dict[str, Any]]:
    """Return the words for each homework: what it is and its last day, because two may otherwise look alike."""
    return [
        {"task": task, "what": assignments.in_words(task), "last_day": assignments.last_day(task)} for task in given
    ]


def _link(request: CourseRequest, settings: dict[str, Any], classroom: Classroom) -> HttpResponse:
    """Answer with the form that posts the link to the platform, either here or in the frame that waits for it."""
    wanted = request.POST.get("link", gradebook.TODAY)
    homework = gradebook.homework_in(classroom, wanted)
    if wanted != gradebook.TODAY and homework is None:
        raise Http404
    word = gradebook.deep_linking_response(request.context, settings, homework, own_url(request, reverse("lti_launch")))
    back = settings["deep_link_return_url"]
    if frames.deliver_link(request.session[AT_HAND].get(frames.TOKEN, ""), back, word):
        return render(request, "classroom/lti/chosen.html")
    return allowing(render(request, "classroom/lti/link.html", {"back": back, "word": word}), posts_to=[back])
