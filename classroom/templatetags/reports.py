"""Words of the reports that stand in several templates."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def mode_name(mode: str) -> str:
    return {"race": _("Race"), "turns": _("In turns"), "solo": _("Solo"), "practice": _("Practice")}.get(mode, mode)
