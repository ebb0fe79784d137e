"""The language of one's pages: kept with the child or the teacher who chooses it, else by the browser."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from classroom.joining.visitor import VisitorRequest, student_looking
from classroom.languages import choice
from classroom.models import Teacher
from classroom.preferences.pages import page_before
from classroom.sessions import own_choices


@require_POST
def language(request: VisitorRequest) -> HttpResponse:
    """Keep the choice, and go back to the page where it was made.

    On the way in nobody knows yet whose it is: the browser keeps it, and whoever waits there takes it along.
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
