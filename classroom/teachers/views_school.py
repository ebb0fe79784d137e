"""The school's page: numbers for its admins, and who the admins are. Everybody else gets 404."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, admin_act, admin_page
from classroom.forms.people import KeepYearsForm, SchoolHoursForm, TimeZoneForm, posted_number
from classroom.models import Teacher
from classroom.server import keep_years, school_hours, school_word, time_zone
from classroom.server.recovery import backups
from classroom.teachers import school


@admin_page
def overview(request: TeacherRequest) -> HttpResponse:
    hours = school_hours.now()
    return _overview(request, {"hours": SchoolHoursForm(initial=hours._asdict())})


def _overview(request: TeacherRequest, given: dict[str, Any], status: int = 200) -> HttpResponse:
    """Return the page with the form of the school's hours, and the problems with it."""
    form = TimeZoneForm(initial={"zone": settings.TIME_ZONE})
    context = {"totals": school.totals(), "classrooms": school.classes(), "teachers": school.teachers(), "form": form}
    context |= {"without_owner": school.without_owner(), "undecided": school.undecided()}
    context["word"] = school_word.now() if school_word.is_asked() else ""
    hours = school_hours.now()
    context |= {"open_from": hours.begins, "open_until": hours.ends}
    context |= {"zone": settings.TIME_ZONE, "now": timezone.now(), "zone_is_fixed": settings.TIME_ZONE_IS_FIXED}
    context |= _keeping() | _backup() | given
    return render(request, "classroom/teachers/school.html", context, status=status)


def _keeping() -> dict[str, Any]:
    years = keep_years.now()
    form = KeepYearsForm(initial={"years": years})
    return {"years": years, "years_are_fixed": bool(settings.KEEP_YEARS), "keeping": form}


def _backup() -> dict[str, Any]:
    last = backups.last()
    return {"backup": last, "backup_is_old": last is None or timezone.now() - last.made_at > backups.OLD}


@admin_act
def new_word(request: TeacherRequest) -> HttpResponse:
    school_word.renew()
    request.done = {"word": "new"}
    messages.success(request, _("The school has a new word. The old one opens nothing any more."))
    return redirect("school")


@admin_act
def set_keep_years(request: TeacherRequest) -> HttpResponse:
    """Choose for how many years classes that nobody plays in are kept."""
    if _has_chosen(request, form := KeepYearsForm(request.POST), is_fixed=bool(settings.KEEP_YEARS)):
        keep_years.choose(form.cleaned_data["years"])
        messages.success(request, _("This is kept from now on."))
    else:
        messages.error(request, _("Nothing was changed. Choose one from the list."))
    return redirect("school")


@admin_act
def set_time_zone(request: TeacherRequest) -> HttpResponse:
    if _has_chosen(request, form := TimeZoneForm(request.POST), is_fixed=settings.TIME_ZONE_IS_FIXED):
        time_zone.choose(form.cleaned_data["zone"])
        messages.success(request, _("The time zone is %(zone)s now.") % {"zone": settings.TIME_ZONE})
    else:
        messages.error(request, _("The time zone was not changed. Choose one from the list."))
    return redirect("school")


@admin_act
def set_hours(request: TeacherRequest) -> HttpResponse:
    """Choose the school's hours, outside of which some classes' cards do not work."""
    if _has_chosen(request, form := SchoolHoursForm(request.POST), is_fixed=False):
        hours = school_hours.Hours(**form.cleaned_data)
        school_hours.choose(hours)
        request.done = {"hours": str(hours)}
        messages.success(request, _("This is kept from now on."))
        return redirect("school")
    words = _("Nothing was changed. Give two times, the earlier one first.")
    return _overview(request, {"hours": form, "problems": [{"field": "id_begins", "words": words}]}, status=422)


def _has_chosen(request: TeacherRequest, form: Form, *, is_fixed: bool) -> bool:
    """Note a valid choice for the audit log, and return True; False where an environment variable fixes it, or it is
    invalid."""
    if is_fixed or not form.is_valid():
        return False
    request.done = dict(form.cleaned_data)
    return True


@admin_act
def admin(request: TeacherRequest, teacher: int) -> HttpResponse:
    """Make a teacher an admin of the school (`do`: "make"), or take that back."""
    account = get_object_or_404(Teacher, pk=teacher)
    is_admin = request.POST.get("do") == "make"
    try:
        school.set_admin(account, is_admin)
    except school.LastAdminError:
        messages.error(request, _("A school needs an admin. Make somebody else an admin first."))
        return redirect("school")
    request.done = {"do": "make" if is_admin else "end"}
    words = (
        _("%(name)s is an admin of the school now.") if is_admin else _("%(name)s is no admin of the school any more.")
    )
    messages.success(request, words % {"name": account.name})
    return redirect("school") if request.user.pk != account.pk or is_admin else redirect("classes")


@admin_act
def hand_over(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Make another teacher the owner of a class whose owners have no open account."""
    classroom = get_object_or_404(school.without_owner(), pk=classroom_id)
    to = Teacher.objects.filter(pk=posted_number(request.POST.get("teacher")), is_active=True).first()
    if to is None:
        messages.error(request, _("Nothing was changed. Choose one from the list."))
        return redirect("school")
    school.hand_over(classroom, to)
    request.done = {"to": to.pk}
    messages.success(request, _("%(name)s is the owner of %(class)s now.") % {"name": to.name, "class": classroom.name})
    return redirect("school")
