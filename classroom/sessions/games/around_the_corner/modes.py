"""The modes in which answers of Around the Corner are given, in words: the class's ways of playing, and practice
alone."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MODES: Mapping[str, Promise] = {
    "race": _("Race"),
    "turns": _("In turns"),
    "solo": _("Solo"),
    "sun": _("Together against the sun"),
    "practice": _("Practice"),
    "check_up": _("Check-up"),
}
