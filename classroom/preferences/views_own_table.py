"""A child's own choices for its tables: kept with the child, wherever it makes them."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from classroom.joining.visitor import VisitorRequest, student_looking
from classroom.preferences.pages import page_before
from classroom.sessions import own_choices

FOLDER = "classroom/preferences"


@never_cache
@require_http_methods(["GET", "POST"])
def own_table(request: VisitorRequest) -> HttpResponse:
    """Show what the child may choose: as a page, or as the `part` that a table puts into its own. Or keep what it
    chose, and go back to the page where it was chosen."""
    student = student_looking(request)
    if student is None:
        raise Http404
    if request.method == "POST":
        own_choices.choose(student, request.POST)
        return redirect(page_before(request))
    part = "part" in request.GET
    shown = {
        "own_table": own_choices.of(student),
        "worn": own_choices.worn_by(student),
        "student": student,
        "next": page_before(request),
        "part": part,
    }
    return render(request, f"{FOLDER}/{'_' if part else ''}own_table.html", shown)
