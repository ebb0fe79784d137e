"""What a teacher chooses for a session of Nine to Nothing (rules.md 2)."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.sessions.forms import SessionForm, away_field

HELP = ("ask", "best")
KEPT = ("mode", "hand_limit", "checking", "running_sum")
HAND_LIMIT = 120_000
"""Milliseconds for one hand for everybody."""
SAME_HAND = {"checking": "referee", "computers": "none", "away": "wait", "same_deal": True}
"""What goes with one hand for everybody: the app checks, and who is away is waited for until the time is up."""


class NineForm(SessionForm):
    """How the class plays Nine to Nothing. `options` gives them as the rounds keep them."""

    mode = OneOf(
        label=_("Way of playing"),
        choices=[
            ("turns", _("At tables: one after the other, from 9 down to 0")),
            ("same_hand", _("One hand for everybody: the same seven cards, the longest right sum wins")),
        ],
        usual="turns",
        help_text=_("One hand for everybody is for the projector. It has no tables, turns or computers."),
        wrong=_("Choose a way of playing from the list."),
    )
    hand_limit = OneOf(
        label=_("Time for one hand"),
        coerce=int,
        choices=[
            (60_000, _("1 minute")),
            (120_000, _("2 minutes")),
            (180_000, _("3 minutes")),
            (300_000, _("5 minutes")),
        ],
        usual=HAND_LIMIT,
        help_text=_("Only with one hand for everybody. It ends earlier when all are done."),
        wrong=_("Choose from the list how long a hand may take."),
    )
    table_size = OneOf(
        label=_("Players at a table"),
        coerce=int,
        choices=[(1, _("1: practice alone")), (2, _("2 players")), (3, _("3 players")), (4, _("4 players"))],
        initial=2,
        help_text=_("Tables are mixed at random. A table may have one player more or fewer."),
        wrong=_("Choose how many play at a table."),
    )
    checking = OneOf(
        label=_("Who checks the sums"),
        choices=[
            ("referee", _("The app: a wrong sum comes back, and the child may try again")),
            ("classmates", _("The other players: a wrong sum that nobody notices stands")),
        ],
        initial="referee",
        wrong=_("Choose who checks the sums."),
    )
    running_sum = OneOf(
        label=_("What the picked cards make"),
        choices=[
            ("hidden", _("Never shown: children calculate")),
            ("after", _("Shown after a wrong sum")),
            ("live", _("Always shown: for beginners")),
        ],
        initial="after",
        wrong=_("Choose when the sum is shown."),
    )
    help = forms.MultipleChoiceField(
        label=_("Help"),
        choices=[
            ("ask", _("Children may ask whether their cards can make the number")),
            ("best", _("After a sum, the longest one that was there is shown")),
        ],
        widget=forms.CheckboxSelectMultiple,
        initial=HELP,
        required=False,
    )
    away = away_field(fold=_("Skip their turns"))

    def clean(self) -> dict[str, Any]:
        """One hand for everybody is never practice alone, whatever was chosen for tables."""
        chosen = super().clean() or self.cleaned_data
        if chosen.get("mode") == "same_hand":
            chosen["table_size"] = self.fields["table_size"].initial
        return chosen

    def options(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return {
            "mode": chosen["mode"],
            "hand_limit": chosen["hand_limit"],
            "checking": chosen["checking"],
            "running_sum": chosen["running_sum"],
            **{name: name in chosen["help"] for name in HELP},
            **self.shared_options(),
            **(SAME_HAND if chosen["mode"] == "same_hand" else {}),
        }

    @classmethod
    def chosen_before(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        kept = {name: options[name] for name in KEPT if name in options}
        return super().chosen_before(options) | kept | {"help": [name for name in HELP if options.get(name, True)]}
