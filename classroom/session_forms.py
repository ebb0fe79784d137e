"""What a teacher chooses for a class session, and how a code is tidied."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.charge_forms import LESSON_KEPT, LessonForm
from game.codes import ALPHABET

AWAY_LIMIT = 60_000
"""Milliseconds that a child may be away before the session's choice applies (rules 3)."""

CODE_LENGTH = 6


class SessionForm(LessonForm):
    """What a teacher chooses whichever game the class plays. A game's own form adds its options."""

    computers = forms.ChoiceField(
        label=_("Computer players"),
        choices=[
            ("none", _("None: children play with children")),
            ("fill", _("They fill tables that are not full; one child can start alone")),
            ("each", _("Every child has a table alone with computers")),
        ],
        widget=forms.RadioSelect,
        initial="none",
        required=False,
        help_text=_("They are always called computers, and nothing they play is in a report."),
    )
    computer_level = forms.ChoiceField(
        label=_("How computers play"),
        choices=[
            ("gentle", _("Gentle: slow, with mistakes")),
            ("steady", _("Steady")),
            ("quick", _("Quick")),
            ("like_me", _("Like me: as fast and as often wrong as the children of the table")),
        ],
        widget=forms.RadioSelect,
        initial="steady",
        required=False,
        help_text=_("Also for a computer that plays for a child who is away."),
    )
    same_deal = forms.TypedChoiceField(
        label=_("The deal"),
        coerce=lambda value: value == "yes",
        choices=[("no", _("Each table gets its own cards")), ("yes", _("The same cards at every table"))],
        widget=forms.RadioSelect,
        initial="no",
        required=False,
        help_text=_("With the same cards you can compare play, not luck, between tables with equally many players."),
    )

    def shared_options(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return {
            "away": chosen["away"],
            "away_limit": AWAY_LIMIT,
            "computers": chosen["computers"] or "none",
            "computer_level": chosen["computer_level"] or "steady",
            "same_deal": chosen["same_deal"] is True,
            **self.lesson_options(),
        }

    @classmethod
    def chosen_before(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a session kept as the form's initial values."""
        kept = ("away", "computers", "computer_level", *LESSON_KEPT)
        chosen = {name: options[name] for name in kept if name in options}
        if "same_deal" in options:
            chosen["same_deal"] = "yes" if options["same_deal"] else "no"
        return chosen


class SetUpForm(SessionForm):
    """How the class plays Around the Corner. `options` gives them as the rounds keep them (times in ms)."""

    mode = forms.ChoiceField(
        label=_("Way of playing"),
        choices=[
            ("race", _("Race: everyone at a table plays at once")),
            ("turns", _("Turns: one after the other, in peace; for younger children")),
            ("solo", _("Solo: every child alone, against their own best time")),
        ],
        widget=forms.RadioSelect,
        initial="race",
        required=False,
        error_messages={"invalid_choice": _("Choose a way of playing from the list.")},
    )
    turn_clock = forms.TypedChoiceField(
        label=_("Clock for a turn"),
        coerce=int,
        choices=[
            (0, _("None: children take their time")),
            (30_000, _("30 seconds")),
            (60_000, _("1 minute")),
            (120_000, _("2 minutes")),
        ],
        widget=forms.RadioSelect,
        initial=0,
        required=False,
        help_text=_("Only when you play in turns. A child can ask for more time, 30 seconds up to ten times."),
        error_messages={"invalid_choice": _("Choose how long a turn may take from the list.")},
    )
    hints = forms.TypedChoiceField(
        label=_("Hints"),
        coerce={"": None, "on": True, "off": False}.get,
        empty_value=None,
        choices=[
            ("", _("As usual: on in turns, off in a race")),
            ("on", _("On: the sums are spelled out, and there is a ring of the numbers")),
            ("off", _("Off")),
        ],
        widget=forms.RadioSelect,
        initial="",
        required=False,
        error_messages={"invalid_choice": _("Choose whether there are hints from the list.")},
    )
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"),
        coerce=int,
        choices=[(2, _("2 players")), (3, _("3 players")), (4, _("4 players"))],
        widget=forms.RadioSelect,
        initial=4,
        help_text=_("Nobody sits alone: a table may have one more or fewer."),
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
        alone = {"computers": "none", "away": "wait"} if chosen["mode"] == "solo" else {}
        return {
            "mode": chosen["mode"] or "race",
            "turn_clock": (chosen["turn_clock"] or 0) if chosen["mode"] == "turns" else 0,
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


def tidy(code: str) -> str:
    """Return the code as it is kept; anything that cannot be one comes back as it was typed, tidied."""
    return "".join(code.split()).replace("-", "").upper()


def is_a_code(code: str) -> bool:
    return len(code) == CODE_LENGTH and set(code) <= set(ALPHABET)
