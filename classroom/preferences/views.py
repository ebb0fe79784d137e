"""What people choose for themselves on any page: language, letter spacing, own table, speed of pressing."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from classroom.joining.visitor import VisitorRequest, student_looking
from classroom.languages import choice
from classroom.languages import letters as spacing
from classroom.models import Teacher
from classroom.preferences import switch
from classroom.server.http.links import is_ours
from classroom.sessions import own_choices
from game.rules import scanning


def page_before(request: HttpRequest) -> str:
    """Return the page of ours on which the choice was made; the first page where the form names none."""
    page = (request.POST or request.GET).get("next", "")
    return page if is_ours(page) else "/"


@require_POST
def language(request: VisitorRequest) -> HttpResponse:
    """Store the language for the signed-in child or teacher, otherwise in the browser; return to the page before.

    While a child waits to be let in, the browser stores it, and the child gets it afterwards.
    """
    chosen = request.POST.get("language", "")
    if chosen not in choice.names():
        raise Http404
    response = redirect(page_before(request))
    if response.url.startswith(reverse("join")):
        choice.keep(response, chosen)
    elif student := student_looking(request):
        own_choices.choose_language(student, chosen)
    elif isinstance(request.user, Teacher):
        Teacher.objects.filter(pk=request.user.pk).update(language=chosen)
    else:
        choice.keep(response, chosen)
    return response


@require_POST
def letters(request: HttpRequest) -> HttpResponse:
    """Let the device at which this was chosen write letters further apart, or as usual; go back to where that was."""
    response = redirect(page_before(request))
    if request.POST.get("letters") == spacing.APART:
        spacing.keep(response)
    else:
        spacing.forget(response)
    return response


@never_cache
@require_http_methods(["GET", "POST"])
def own_table(request: VisitorRequest) -> HttpResponse:
    """Show what the child may choose: as a page, or as the `part` that a table includes. Or store its choices, and
    return to the page where they were made."""
    student = student_looking(request)
    if student is None:
        raise Http404
    if request.method == "POST":
        own_choices.choose(student, request.POST)
        response = redirect(page_before(request))
        if spacing.APART not in request.POST:
            spacing.forget(response)
        return response
    part = "part" in request.GET
    request.visitor.own_table = own_choices.of(student)
    shown = {
        "own_table": request.visitor.own_table,
        "worn": own_choices.worn_by(student),
        "student": student,
        "next": page_before(request),
        "part": part,
    }
    return render(request, f"classroom/preferences/{'_' if part else ''}own_table.html", shown)


@never_cache
@require_http_methods(["GET", "POST"])
def catch(request: VisitorRequest) -> HttpResponse:
    """Show a star to catch; after twenty presses store the result."""
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
