"""The first page: students join with a code, teachers sign in or sign up."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from classroom.models import Teacher
from game import catalogue as games


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("classes")
    is_first_run = not Teacher.objects.of_school().exists()
    context = {
        "is_first_run": is_first_run,
        "is_demo": settings.DEMO,
        "offers_demo": settings.DEMO or is_first_run,
        "offers_round": settings.GUESTS,
        "glimpse": next(filter(None, (shown.glimpse() for shown in games.CATALOGUE.games.values())), ""),
    }
    return render(request, "classroom/teachers/home.html", context)
