"""Template tags of the account pages that depend on the address of the page."""

from typing import Any

from django import template

from classroom.teachers import second_factor

register = template.Library()


@register.simple_tag(takes_context=True)
def security_keys_work(context: dict[str, Any]) -> bool:
    return second_factor.keys_work(context["request"])
