"""Papers about one student: for the family, and the certificate."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from classroom.access import TeacherRequest, student_for, teacher_required
from classroom.reports.around_the_corner.sources.scope import scope_form
from classroom.reports.around_the_corner.student import family
from classroom.reports.evidence import catch_up


@require_safe
@teacher_required
def student_family(request: TeacherRequest, student: int) -> HttpResponse:
    """One page to give to the family."""
    child = student_for(request.user, student)
    catch_up(child.classroom)
    page = family.family_page(child, scope_form(request.GET, [child.pk]))
    return render(request, "classroom/reports/around_the_corner/family.html", page)


@require_safe
@teacher_required
def student_certificate(request: TeacherRequest, student: int) -> HttpResponse:
    """A certificate for effort, or with `for=growth` for growth."""
    child = student_for(request.user, student)
    catch_up(child.classroom)
    form = scope_form(request.GET, [child.pk])
    page = family.certificate(child, form, request.GET.get("for", "effort"))
    template = "classroom/reports/around_the_corner/certificate.html"
    return render(request, template, page | {"teacher": request.user})
