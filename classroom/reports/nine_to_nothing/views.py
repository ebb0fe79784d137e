"""The pages of a session of Nine to Nothing, and its file. Each is a query and a template; doors are in `views`."""

from datetime import timedelta
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from classroom.access import TeacherRequest, classroom_for, session_for, student_for, teacher_required
from classroom.models import ClassSession, Student
from classroom.reports import files
from classroom.reports.evidence import catch_up
from classroom.reports.nine_to_nothing import files as nine_files
from classroom.reports.nine_to_nothing import report
from classroom.reports.nine_to_nothing.columns import COLUMNS
from classroom.reports.periods import USUAL_DAYS, midnight
from classroom.sessions.counts import summary


def session_page(request: TeacherRequest, session: ClassSession) -> HttpResponse:
    context = {"session": session, "classroom": session.classroom, "report": report.of_session(session)}
    context |= {"columns": COLUMNS} | summary(session)
    return render(request, "classroom/reports/nine_to_nothing/session.html", context)


def session_student_page(request: TeacherRequest, session: ClassSession, student: Student) -> HttpResponse:
    context: dict[str, Any] = {"session": session, "student": student, "classroom": session.classroom}
    context["report"] = report.of_student_in(session, student)
    return render(request, "classroom/reports/nine_to_nothing/session_student.html", context)


@require_safe
@teacher_required
def student_sums(request: TeacherRequest, student: int) -> HttpResponse:
    """Everything that the student has laid, over all sessions."""
    child = student_for(request.user, student)
    catch_up(child.classroom)
    context = {"student": child, "classroom": child.classroom, "reports": report.of_students([child])}
    return render(
        request, "classroom/reports/nine_to_nothing/student.html", {**context, "lines": report.sessions_of(child)}
    )


@require_safe
@teacher_required
def class_sums(request: TeacherRequest, classroom: int) -> HttpResponse:
    """The class over the last four weeks, or with `period=all` over everything."""
    room = classroom_for(request.user, classroom)
    catch_up(room)
    everything = request.GET.get("period") == "all"
    since = 0 if everything else midnight(timezone.localdate() - timedelta(days=USUAL_DAYS - 1))
    reports = report.of_students(list(room.students.all()), since)
    context = {"classroom": room, "everything": everything, "reports": reports}
    return render(request, "classroom/reports/nine_to_nothing/class.html", context)


@require_safe
@teacher_required
def session_sums(request: TeacherRequest, session: int) -> StreamingHttpResponse:
    played = session_for(request.user, session)
    catch_up(played.classroom)
    disposition = content_disposition_header(True, nine_files.file_name(played)) or ""
    stream = files.in_a_thread(nine_files.csv_of(played))
    return StreamingHttpResponse(stream, content_type=files.CSV_TYPE, headers={"Content-Disposition": disposition})
