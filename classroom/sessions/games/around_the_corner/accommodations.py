"""Accommodations for a child in Around the Corner: more time, no clock, a longer wait, hints, a handicap."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.sessions.games.contract import HINTS, Accommodation

AS_ALL = ""


def _number(text: str) -> int | None:
    return None if text == AS_ALL else int(text)


ACCOMMODATIONS: Mapping[str, Accommodation] = {
    "clock": Accommodation(
        OneOf(
            label=_("Time"),
            coerce=_number,
            usual=AS_ALL,
            choices=[
                (AS_ALL, _("As for everybody")),
                ("2", _("More time: twice as long for a turn, and for the clock in solo")),
                ("10", _("Much more time: ten times as long")),
                ("0", _("No clock")),
            ],
            wrong=_("Choose a time from the list."),
        ),
        _("time"),
    ),
    "wrong_pause": Accommodation(
        OneOf(
            label=_("Wait after a wrong card"),
            coerce=_number,
            usual=AS_ALL,
            choices=[
                (AS_ALL, _("As for everybody")),
                ("0", _("None")),
                ("1000", _("1 second")),
                ("3000", _("3 seconds")),
                ("5000", _("5 seconds")),
            ],
            in_a_row=True,
            wrong=_("Choose how long to wait from the list."),
        ),
        _("wait after a wrong card"),
    ),
    HINTS: Accommodation(
        OneOf(
            label=_("Hints"),
            coerce={AS_ALL: None, "on": True, "off": False}.get,
            usual=AS_ALL,
            choices=[(AS_ALL, _("As for everybody")), ("on", _("On: the sums are spelled out")), ("off", _("Off"))],
            wrong=_("Choose hints from the list."),
        ),
        _("hints"),
    ),
    "delay": Accommodation(
        OneOf(
            label=_("Handicap in a race"),
            coerce=_number,
            usual=AS_ALL,
            choices=[
                (AS_ALL, _("None: begins with the others")),
                ("3000", _("Begins 3 seconds after GO")),
                ("5000", _("Begins 5 seconds after GO")),
                ("10000", _("Begins 10 seconds after GO")),
            ],
            help_text=_("For a child who is far ahead of the others at the table."),
            wrong=_("Choose a handicap from the list."),
        ),
        _("handicap"),
    ),
}
"""Options of a round that one seat may have otherwise (see Options.own in the game's rules)."""
