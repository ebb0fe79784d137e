"""The first page: students join with a code, teachers sign in or sign up."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from classroom.models import Teacher


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("classes")
    return render(request, "classroom/teachers/home.html", {"is_first_run": not Teacher.objects.exists()})
