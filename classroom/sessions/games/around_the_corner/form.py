"""What a teacher chooses for a session of Around the Corner (rules.md 1)."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.sessions.forms import SessionForm, away_field


class AroundTheCornerForm(SessionForm):
    """How the class plays Around the Corner. `options` gives them as the rounds keep them (times in ms)."""

    mode = OneOf(
        label=_("Way of playing"),
        choices=[
            ("race", _("Race: everyone at a table plays at once")),
            ("turns", _("Turns: one after the other, in peace; for younger children")),
            ("solo", _("Solo: every child alone, against their own best time")),
        ],
        usual="race",
        wrong=_("Choose a way of playing from the list."),
    )
    turn_clock = OneOf(
        label=_("Clock for a turn"),
        coerce=int,
        choices=[
            (0, _("None: children take their time")),
            (30_000, _("30 seconds")),
            (60_000, _("1 minute")),
            (120_000, _("2 minutes")),
        ],
        usual=0,
        help_text=_("Only when you play in turns. A child can ask for more time, 30 seconds up to ten times."),
        wrong=_("Choose how long a turn may take from the list."),
    )
    hints = OneOf(
        label=_("Hints"),
        coerce={"": None, "on": True, "off": False}.get,
        choices=[
            ("", _("As usual: on in turns, off in a race")),
            ("on", _("On: the sums are spelled out, and there is a ring of the numbers")),
            ("off", _("Off")),
        ],
        usual="",
        wrong=_("Choose whether there are hints from the list."),
    )
    table_size = OneOf(
        label=_("Players at a table"),
        coerce=int,
        choices=[(2, _("2 players")), (3, _("3 players")), (4, _("4 players"))],
        initial=4,
        help_text=_("Nobody sits alone: a table may have one more or fewer."),
        wrong=_("Choose how many play at a table."),
    )
    corner = OneOf(
        label=_("Around the corner"),
        coerce=lambda value: value == "yes",
        choices=[("yes", _("Yes: 9 + 3 goes round to 2")), ("no", _("No: only answers from 1 to 10"))],
        initial="yes",
        wrong=_("Choose with or without the corner."),
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
    wrong_pause = OneOf(
        label=_("Wait after a wrong card"),
        coerce=int,
        choices=[
            (0, _("None")),
            (500, _("0.5 seconds")),
            (1000, _("1 second")),
            (1500, _("1.5 seconds")),
            (2000, _("2 seconds")),
        ],
        initial=1500,
        help_text=_("So that tapping every card does not pay."),
        wrong=_("Choose how long to wait after a wrong card."),
    )
    away = away_field(fold=_("Put their cards under the pile"))

    def options(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        alone = {"computers": "none", "away": "wait"} if chosen["mode"] == "solo" else {}
        return {
            "mode": chosen["mode"],
            "turn_clock": chosen["turn_clock"] if chosen["mode"] == "turns" else 0,
            "hints": chosen["hints"],
            "corner": chosen["corner"],
            "steps": chosen["steps"],
            "wrong_pause": chosen["wrong_pause"],
            **self.shared_options(),
            **alone,
        }

    @classmethod
    def chosen_before(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        kept = {name: options[name] for name in ("mode", "turn_clock", "steps", "wrong_pause") if name in options}
        if "corner" in options:
            kept["corner"] = "yes" if options["corner"] else "no"
        if options.get("hints") is not None:
            kept["hints"] = "on" if options["hints"] else "off"
        return super().chosen_before(options) | kept
