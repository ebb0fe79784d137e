"""After a sign-in: the form that was sent while nobody was signed in, to be sent now."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from classroom import typed
from classroom.access import TeacherRequest, teacher_page


@teacher_page
def again(request: TeacherRequest) -> HttpResponse:
    kept = typed.of(request, request.user)
    if not kept:
        return redirect("home")
    lines = [value for _name, value in kept.fields if "\n" in value.strip()]
    return render(request, "classroom/teachers/account/typed.html", {"kept": kept, "lines": lines})
