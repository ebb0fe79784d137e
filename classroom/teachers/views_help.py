"""Guides to read, and whom to write to about a hole. Public: they say nothing about anybody."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from classroom.server import keep_years
from classroom.server.http import place
from classroom.server.recovery import backups


@require_safe
def technician(request: HttpRequest) -> HttpResponse:
    """Guide for the technician. English only: every command in it is run or parsed by tests/serve/test_guide.py."""
    return render(request, "classroom/help/technician.html")


def cookies() -> dict[str, str]:
    """Return the names of all that we set; `place` is there with several workers only."""
    names = {
        "session": settings.SESSION_COOKIE_NAME,
        "csrf": settings.CSRF_COOKIE_NAME,
        "language": settings.LANGUAGE_COOKIE_NAME,
        "known": settings.KNOWN_BROWSER_COOKIE_NAME,
        "class": settings.KNOWN_CLASS_COOKIE_NAME,
        "guest": settings.GUEST_COOKIE_NAME,
        "homework": settings.HOMEWORK_COOKIE_NAME,
    }
    return names | ({"place": place.COOKIE} if settings.WORKERS > 1 else {})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Privacy page: what is stored of a child, where, for how long and on whose word, with the numbers of this box."""
    context = {"years": keep_years.now(), "backups": backups, "mails": bool(settings.MAIL_SERVER)}
    context |= {"cookies": cookies(), "platforms": settings.LTI}
    return render(request, "classroom/help/privacy.html", context)


@require_safe
def accessibility(request: HttpRequest) -> HttpResponse:
    """The statement of accessibility: what works for whom, how that was checked, what is missing."""
    return render(request, "classroom/help/accessibility.html")


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Contact for reports of a hole (RFC 9116), where the school has named one."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + timedelta(days=90)).strftime("%Y-%m-%dT00:00:00Z")
    lines = (f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires}", "Preferred-Languages: en")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
