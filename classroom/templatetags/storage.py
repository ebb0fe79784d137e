"""The banner on teachers' pages while the disk refuses writes or is nearly full."""

from typing import Any

from django import template

from classroom.server.database import storage

register = template.Library()


@register.inclusion_tag("classroom/_storage.html")
def storage_trouble() -> dict[str, Any]:
    return {"trouble": storage.trouble()}
