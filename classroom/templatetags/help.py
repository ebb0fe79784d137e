"""The question mark on a teacher's page, and the step of the tour that belongs to it."""

from typing import Any

from django import template

from classroom import __version__
from classroom.help import tour
from classroom.manual import catalogue

register = template.Library()


@register.simple_tag
def version() -> str:
    return __version__


@register.inclusion_tag("classroom/manual/_mark.html", takes_context=True)
def help_here(context: template.Context) -> dict[str, Any]:
    """Draw the question mark that leads to the manual's topic for this page, and the step of the tour; nothing where no
    teacher is signed in."""
    request = context.get("request")
    if request is None or not request.user.is_authenticated:
        return {"topic": ""}
    page = getattr(request.resolver_match, "url_name", None) or ""
    state = getattr(context.get("session"), "state", "")
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "topic": catalogue.of(page, state),
        "step": tour.step(request.user, page, state),
        "here": request.get_full_path() if request.method == "GET" else "",
    }
