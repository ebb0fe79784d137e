"""The language of one's pages: kept with the child or the teacher who chooses it, else by the browser."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from classroom.joining.visitor import VisitorRequest, student_looking
from classroom.languages import choice
from classroom.models import Teacher
from classroom.preferences.languages import choose_for
from classroom.preferences.pages import page_before


@require_POST
def language(request: VisitorRequest) -> HttpResponse:
    """Keep the choice, and go back to the page where it was made."""
    chosen = request.POST.get("language", "")
    if chosen not in choice.names():
        raise Http404
    response = redirect(page_before(request))
    if student := student_looking(request):
        choose_for(student, chosen)
    elif isinstance(request.user, Teacher):
        Teacher.objects.filter(pk=request.user.pk).update(language=chosen)
    else:
        choice.keep(response, chosen)
    return response
