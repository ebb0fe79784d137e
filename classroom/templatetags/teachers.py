"""Template tags of teachers' pages that ask the server: its disk, its platforms, the address of the page."""

from typing import Any

from django import template
from django.conf import settings

from classroom.models import Classroom, PlatformCourse
from classroom.server.database import storage
from classroom.teachers import second_factor

register = template.Library()


@register.inclusion_tag("classroom/_storage.html")
def storage_trouble() -> dict[str, Any]:
    """Draw the banner while the disk refuses writes or is nearly full."""
    return {"trouble": storage.trouble()}


@register.simple_tag
def is_course(classroom: Classroom) -> bool:
    """Return whether a class is a course of a learning platform. No query where platforms are not set up."""
    return settings.LTI and PlatformCourse.objects.filter(classroom=classroom).exists()


@register.simple_tag
def has_platforms() -> bool:
    return bool(settings.LTI)


@register.simple_tag(takes_context=True)
def security_keys_work(context: dict[str, Any]) -> bool:
    """Return whether security keys work at the address of the page."""
    return second_factor.keys_work(context["request"])
