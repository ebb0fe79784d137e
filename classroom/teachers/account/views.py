"""The page of a teacher's own account, and what is changed there."""

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.db import IntegrityError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classroom import known_browsers, sign_ins, typed
from classroom.access import TeacherRequest, teacher_act, teacher_form, teacher_page
from classroom.languages import choice
from classroom.models import Teacher
from classroom.server.http import errors
from classroom.teachers.account import addresses
from classroom.teachers.account.forms import TAKEN, EmailForm, PasswordForm, SelfForm, is_taken


@teacher_form
def overview(request: TeacherRequest) -> HttpResponse:
    """Show name, language and look; below them the forms for e-mail and password."""
    if request.method != "POST":
        return _page(request)
    teacher = Teacher.objects.get(pk=request.user.pk)  # the page keeps the saved name where the form is refused
    form = SelfForm(request.POST, instance=teacher)
    if not form.is_valid():
        return _page(request, you=form)
    teacher.save(update_fields=SelfForm.Meta.fields)
    choice.read_in(teacher.language)
    messages.success(request, _("Saved."))
    return redirect("account")


@teacher_act
def change_email(request: TeacherRequest) -> HttpResponse:
    """Send a link to the new address where mail is sent; otherwise change it at once."""
    if not _may_try(request):
        return errors.too_many_requests(request)
    form = EmailForm(request.POST, teacher=request.user)
    if not form.is_valid():
        return _page(request, email=form)
    email = form.cleaned_data["email"]
    if addresses.are_confirmed():
        addresses.ask(request, request.user, email)
        messages.success(request, _("Open the link that we have sent to %(email)s.") % {"email": email})
        return redirect("account")
    try:
        return _changed(request, email)
    except IntegrityError:
        request.user.refresh_from_db(fields=["email"])
        form.add_error("email", TAKEN)
        return _page(request, email=form)


@teacher_form
def confirm_email(request: TeacherRequest, token: str) -> HttpResponse:
    """Confirm an address, with one press on the page that the link in the mail opens."""
    email = addresses.asked(token, request.user)
    if email is None or is_taken(email, request.user):
        raise Http404
    if request.method == "POST":
        try:
            return _changed(request, email)
        except IntegrityError as taken:
            raise Http404 from taken
    return render(request, "classroom/teachers/account/confirm.html", {"email": email})


def _changed(request: TeacherRequest, email: str) -> HttpResponse:
    """Change the address. Raises IntegrityError where another account has taken it a moment earlier."""
    old = request.user.email
    addresses.change(request.user, email, confirmed=addresses.are_confirmed())
    addresses.tell_old(old, request.user.name)
    messages.success(request, _("You sign in with %(email)s from now on.") % {"email": email})
    response = redirect("account")
    known_browsers.ACCOUNTS.remember(request, response, email)
    return response


@teacher_act
def change_password(request: TeacherRequest) -> HttpResponse:
    """Change the password, and sign out every other browser."""
    if not _may_try(request):
        return errors.too_many_requests(request)
    form = PasswordForm(request.POST, teacher=request.user)
    if not form.is_valid():
        return _page(request, password=form)
    get_adapter(request).set_password(request.user, form.cleaned_data["new"])
    update_session_auth_hash(request, request.user)
    messages.success(request, _("Your new password holds. Other browsers are signed out."))
    return redirect("account")


def _may_try(request: TeacherRequest) -> bool:
    """Count a try at the password before anything is hashed; return whether it is allowed."""
    return bool(ratelimit.consume(request, action="change_password", user=request.user))


def _page(request: TeacherRequest, **refused: forms.BaseForm) -> HttpResponse:
    found = {
        "you": SelfForm(instance=request.user, auto_id="you-%s"),
        "email": EmailForm(teacher=request.user, auto_id="e-mail-%s"),
        "password": PasswordForm(teacher=request.user, auto_id="password-%s"),
        "is_confirmed": addresses.are_confirmed(),
        "sign_ins": sign_ins.of(request.user),
    }
    for part, form in refused.items():
        form.auto_id = str(found[part].auto_id)  # type: ignore[attr-defined]
        found |= {part: form, "form": form}
    return render(request, "classroom/teachers/account/page.html", found, status=422 if refused else 200)


@teacher_act
def end_sign_ins(request: TeacherRequest) -> HttpResponse:
    """End sign-ins: `sign_in` in the form is the number of one; without it all others are ended."""
    others = [row for row in sign_ins.of(request.user) if row.session_key != request.session.session_key]
    if asked := request.POST.get("sign_in"):
        others = [row for row in others if str(row.pk) == asked]
        if not others:
            raise Http404
    request.done = {"count": len(others)}
    sign_ins.end(others)
    messages.success(request, _("Signed out there."))
    return redirect("account")


@teacher_page
def typed_again(request: TeacherRequest) -> HttpResponse:
    """After a sign-in, show the form that was sent before it, to be sent now."""
    kept = typed.of(request, request.user)
    if not kept:
        return redirect("home")
    lines = [value for _name, value in kept.fields if "\n" in value.strip()]
    return render(request, "classroom/teachers/account/typed.html", {"kept": kept, "lines": lines})
