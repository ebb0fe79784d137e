"""What a teacher chooses for a class session."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classroom.forms.fields import OneOf
from classroom.sessions.control_forms import LESSON_KEPT, LessonForm

AWAY_LIMIT = 60_000
"""Milliseconds that a child may be away before the session's choice applies (rules 3)."""


def away_field(*, fold: Promise) -> OneOf:
    """Ask what becomes of who is away; `fold` are the game's words for going on without them."""
    return OneOf(
        label=_("When a child is away for a minute"),
        choices=[
            ("computer", _("A computer plays for them until they are back")),
            ("wait", _("Keep their cards and wait")),
            ("fold", fold),
        ],
        initial="computer",
        wrong=_("Choose what happens when a child is away."),
    )


class SessionForm(LessonForm):
    """What a teacher chooses whichever game the class plays. A game's own form adds `table_size`, `away` and its
    options, which `options` gives as the rounds keep them."""

    computers = OneOf(
        label=_("Computer players"),
        choices=[
            ("none", _("None: children play with children")),
            ("fill", _("They fill tables that are not full; one child can start alone")),
            ("each", _("Every child has a table alone with computers")),
        ],
        usual="none",
        help_text=_("They are always called computers, and nothing they play is in a report."),
    )
    computer_level = OneOf(
        label=_("How computers play"),
        choices=[
            ("gentle", _("Gentle: slow, with mistakes")),
            ("steady", _("Steady")),
            ("quick", _("Quick")),
            ("like_me", _("Like me: as fast and as often wrong as the children of the table")),
        ],
        usual="steady",
        help_text=_("Also for a computer that plays for a child who is away."),
    )
    same_deal = OneOf(
        label=_("The deal"),
        coerce=lambda value: value == "yes",
        choices=[("no", _("Each table gets its own cards")), ("yes", _("The same cards at every table"))],
        usual="no",
        help_text=_("With the same cards you can compare play, not luck, between tables with equally many players."),
    )

    def shared_options(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return {
            "away": chosen["away"],
            "away_limit": AWAY_LIMIT,
            "computers": chosen["computers"],
            "computer_level": chosen["computer_level"],
            "same_deal": chosen["same_deal"],
            **self.lesson_options(),
        }

    def options(self) -> dict[str, Any]:
        """Return the options of the session; a game's own form adds to the shared ones."""
        return self.shared_options()

    @classmethod
    def chosen_before(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a session kept as the form's initial values."""
        kept = ("away", "computers", "computer_level", *LESSON_KEPT)
        chosen = {name: options[name] for name in kept if name in options}
        if "same_deal" in options:
            chosen["same_deal"] = "yes" if options["same_deal"] else "no"
        return chosen
