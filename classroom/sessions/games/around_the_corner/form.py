"""Form of a teacher's choices for a session of Around the Corner (rules 1)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.sessions.forms import SessionForm, away_field
from game.rules.around_the_corner import TEN


def small(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return what makes the cards easier than the usual ones, as it is kept: nothing where they are the usual ones, so
    that older sessions compare with new ones."""
    low = {} if chosen["highest"] == TEN else {"highest": chosen["highest"]}
    return low | ({"only_plus": True} if chosen["only_plus"] else {})


class AroundTheCornerForm(SessionForm):
    """Options of Around the Corner for a class. `options` gives them as the rounds keep them (times in ms)."""

    FIRST: ClassVar[Mapping[str, Sequence[str]]] = {
        "": ("steps", "table_size", "minutes"),
        "solo": ("steps", "same_deal", "minutes"),
    }
    GROUPS = (
        (_("Who"), ("tables", "alone", "away", "computers", "computer_level")),
        (_("Cards"), ("highest", "only_plus", "corner", "same_deal", "rounds")),
        (_("Help"), ("hints", "wrong_pause", "turn_clock")),
        (_("Class"), ("together",)),
    )
    UNUSED: ClassVar[Mapping[str, Sequence[str]]] = {
        "race": ("turn_clock",),
        "solo": ("turn_clock", "table_size", "tables", "alone", "away", "computers", "computer_level"),
    }

    mode = OneOf(
        label=_("Way of playing"),
        choices=[("race", _("Race")), ("turns", _("Turns")), ("solo", _("Solo"))],
        usual="race",
        wrong=_("Choose a way of playing from the list."),
    )
    turn_clock = OneOf(
        label=_("Clock for a turn"),
        coerce=int,
        choices=[(0, _("None")), (30_000, _("30 s")), (60_000, _("1 min")), (120_000, _("2 min"))],
        usual=0,
        help_text=_("A child can ask for more time, 30 seconds up to ten times."),
        wrong=_("Choose how long a turn may take from the list."),
    )
    hints = OneOf(
        label=_("Hints"),
        coerce={"": None, "on": True, "off": False}.get,
        choices=[("", _("Usual")), ("on", _("On")), ("off", _("Off"))],
        usual="",
        said={"on": _("with hints"), "off": _("no hints")},
        help_text=_("The sums are spelled out, with a ring of the numbers. As usual: on in turns, off in a race."),
        wrong=_("Choose whether there are hints from the list."),
    )
    table_size = OneOf(
        label=_("Children at a table"),
        coerce=int,
        choices=[(2, "2"), (3, "3"), (4, "4")],
        initial=4,
        wrong=_("Choose how many play at a table."),
    )
    corner = OneOf(
        label=_("Round the corner"),
        coerce=lambda value: value == "yes",
        choices=[("yes", _("Yes")), ("no", _("No"))],
        initial="yes",
        said={"yes": _("round the corner"), "no": _("no corner")},
        help_text=_("With the corner 9 + 3 goes round to 2. Without it there are only answers from 1 to 10."),
        wrong=_("Choose with or without the corner."),
    )
    steps = forms.TypedMultipleChoiceField(
        label=_("Steps on the cards"),
        coerce=int,
        choices=[(1, "±1"), (2, "±2"), (3, "±3")],
        widget=forms.CheckboxSelectMultiple,
        initial=[1, 2, 3],
        error_messages={"required": _("Choose at least one step.")},
    )
    highest = OneOf(
        label=_("Numbers on the cards"),
        coerce=int,
        choices=[(10, "1–10"), (5, "1–5")],
        usual=10,
        help_text=_("With the corner 4 + 2 goes round to 1 among the numbers to 5."),
        wrong=_("Choose the numbers from the list."),
    )
    only_plus = OneOf(
        label=_("Steps go"),
        coerce=lambda value: value == "plus",
        choices=[("both", _("on or back")), ("plus", _("only on"))],
        usual="both",
        said={"plus": _("only plus")},
        help_text=_("Only on, a card says +1 in place of ±1. It always goes round the corner."),
        wrong=_("Choose how the steps go."),
    )
    wrong_pause = OneOf(
        label=_("Wait after a wrong card"),
        coerce=int,
        choices=[(0, _("0 s")), (500, _("0.5 s")), (1000, _("1 s")), (1500, _("1.5 s")), (2000, _("2 s"))],
        initial=1500,
        help_text=_("So that tapping every card does not pay."),
        wrong=_("Choose how long to wait after a wrong card."),
    )
    away = away_field(fold=_("Cards away"))

    def options(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        alone = {"computers": "none", "away": "wait"} if chosen["mode"] == "solo" else {}
        return {
            "mode": chosen["mode"],
            "turn_clock": chosen["turn_clock"] if chosen["mode"] == "turns" else 0,
            "hints": chosen["hints"],
            "corner": chosen["corner"] or chosen["only_plus"],
            "steps": chosen["steps"],
            **small(chosen),
            "wrong_pause": chosen["wrong_pause"],
            **self.shared_options(),
            **alone,
        }

    @classmethod
    def chosen_before(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        kept = {
            name: options[name] for name in ("mode", "turn_clock", "steps", "highest", "wrong_pause") if name in options
        }
        if "corner" in options:
            kept["corner"] = "yes" if options["corner"] else "no"
        if "only_plus" in options:
            kept["only_plus"] = "plus" if options["only_plus"] else "both"
        if options.get("hints") is not None:
            kept["hints"] = "on" if options["hints"] else "off"
        return super().chosen_before(options) | kept
