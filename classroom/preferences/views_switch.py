"""Catch the star: how quickly a child presses who plays with one key."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from classroom.joining.visitor import VisitorRequest, student_looking
from classroom.preferences import switch
from game.rules import scanning


@never_cache
@require_http_methods(["GET", "POST"])
def catch(request: VisitorRequest) -> HttpResponse:
    """Show a star to catch; of the last one keep what twenty presses have said."""
    student = student_looking(request)
    if student is None or not student.needs.get(scanning.SETTING):
        raise Http404
    if request.method == "GET":
        found = switch.first(student)
    else:
        posted = request.POST
        before = switch.read(student, posted.get("caught", ""))
        found = switch.pressed(student, before, posted.get("place", ""), posted.get("lit", ""))
    if found.is_done:
        switch.keep(student, found.judged)
    page = "_catch.html" if "HX-Request" in request.headers else "catch.html"
    context = {"catch": found, "places": range(switch.PLACES), "presses": switch.PRESSES}
    return render(request, f"classroom/preferences/{page}", context)
