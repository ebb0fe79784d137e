"""The pages of a session and of a student. Each is a door, a query and a template; nothing is computed here."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from classroom.access import TeacherRequest, last_year_of, session_for, student_for, teacher_required
from classroom.reports.around_the_corner import family, student_page
from classroom.reports.around_the_corner.sources import queries
from classroom.reports.around_the_corner.sources.columns import COLUMNS
from classroom.reports.around_the_corner.sources.scope import scope_form
from classroom.reports.evidence import catch_up
from classroom.reports.nine_to_nothing import report, views
from classroom.reports.rows import students_of
from classroom.sessions.counts import summary
from game.rules import nine_to_nothing


@require_safe
@teacher_required
def session_report(request: TeacherRequest, session: int) -> HttpResponse:
    played = session_for(request.user, session)
    catch_up(played.classroom)
    if played.game == nine_to_nothing.NAME:
        return views.session_page(request, played)
    context = {"session": played, "classroom": played.classroom, "reports": queries.of_session(played)}
    context |= {"columns": COLUMNS} | summary(played)
    return render(request, "classroom/reports/around_the_corner/session.html", context)


@require_safe
@teacher_required
def session_student(request: TeacherRequest, session: int, student: int) -> HttpResponse:
    played = session_for(request.user, session)
    catch_up(played.classroom)
    child = get_object_or_404(students_of(played), pk=student)
    if played.game == nine_to_nothing.NAME:
        return views.session_student_page(request, played, child)
    context = {"session": played, "student": child, "classroom": played.classroom}
    reports = queries.of_student(child, played)
    return render(request, "classroom/reports/around_the_corner/session_student.html", {**context, "reports": reports})


@require_safe
@teacher_required
def student_report(request: TeacherRequest, student: int) -> HttpResponse:
    child = student_for(request.user, student)
    catch_up(child.classroom)
    page = student_page.context(child, scope_form(request.GET, [child.pk]))
    page |= {"laid_sums": report.have_laid([child]), "last_year": last_year_of(request.user, child)}
    return render(request, "classroom/reports/around_the_corner/student/page.html", page)


@require_safe
@teacher_required
def student_family(request: TeacherRequest, student: int) -> HttpResponse:
    """One page to give to the family."""
    child = student_for(request.user, student)
    catch_up(child.classroom)
    page = family.family_page(child, scope_form(request.GET, [child.pk]))
    return render(request, "classroom/reports/family.html", page)


@require_safe
@teacher_required
def student_certificate(request: TeacherRequest, student: int) -> HttpResponse:
    """A certificate for effort, or with `for=growth` for growth."""
    child = student_for(request.user, student)
    catch_up(child.classroom)
    form = scope_form(request.GET, [child.pk])
    page = family.certificate(child, form, request.GET.get("for", "effort"))
    return render(request, "classroom/reports/certificate.html", page | {"teacher": request.user})
