"""The page on which a child picks its card."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from classroom.joining.visitor import VisitorRequest, student_looking
from classroom.rosters import face_page


@never_cache
@require_http_methods(["GET", "POST"])
def own(request: VisitorRequest) -> HttpResponse:
    """The child who is in at this browser picks a card."""
    here = request.visitor.attendance
    student = here.student if here else student_looking(request)
    if student is None:
        return redirect("join")
    problem = face_page.chosen(request, student)
    if problem is None:
        return redirect("waiting" if request.visitor.attendance else "my_page")
    return render(request, "classroom/joining/pick_face.html", face_page.context(request, student, problem))
