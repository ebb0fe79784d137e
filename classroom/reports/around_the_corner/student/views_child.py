"""A child's own page. Its address names nobody, so that nobody can ask for somebody else's."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from classroom.joining.sign_in.card_needed import card_needed
from classroom.joining.visitor import VisitorRequest, student_looking, student_practising
from classroom.reports.around_the_corner.student import child_page as page
from classroom.reports.kit.evidence import catch_up


@never_cache
@require_GET
def my_page(request: VisitorRequest) -> HttpResponse:
    student = student_looking(request)
    if student is None:
        return card_needed(request)
    catch_up(student.classroom)
    may_play = student_practising(request) is not None
    return render(
        request, "classroom/reports/around_the_corner/child_page.html", page.context(student) | {"may_play": may_play}
    )
