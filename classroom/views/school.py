"""The school's page: numbers for its admins, and who the admins are. For everybody else it is not there."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from classroom import school
from classroom.access import TeacherRequest, teacher_required
from classroom.models import Teacher


@require_safe
@teacher_required
def overview(request: TeacherRequest) -> HttpResponse:
    _admins_only(request)
    context = {"totals": school.totals(), "classrooms": school.classes(), "teachers": school.teachers()}
    return render(request, "classroom/school.html", context)


@require_POST
@teacher_required
def admin(request: TeacherRequest, teacher: int) -> HttpResponse:
    """Make a teacher an admin of the school (`do`: "make"), or take that back."""
    _admins_only(request)
    one = get_object_or_404(Teacher, pk=teacher)
    is_admin = request.POST.get("do") == "make"
    try:
        school.set_admin(one, is_admin)
    except school.LastAdminError:
        messages.error(request, _("A school needs an admin. Make somebody else an admin first."))
        return redirect("school")
    words = (
        _("%(name)s is an admin of the school now.") if is_admin else _("%(name)s is no admin of the school any more.")
    )
    messages.success(request, words % {"name": one.name})
    return redirect("school") if request.user.pk != one.pk or is_admin else redirect("classes")


def _admins_only(request: TeacherRequest) -> None:
    if not request.user.is_school_admin:
        raise Http404
