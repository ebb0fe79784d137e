"""The buttons of the tour."""

from django.http import HttpResponse
from django.shortcuts import redirect

from classroom.access import TeacherRequest, teacher_act
from classroom.help import tour
from classroom.server.http.links import is_ours


@teacher_act
def change_tour(request: TeacherRequest) -> HttpResponse:
    """`do`: "begin" redirects to the first step, "leave" ends the tour and returns to the page (`next`)."""
    if request.POST.get("do") == "begin":
        tour.begin(request.user)
        return redirect("classes")
    tour.leave(request.user)
    back = request.POST.get("next", "")
    return redirect(back if is_ours(back) else "classes")
