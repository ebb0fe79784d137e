"""The page that starts a demo."""

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from classroom.demo import guard, visits


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Start a visit, and redirect to the session of its own class."""
    if request.user.is_authenticated:
        return redirect("classes")
    if not visits.is_offered():
        raise Http404
    try:
        session = visits.begin(get_language() or "")
    except visits.TooManyVisits:
        response = render(request, "classroom/guests/full.html", status=503)
        response["Retry-After"] = "300"
        return response
    login(request, session.opened_by)
    request.session[guard.KEY] = True
    request.session.set_expiry(int(visits.LASTS.total_seconds()))
    return redirect("session", session.pk)
