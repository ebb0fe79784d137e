"""Pages that only Nine to Nothing has: the class and the student at addresses of their own."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from classroom.access import TeacherRequest, teacher_required
from classroom.reports import views
from classroom.reports.catalogue import report_of
from game.rules.nine_to_nothing import NAME


@require_safe
@teacher_required
def student_sums(request: TeacherRequest, student: int) -> HttpResponse:
    return views.student_page(request, student, report_of(NAME))


@require_safe
@teacher_required
def class_sums(request: TeacherRequest, classroom: int) -> HttpResponse:
    return views.class_page(request, classroom, report_of(NAME))
