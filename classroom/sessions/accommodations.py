"""Settings that are one child's alone: more time, no clock, hints, a longer wait, big cards, a calm table, a handicap.

They are private. A round carries them by seat (`own` in its options), each screen is drawn from its own seat's, and the
attempts name them, so that a report can say what was in force. No classmate's screen and no projector shows them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.models import Student

AS_ALL = ""


def _number(text: str) -> int | None:
    return None if text == AS_ALL else int(text)


class NeedsForm(forms.Form):
    """What a child has of its own; every field left alone means: as for everybody."""

    clock = OneOf(
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
    )
    wrong_pause = OneOf(
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
        wrong=_("Choose how long to wait from the list."),
    )
    hints = OneOf(
        label=_("Hints"),
        coerce={AS_ALL: None, "on": True, "off": False}.get,
        usual=AS_ALL,
        choices=[(AS_ALL, _("As for everybody")), ("on", _("On: the sums are spelled out")), ("off", _("Off"))],
        wrong=_("Choose hints from the list."),
    )
    delay = OneOf(
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
    )
    big = forms.BooleanField(label=_("Big cards: fewer at once, the hand scrolls"), required=False)
    calm = forms.BooleanField(
        label=_("Calm table: nothing flies, nobody else's number of cards is shown"), required=False
    )

    def needs(self) -> dict[str, Any]:
        """Return what is not as for everybody, as `Student.needs` keeps it."""
        return {name: value for name, value in self.cleaned_data.items() if value is not None and value is not False}


def initial(needs: Mapping[str, Any]) -> dict[str, Any]:
    """Return kept needs as the form's initial values."""
    hints = {"hints": "on" if needs["hints"] else "off"} if "hints" in needs else {}
    return {**needs, **hints}


def by_seat(students: Sequence[Student]) -> dict[str, dict[str, Any]]:
    """Return the needs of those who have some by seat, students sitting in this order: a round's option `own`."""
    return {str(seat): dict(student.needs) for seat, student in enumerate(students) if student.needs}


def in_words(needs: Mapping[str, Any]) -> list[str]:
    """Return the names of the settings that a child has of its own."""
    return [str(NAMES[name]) for name in NAMES if name in needs]


NAMES: Mapping[str, Any] = {
    "clock": _("time"),
    "wrong_pause": _("wait after a wrong card"),
    "hints": _("hints"),
    "delay": _("handicap"),
    "big": _("big cards"),
    "calm": _("calm table"),
}
