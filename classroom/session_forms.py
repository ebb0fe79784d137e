"""What a teacher chooses for a class session, and what a child types to get in."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.models import Classroom, ClassSession
from game.codes import ALPHABET

GAME = "around_the_corner"
AWAY_LIMIT = 60_000
"""Milliseconds that a child may be away before the session's choice applies (rules 3)."""

CODE_LENGTH = 6


class SetUpForm(forms.Form):
    """How the class plays. `options` gives them as the rounds keep them (times in ms)."""

    table_size = forms.TypedChoiceField(
        label=_("Players at a table"),
        coerce=int,
        choices=[(2, _("2 players")), (3, _("3 players")), (4, _("4 players"))],
        widget=forms.RadioSelect,
        initial=4,
        help_text=_("Tables are mixed at random. Nobody sits alone: a table may have one more or fewer."),
        error_messages={"required": _("Choose how many play at a table.")},
    )
    corner = forms.TypedChoiceField(
        label=_("Around the corner"),
        coerce=lambda value: value == "yes",
        choices=[("yes", _("Yes: 9 + 3 goes round to 2")), ("no", _("No: only answers from 1 to 10"))],
        widget=forms.RadioSelect,
        initial="yes",
        error_messages={"required": _("Choose with or without the corner.")},
    )
    steps = forms.TypedMultipleChoiceField(
        label=_("Steps"),
        coerce=int,
        choices=[(1, "±1"), (2, "±2"), (3, "±3")],
        widget=forms.CheckboxSelectMultiple,
        initial=[1, 2, 3],
        help_text=_("Fewer steps make a smaller deck: 24 or 25 cards for each."),
        error_messages={"required": _("Choose at least one step.")},
    )
    wrong_pause = forms.TypedChoiceField(
        label=_("Wait after a wrong card"),
        coerce=int,
        choices=[
            (0, _("None")),
            (500, _("0.5 seconds")),
            (1000, _("1 second")),
            (1500, _("1.5 seconds")),
            (2000, _("2 seconds")),
        ],
        widget=forms.RadioSelect,
        initial=1500,
        help_text=_("So that tapping every card does not pay."),
        error_messages={"required": _("Choose how long to wait after a wrong card.")},
    )
    away = forms.ChoiceField(
        label=_("When a child is away for a minute"),
        choices=[
            ("computer", _("A computer plays for them until they are back")),
            ("wait", _("Keep their cards and wait")),
            ("fold", _("Put their cards under the pile")),
        ],
        widget=forms.RadioSelect,
        initial="computer",
        error_messages={"required": _("Choose what happens when a child is away.")},
    )

    def options(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return {
            "mode": "race",
            "corner": chosen["corner"],
            "steps": chosen["steps"],
            "wrong_pause": chosen["wrong_pause"],
            "away": chosen["away"],
            "away_limit": AWAY_LIMIT,
        }


def as_last_time(classroom: Classroom) -> dict[str, Any]:
    """Return the settings of the class's last session as a form's initial values; {} for the first."""
    last = ClassSession.objects.filter(classroom=classroom, game=GAME).first()
    if last is None:
        return {}
    options: Mapping[str, Any] = last.options
    chosen = {name: options[name] for name in ("steps", "wrong_pause", "away") if name in options}
    if "corner" in options:
        chosen["corner"] = "yes" if options["corner"] else "no"
    return {"table_size": last.table_size, **chosen}


class JoinForm(forms.Form):
    """The code on the board: any case, spaces and dashes between the characters do not matter."""

    code = forms.CharField(max_length=40, required=False)

    def clean_code(self) -> str:
        return tidy(self.cleaned_data["code"])


def tidy(code: str) -> str:
    """Return the code as it is kept; anything that cannot be one comes back as it was typed, tidied."""
    return "".join(code.split()).replace("-", "").upper()


def is_a_code(code: str) -> bool:
    return len(code) == CODE_LENGTH and set(code) <= set(ALPHABET)
