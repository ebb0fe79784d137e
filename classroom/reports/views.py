"""The pages of the reports. Each is a door, a query and a template; nothing is computed here."""

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from classroom.access import TeacherRequest, classroom_for, session_for, student_for, teacher_required
from classroom.reports import exports, queries
from classroom.rounds import rounds_of


@require_safe
@teacher_required
def session_report(request: TeacherRequest, session: int) -> HttpResponse:
    played = session_for(request.user, session)
    queries.catch_up(played.classroom)
    context = {"session": played, "classroom": played.classroom, "reports": queries.of_session(played)}
    context |= {"columns": exports.COLUMNS, "rounds": rounds_of(played)}
    return render(request, "classroom/report_session.html", context)


@require_safe
@teacher_required
def session_student(request: TeacherRequest, session: int, student: int) -> HttpResponse:
    played = session_for(request.user, session)
    queries.catch_up(played.classroom)
    child = get_object_or_404(played.classroom.students, pk=student)
    context = {"session": played, "student": child, "classroom": played.classroom}
    reports = queries.of_student(child, played)
    return render(request, "classroom/report_session_student.html", {**context, "reports": reports})


@require_safe
@teacher_required
def student_report(request: TeacherRequest, student: int) -> HttpResponse:
    child = student_for(request.user, student)
    queries.catch_up(child.classroom)
    context = {"student": child, "classroom": child.classroom, "reports": queries.of_student(child)}
    sessions = queries.sessions_of(child.classroom, child)
    return render(request, "classroom/report_student.html", {**context, "sessions": sessions})


@require_safe
@teacher_required
def class_report(request: TeacherRequest, classroom: int) -> HttpResponse:
    room = classroom_for(request.user, classroom)
    queries.catch_up(room)
    context = {"classroom": room, "reports": queries.of_classroom(room), "sessions": queries.sessions_of(room)}
    return render(request, "classroom/report_class.html", context)


@require_safe
@teacher_required
def session_csv(request: TeacherRequest, session: int) -> HttpResponseBase:
    played = session_for(request.user, session)
    queries.catch_up(played.classroom)
    return StreamingHttpResponse(
        exports.attempts_csv(played),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": content_disposition_header(True, exports.filename(played)) or ""},
    )
