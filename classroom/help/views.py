"""The buttons of the tour."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from classroom.access import TeacherRequest, teacher_act
from classroom.help import tour


@teacher_act
def change_tour(request: TeacherRequest) -> HttpResponse:
    """`do`: "begin" leads to the first step, "leave" back to the page that was left (`next`)."""
    if request.POST.get("do") == "begin":
        tour.begin(request.user)
        return redirect("classes")
    tour.leave(request.user)
    back = request.POST.get("next", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else "classes")
