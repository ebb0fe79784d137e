"""Pages for the school's admins about the lists that the school's system lays into a folder."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from classroom.access import TeacherRequest, teacher_required
from classroom.rosters.imports import nightly


@require_safe
@teacher_required
def lists(request: TeacherRequest) -> HttpResponse:
    """Names of files and counts; no child's name."""
    if not request.user.is_school_admin:
        raise Http404
    context = {"folder": settings.ROSTERS, "reports": nightly.reports()}
    return render(request, "classroom/rosters/imports/nightly.html", context)
