"""The options of Nine to Nothing (rules 2), each declared once (see game.screens.options)."""

from django.utils.translation import gettext_lazy as _

from game.rules.nine_to_nothing import FIVE, NINE
from game.screens.options import HELP, IN_VIEW, WHO, Option, Value

ONE_HAND = {
    "table_size": 2, "checking": "referee", "tables": "random", "alone": "merge", "away": "wait", "computers": "none",
    "computer_level": "steady", "same_deal": True, "cheering": False,
}  # fmt: skip
"""Values that other options take in mode `same_hand`: the app checks, and absent players are waited for until time is
up."""

OPTIONS = (
    Option(
        name="mode",
        label=_("Way of playing"),
        values=(
            Value("turns", _("At tables")),
            Value(
                "same_hand",
                _("One hand for all"),
                _("one hand for everybody"),
                _("Everybody has the same hand at the same time."),
                brings=ONE_HAND,
            ),
        ),
        help_text=_("One hand for all is for the projector: the same seven cards, the longest right sum wins."),
        place=WHO,
    ),
    Option(
        name="hand_limit",
        label=_("Time for one hand"),
        values=(
            Value(60_000, _("1 min"), told=_("A hand takes 1 minute.")),
            Value(120_000, _("2 min"), told=_("A hand takes 2 minutes."), usual=True),
            Value(180_000, _("3 min"), told=_("A hand takes 3 minutes.")),
            Value(300_000, _("5 min"), told=_("A hand takes 5 minutes.")),
        ),
        place=IN_VIEW,
        modes=("same_hand",),
        compared=False,
    ),
    Option(
        name="highest",
        label=_("Numbers on the cards"),
        values=(Value(NINE, "1–9"), Value(FIVE, "1–5", told=_("The numbers go from 1 to 5."))),
        help_text=_("With the numbers to 5 the first number to make is 5."),
        at_table=_("Numbers"),
    ),
    Option(
        name="checking",
        label=_("Who checks the sums"),
        values=(
            Value("referee", _("The app"), _("the app checks"), _("The computer checks your sums.")),
            Value("classmates", _("The other players"), _("the players check"), _("You check the sums of the others.")),
        ),
        place=IN_VIEW,
        modes=("turns",),
        always=True,
    ),
    Option(
        name="running_sum",
        label=_("What the cards make"),
        values=(
            Value("hidden", _("Never shown"), _("sums never shown")),
            Value("after", _("After a wrong sum"), usual=True),
            Value("live", _("Always"), _("sums always shown"), _("You see what your cards make together.")),
        ),
        help_text=_("What the picked cards make. Always is for beginners."),
        place=HELP,
        compared=False,
        before="hidden",
    ),
    Option(
        name="ask",
        label=_("Can I make it?"),
        values=(
            Value(True, _("May be asked"), told=_("You may ask whether your cards can make the number.")),
            Value(False, _("No"), _("nobody may ask whether it can be made")),
        ),
        help_text=_("Children may ask whether their cards can make the number."),
        place=HELP,
        compared=False,
    ),
    Option(
        name="best",
        label=_("Longest sum"),
        values=(
            Value(True, _("Shown"), told=_("After a sum you see the longest one.")),
            Value(False, _("Not shown"), _("the longest sum is not shown")),
        ),
        help_text=_("After a sum the longest one is shown."),
        place=HELP,
        compared=False,
    ),
)
