"""Template tags for classes that are courses of a learning platform. No query where platforms are not set up."""

from django import template
from django.conf import settings

from classroom.models import Classroom, PlatformCourse

register = template.Library()


@register.simple_tag
def is_course(classroom: Classroom) -> bool:
    return settings.LTI and PlatformCourse.objects.filter(classroom=classroom).exists()


@register.simple_tag
def has_platforms() -> bool:
    return bool(settings.LTI)
