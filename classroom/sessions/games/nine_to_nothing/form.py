"""Form of a teacher's choices for a session of Nine to Nothing (rules 2)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.sessions.forms import SessionForm, away_field
from game.rules.nine_to_nothing import NINE

HELP = ("ask", "best")
KEPT = ("mode", "hand_limit", "checking", "running_sum", "highest")
HAND_LIMIT = 120_000
"""Milliseconds for one hand for everybody."""
SAME_HAND = {"checking": "referee", "computers": "none", "away": "wait", "same_deal": True}
"""What goes with one hand for everybody: the app checks, and who is away is waited for until the time is up."""


class NineForm(SessionForm):
    """Options of Nine to Nothing for a class. `options` gives them as the rounds keep them."""

    FIRST: ClassVar[Mapping[str, Sequence[str]]] = {
        "": ("checking", "table_size", "minutes"),
        "same_hand": ("hand_limit", "minutes"),
    }
    GROUPS = (
        (_("Who"), ("mode", "tables", "alone", "away", "computers", "computer_level")),
        (_("Cards"), ("highest", "same_deal", "rounds")),
        (_("Help"), ("running_sum", "help")),
        (_("Class"), ("together",)),
    )
    UNUSED: ClassVar[Mapping[str, Sequence[str]]] = {
        "turns": ("hand_limit",),
        "same_hand": (
            "table_size", "checking", "tables", "alone", "away", "computers", "computer_level", "same_deal",
        ),
    }  # fmt: skip

    mode = OneOf(
        label=_("Way of playing"),
        choices=[("turns", _("At tables")), ("same_hand", _("One hand for all"))],
        usual="turns",
        said={"same_hand": _("one hand for everybody")},
        help_text=_("One hand for all is for the projector: the same seven cards, the longest right sum wins."),
        wrong=_("Choose a way of playing from the list."),
    )
    hand_limit = OneOf(
        label=_("Time for one hand"),
        coerce=int,
        choices=[(60_000, _("1 min")), (120_000, _("2 min")), (180_000, _("3 min")), (300_000, _("5 min"))],
        usual=HAND_LIMIT,
        wrong=_("Choose from the list how long a hand may take."),
    )
    table_size = OneOf(
        label=_("Children at a table"),
        coerce=int,
        choices=[(1, "1"), (2, "2"), (3, "3"), (4, "4")],
        initial=2,
        wrong=_("Choose how many play at a table."),
    )
    checking = OneOf(
        label=_("Who checks the sums"),
        choices=[("referee", _("The app")), ("classmates", _("The other players"))],
        initial="referee",
        wrong=_("Choose who checks the sums."),
    )
    highest = OneOf(
        label=_("Numbers on the cards"),
        coerce=int,
        choices=[(9, "1–9"), (5, "1–5")],
        usual=NINE,
        help_text=_("With the numbers to 5 the first number to make is 5."),
        wrong=_("Choose the numbers from the list."),
    )
    running_sum = OneOf(
        label=_("What the cards make"),
        choices=[("hidden", _("Never shown")), ("after", _("After a wrong sum")), ("live", _("Always"))],
        initial="after",
        said={
            "hidden": _("sums never shown"),
            "live": _("sums always shown"),
        },
        help_text=_("What the picked cards make. Always is for beginners."),
        wrong=_("Choose when the sum is shown."),
    )
    help = forms.MultipleChoiceField(
        label=_("Help"),
        choices=[("ask", _("Can I make it?")), ("best", _("Longest sum"))],
        widget=forms.CheckboxSelectMultiple,
        initial=HELP,
        required=False,
        help_text=_("Children may ask whether their cards can make the number; after a sum the longest one is shown."),
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
            **({} if chosen["highest"] == NINE else {"highest": chosen["highest"]}),
            **{name: name in chosen["help"] for name in HELP},
            **self.shared_options(),
            **(SAME_HAND if chosen["mode"] == "same_hand" else {}),
        }

    @classmethod
    def chosen_before(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        kept = {name: options[name] for name in KEPT if name in options}
        return super().chosen_before(options) | kept | {"help": [name for name in HELP if options.get(name, True)]}
