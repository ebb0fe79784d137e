"""The options of Around the Corner (rules 1), each declared once (see game.screens.options)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from game.rules.around_the_corner import Options
from game.rules.around_the_corner.position import ARRIVAL, ON_CARDS, REACTION, SUN
from game.screens.options import BY_PICTURE, HELP, IN_VIEW, RULES, Option, Text, Value

ALONE = {
    "table_size": 4, "tables": "random", "alone": "merge", "away": "wait", "computers": "none",
    "computer_level": "steady", "cheering": False,
}  # fmt: skip
"""Values that other options take in solo mode."""


def _steps(options: Mapping[str, Any]) -> str:
    chosen = Options.from_json(options)
    steps = ", ".join(f"{chosen.sign}{step}" for step in chosen.steps)
    return gettext("The cards say %(steps)s.") % {"steps": steps}


def _hints(options: Mapping[str, Any]) -> Text:
    return _("The sums of the top card are shown.") if Options.from_json(options).shows_hints else ""


def _wrong_pause(options: Mapping[str, Any]) -> Text:
    chosen = Options.from_json(options)
    waits = chosen.mode != "turns" and chosen.wrong_pause
    return _("After a wrong card you wait a moment.") if waits else ""


def _turn_clock(options: Mapping[str, Any]) -> Text:
    return _("Each turn has a clock. You can ask for more time.") if Options.from_json(options).turn_clock else ""


OPTIONS = (
    Option(
        name="mode",
        label=_("Way of playing"),
        values=(
            Value("race", _("Race"), told=_("Everybody plays at the same time. The first card counts.")),
            Value("turns", _("Turns"), told=_("You play one after the other.")),
            Value("solo", _("Solo"), told=_("You play alone, against your own best time."), brings=ALONE),
            Value(SUN, _("Against the sun"), told=_("You play together: place all cards before the sun has set.")),
        ),
        place=BY_PICTURE,
        always=True,
        column=_(
            "How the round was played: race, turns, solo, sun (a table together) or practice. Do not mix them in one "
            "number."
        ),
    ),
    Option(
        name="steps",
        label=_("Steps on the cards"),
        values=(Value(1, "±1"), Value(2, "±2"), Value(3, "±3")),
        several=True,
        place=IN_VIEW,
        always=True,
        at_table=_("Steps"),
        tells=_steps,
    ),
    Option(
        name="highest",
        label=_("Numbers on the cards"),
        values=(Value(10, "1–10"), Value(5, "1–5", told=_("The numbers go from 1 to 5."))),
        help_text=_("With the corner 4 + 2 goes round to 1 among the numbers to 5."),
        at_table=_("Numbers"),
        column=_("Highest number on the cards: 10, or 5. Round the corner of 5 sums are facts of their own."),
    ),
    Option(
        name="only_plus",
        label=_("Steps go"),
        values=(
            Value(False, _("on or back")),
            Value(True, _("only on"), _("only plus"), told=_("Steps only go on: you add."), brings={"corner": True}),
        ),
        help_text=_("Only on, a card says +1 in place of ±1. It always goes round the corner."),
        at_table=_("Plus"),
        column=_("1 if steps only went up (+1 in place of ±1), 0 if not."),
    ),
    Option(
        name="corner",
        label=_("Round the corner"),
        values=(
            Value(True, _("Yes"), _("round the corner"), _("You play round the corner.")),
            Value(False, _("No"), _("no corner"), _("You do not play round the corner.")),
        ),
        help_text=_("With the corner 9 + 3 goes round to 2. Without it there are only answers from 1 to 10."),
        at_table=_("Corner"),
        column=_("1 if sums went round the corner (10 + 1 is 1), 0 if not."),
        always=True,
    ),
    Option(
        name="hints",
        label=_("Hints"),
        values=(Value(None, _("Usual")), Value(True, _("On"), _("with hints")), Value(False, _("Off"), _("no hints"))),
        help_text=_("The sums are spelled out, with a ring of the numbers. As usual: on in turns, off in a race."),
        place=HELP,
        compared=False,
        at_table=_("Hints"),
        tells=_hints,
    ),
    Option(
        name="wrong_pause",
        label=_("Wait after a wrong card"),
        values=(
            Value(0, _("0 s")),
            Value(500, _("0.5 s")),
            Value(1000, _("1 s")),
            Value(1500, _("1.5 s"), usual=True),
            Value(2000, _("2 s")),
        ),
        help_text=_("So that tapping every card does not pay."),
        place=HELP,
        compared=False,
        tells=_wrong_pause,
    ),
    Option(
        name="first",
        label=_("Who was first"),
        values=(
            Value(
                REACTION,
                _("Reaction (fair on slow Wi-Fi)"),
                told=_("Who is quicker is first, whatever the Wi-Fi does."),
            ),
            Value(ARRIVAL, _("Arrival")),
        ),
        help_text=_(
            "What a slow connection takes is measured and taken off; for that a card may wait a quarter of a second."
        ),
        place=RULES,
        modes=("race",),
        compared=False,
        before=ARRIVAL,
    ),
    Option(
        name="sun",
        label=_("The sun sets after"),
        values=(
            Value(60_000, _("1 min")),
            Value(120_000, _("2 min")),
            Value(180_000, _("3 min")),
            Value(300_000, _("5 min"), usual=True),
            Value(600_000, _("10 min")),
            Value(0, _("It waits"), _("the sun waits"), _("The sun waits until you are done.")),
        ),
        help_text=_(
            "So long a table has to place all its cards. With all of them it needs 3 to 4 minutes, a slow one 5 to 7. "
            "1 to 3 minutes are for ±1 alone."
        ),
        place=HELP,
        modes=(SUN,),
        compared=False,
    ),
    Option(
        name="turn_clock",
        label=_("Clock for a turn"),
        values=(
            Value(0, pgettext_lazy("a clock", "None")),
            Value(30_000, _("30 s")),
            Value(60_000, _("1 min")),
            Value(120_000, _("2 min")),
        ),
        help_text=_("A child can ask for more time, 30 seconds up to ten times."),
        place=HELP,
        modes=("turns",),
        compared=False,
        tells=_turn_clock,
    ),
)
_AS_ALL = Value(None, _("As for everybody"))
OWN_OPTIONS = (
    Option(
        name="clock",
        label=_("Time"),
        values=(_AS_ALL, Value(2, _("Twice as long")), Value(10, _("Ten times as long")), Value(0, _("No clock"))),
        help_text=_("For a turn, the clock in solo, and the sun of the table."),
        at_table=_("time"),
    ),
    Option(
        name="wrong_pause",
        label=_("Wait after a wrong card"),
        values=(
            _AS_ALL,
            Value(0, _("None")),
            Value(1000, _("1 second")),
            Value(3000, _("3 seconds")),
            Value(5000, _("5 seconds")),
        ),
        at_table=_("wait after a wrong card"),
    ),
    Option(
        name="hints",
        label=_("Hints"),
        values=(_AS_ALL, Value(True, _("On")), Value(False, _("Off"))),
        help_text=_("The sums are spelled out."),
        at_table=_("hints"),
    ),
    Option(
        name="delay",
        label=_("Handicap in a race"),
        values=(
            Value(None, _("None")),
            Value(3000, _("3 seconds")),
            Value(5000, _("5 seconds")),
            Value(10_000, _("10 seconds")),
        ),
        help_text=_("So long after GO it begins: for a child who is far ahead of the others at the table."),
        at_table=_("handicap"),
    ),
    Option(
        name="sun",
        label=_("Table in a race"),
        values=(_AS_ALL, Value(True, _("Together against the sun"))),
        help_text=_("For a child whom racing frightens. Nobody at its table races, and nobody sees why."),
        at_table=_("against the sun"),
    ),
)
"""Options that one seat may have different from its table (see Options.own of the rules)."""
PRACTISED = tuple(option for option in OPTIONS if option.name in ON_CARDS)
"""Options of practice: those of the cards, in the order of the form."""


def cards_in_words(options: Mapping[str, Any]) -> list[str]:
    """Return what is special about the cards, for players who know the game: the steps, and what differs from the usual
    cards."""
    found = ((option, option.of(options)) for option in PRACTISED)
    said = (option.chosen(value) for option, value in found if option.several or not option.is_usual(value))
    return [str(each.said or each.words) for chosen in said for each in chosen]
