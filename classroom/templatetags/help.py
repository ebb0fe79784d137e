"""The question mark on a teacher's page, and the step of the tour that belongs to it."""

from typing import Any

from django import template

from classroom import __version__
from classroom.help import catalogue, tour

register = template.Library()


@register.simple_tag
def version() -> str:
    return __version__


@register.inclusion_tag("classroom/help/_help.html", takes_context=True)
def help_here(context: template.Context) -> dict[str, Any]:
    """Draw help for the page that is drawn, behind a question mark; nothing where no teacher reads it."""
    request = context.get("request")
    if request is None or not request.user.is_authenticated:
        return {"help": None}
    page = getattr(request.resolver_match, "url_name", None) or ""
    state = getattr(context.get("session"), "state", "")
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "help": catalogue.of(page, state),
        "step": tour.step(request.user, page, state),
        "here": request.get_full_path() if request.method == "GET" else "",
    }
