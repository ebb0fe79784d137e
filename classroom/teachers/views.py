"""Pages about the teachers of a class (list, invitations, leaving, owners), and the public help pages."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from classroom import persons
from classroom.access import TeacherRequest, classroom_for, open_page, own_classroom_for, teacher_act, teacher_form
from classroom.forms.people import InvitationForm
from classroom.languages import letters
from classroom.models import Classroom, Invitation, Teacher, Teaching, owned_by
from classroom.server import keep_years
from classroom.server.database import changes
from classroom.server.http import place
from classroom.server.http.links import own_url, reachable_url
from classroom.server.recovery import backups
from classroom.teachers import co_teachers
from game import catalogue as games


@teacher_form
def teachers(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Show the teachers of a class; an owner can invite others here."""
    if request.method == "POST":
        return _invite(request, classroom_id)
    return _page(request, classroom_id, InvitationForm())


def _page(request: TeacherRequest, classroom_id: int, form: InvitationForm, status: int = 200) -> HttpResponse:
    classroom = classroom_for(request.user, classroom_id)
    teachings = list(classroom.teachings.select_related("teacher"))
    mine = next(teaching for teaching in teachings if teaching.teacher_id == request.user.pk)
    links = [
        {"invitation": invitation, "link": reachable_url(request, reverse("invitation", args=[invitation.token]))}
        for invitation in Invitation.objects.open().filter(classroom=classroom)
        if mine.is_owner
    ]
    context = {"classroom": classroom, "teachings": teachings, "mine": mine, "form": form, "invitations": links}
    context["elsewhere"] = persons.also_elsewhere(classroom)
    context["is_owned"] = any(teaching.is_owner and teaching.teacher.is_active for teaching in teachings)
    return render(request, "classroom/teachers/co_teachers.html", context, status=status)


def _invite(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    classroom = own_classroom_for(request.user, classroom_id)
    form = InvitationForm(request.POST, classroom=classroom)
    if not form.is_valid():
        return _page(request, classroom_id, form, status=422)
    try:
        invitation = co_teachers.invite(classroom=classroom, email=form.cleaned_data["email"], by=request.user)
    except co_teachers.TooManyError:
        form.add_error("email", _("So many invitations are open already. Take one back first."))
        return _page(request, classroom_id, form, status=422)
    co_teachers.tell(invitation, own_url(request, reverse("invitation", args=[invitation.token])))
    messages.success(
        request, _("The invitation is made. Pass its link on. Colleagues with an account also find it on Home.")
    )
    return redirect("class_teachers", classroom.pk)


@teacher_act
def take_back(request: TeacherRequest, invitation: int) -> HttpResponse:
    """Withdraw an open invitation."""
    owned = Classroom.objects.filter(owned_by(request.user))
    sent = get_object_or_404(Invitation, classroom__in=owned, pk=invitation)
    sent.delete()
    messages.success(request, _("The invitation is taken back. Its link opens nothing any more."))
    return redirect("class_teachers", sent.classroom_id)


@teacher_form
def invitation(request: TeacherRequest, token: str) -> HttpResponse:
    """Accept or decline an invitation. A teacher signed in with another address learns only that it is for another
    one."""
    asked = get_object_or_404(Invitation.objects.open().select_related("classroom", "invited_by"), token=token)
    if asked.email.lower() != request.user.email.lower():
        return render(request, "classroom/teachers/invitation_wrong_account.html", status=403)
    if request.method != "POST":
        return render(request, "classroom/teachers/invitation.html", {"invitation": asked})
    classroom = asked.classroom
    if request.POST.get("answer") != "yes":
        asked.delete()
        messages.success(request, _("You have declined. Nothing was changed."))
        return redirect("classes")
    co_teachers.accept(asked, request.user)
    request.done = {"classroom": classroom.pk, "do": "accept"}
    messages.success(request, _("You teach %(class)s too now.") % {"class": classroom})
    return redirect("class", classroom.pk)


@teacher_form
def leave(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Leave a class, after a question: only an owner of it can bring the teacher back."""
    classroom = classroom_for(request.user, classroom_id)
    if request.method != "POST":
        return render(request, "classroom/teachers/leave.html", {"classroom": classroom})
    try:
        co_teachers.leave(get_object_or_404(classroom.teachings, teacher=request.user))
    except co_teachers.LastOwnerError:
        return _needs_an_owner(request, classroom_id)
    request.done = {"teacher": request.user.pk, "do": "leave"}
    words = _("You have left %(class)s. An owner of it can invite you again.")
    messages.success(request, words % {"class": classroom.name})
    return redirect("classes")


@teacher_act
def change(request: TeacherRequest, teaching: int) -> HttpResponse:
    """`do`, for an owner: "remove", "own" or "disown" any teacher of the class."""
    there = Teaching.objects.select_related("teacher").filter(classroom__removed_at=None)
    theirs = get_object_or_404(there, classroom__teachers=request.user, pk=teaching)
    own_classroom_for(request.user, theirs.classroom_id)
    try:
        words = _changed(theirs, request.POST.get("do", ""))
    except co_teachers.LastOwnerError:
        return _needs_an_owner(request, theirs.classroom_id)
    request.done = {"classroom": theirs.classroom_id, "teacher": theirs.teacher_id, "do": request.POST["do"]}
    messages.success(request, words)
    is_still_theirs = request.user.classrooms.filter(pk=theirs.classroom_id).exists()
    return redirect("class_teachers", theirs.classroom_id) if is_still_theirs else redirect("classes")


def _needs_an_owner(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    messages.error(request, _("A class needs an owner. Make somebody else an owner first."))
    return redirect("class_teachers", classroom_id)


def _changed(teaching: Teaching, do: str) -> str:
    name = {"name": teaching.teacher.name}
    if do == "remove":
        co_teachers.leave(teaching)
        return _("%(name)s does not teach this class any more.") % name
    if do not in ("own", "disown"):
        raise Http404
    co_teachers.set_owner(teaching, do == "own")
    return (_("%(name)s is an owner of the class now.") if do == "own" else _("%(name)s is no owner any more.")) % name


@teacher_act
def known(request: TeacherRequest, teaching: int) -> HttpResponse:
    """Confirm as an owner that a teacher who joined the class by the school's list is right there."""
    owned = Classroom.objects.filter(owned_by(request.user))
    came = get_object_or_404(Teaching, pk=teaching, classroom__in=owned)
    changes.change(came, came_with_list=False)
    return redirect("classes")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("classes")
    is_first_run = not Teacher.objects.of_school().exists()
    context = {
        "is_first_run": is_first_run,
        "is_demo": settings.DEMO,
        "offers_demo": settings.DEMO or is_first_run,
        "offers_round": settings.GUESTS,
        "glimpse": next(filter(None, (shown.glimpse() for shown in games.CATALOGUE.games.values())), ""),
    }
    return render(request, "classroom/teachers/home.html", context)


@open_page
def technician(request: HttpRequest) -> HttpResponse:
    """Show the technician's guide, in English only; tests/serve/test_guide.py runs or parses every command in it."""
    return render(request, "classroom/help/technician.html")


def cookies() -> dict[str, str]:
    """Return the names of all cookies that are set; `place` only with several workers."""
    names = {
        "session": settings.SESSION_COOKIE_NAME,
        "csrf": settings.CSRF_COOKIE_NAME,
        "language": settings.LANGUAGE_COOKIE_NAME,
        "letters": letters.COOKIE,
        "known": settings.KNOWN_BROWSER_COOKIE_NAME,
        "class": settings.KNOWN_CLASS_COOKIE_NAME,
        "guest": settings.GUEST_COOKIE_NAME,
        "homework": settings.HOMEWORK_COOKIE_NAME,
    }
    return names | ({"place": place.COOKIE} if settings.WORKERS > 1 else {})


@open_page
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what is stored of a child, where, for how long and on whose instructions, with the numbers of this
    server."""
    context = {"years": keep_years.now(), "backups": backups, "mails": bool(settings.MAIL_SERVER)}
    context |= {"cookies": cookies(), "platforms": settings.LTI}
    return render(request, "classroom/help/privacy.html", context)


@open_page
def accessibility(request: HttpRequest) -> HttpResponse:
    """Show the accessibility statement: what works for whom, how that was tested, what is missing."""
    return render(request, "classroom/help/accessibility.html")


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Show the contact for security reports (RFC 9116), if the school has set one."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + timedelta(days=90)).strftime("%Y-%m-%dT00:00:00Z")
    lines = (f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires}", "Preferred-Languages: en")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
