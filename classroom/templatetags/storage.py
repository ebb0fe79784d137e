"""The banner of a teacher's page while the disk does not take what is written, or hardly any more."""

from typing import Any

from django import template

from classroom.server.database import storage

register = template.Library()


@register.inclusion_tag("classroom/_storage.html")
def storage_trouble() -> dict[str, Any]:
    return {"trouble": storage.trouble()}
