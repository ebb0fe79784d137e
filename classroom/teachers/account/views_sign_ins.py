"""Signing one's other browsers out."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from classroom import sign_ins
from classroom.access import TeacherRequest, teacher_act


@teacher_act
def end(request: TeacherRequest) -> HttpResponse:
    """`sign_in` in the form is one of them, by its number; without it all but this one are ended."""
    others = [row for row in sign_ins.of(request.user) if row.session_key != request.session.session_key]
    if asked := request.POST.get("sign_in"):
        others = [row for row in others if str(row.pk) == asked]
        if not others:
            raise Http404
    request.done = {"count": len(others)}
    sign_ins.end(others)
    messages.success(request, _("Signed out there."))
    return redirect("account")
