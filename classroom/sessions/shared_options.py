"""The options of every session, whichever the game: who sits together, computers, the deal, and how results count."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from game.screens.messages import CHEERING
from game.screens.options import WHO, Option, Text, Value

CLASS = "class"
"""The group on the page for options of the whole class."""
SHARED_SEATS = (
    Option(
        name="tables",
        label=_("Who sits together"),
        values=(
            Value("random", _("Random"), _("random tables")),
            Value("similar", _("Similar level"), _("similar level together")),
            Value("mixed", _("Mixed level"), _("levels mixed")),
            Value("hand", _("I choose"), _("I choose the tables")),
            Value("groups", _("Our groups"), _("each group its own way")),
        ),
        help_text=_(
            "Levels come from what was played so far. They are never shown to anybody. Our groups sit together, "
            "each with its own settings."
        ),
        place=WHO,
    ),
    Option(
        name="alone",
        label=_("Alone at a table"),
        values=(Value("merge", _("Join another")), Value("computer", _("A computer"))),
        help_text=_("When only one child is left at a table."),
        place=WHO,
    ),
)
"""Options of every session: who sits at a table."""
LESSON_ROUNDS = Option(
    name="lesson_rounds", label=_("Short rounds"), place=CLASS, compared=False,
    values=(Value(2, "2"), Value(3, "3", usual=True), Value(4, "4"), Value(5, "5"), Value(0, _("As many as we like"))),
    help_text=_("Rounds of at most 5 minutes, one after the other: after so many the projector celebrates."),
)  # fmt: skip
SHARED_PLAY = (
    Option(
        name="computers",
        label=_("Computers"),
        values=(
            Value("none", pgettext_lazy("computers", "None"), _("no computers")),
            Value("fill", _("Fill tables"), _("computers fill the tables")),
            Value("each", _("One child each"), _("each child with computers")),
        ),
        help_text=_("They are always called computers, and nothing they play is in a report."),
        place=WHO,
    ),
    Option(
        name="computer_level",
        label=_("How computers play"),
        values=(
            Value("gentle", _("Gentle")),
            Value("steady", _("Steady"), usual=True),
            Value("quick", _("Quick")),
            Value("like_me", _("Like me")),
        ),
        help_text=_(
            "Gentle is slow and makes mistakes. Like me: as fast and as often wrong as the children of the table."
        ),
        place=WHO,
    ),
    Option(
        name="same_deal",
        label=_("The deal"),
        values=(Value(False, _("Own cards")), Value(True, _("Same cards"), _("the same cards at every table"))),
        help_text=_("With the same cards you can compare play, not luck, between tables with equally many players."),
    ),
    Option(
        name="together",
        label=_("Playing for"),
        values=(
            Value("none", _("Nothing")),
            Value("class", _("Own best"), _("the class against its last time")),
            Value("teams", _("Two teams"), _("two teams")),
        ),
        help_text=_("The class against its own last time, or the mean of two teams. Children are never ranked."),
        place=CLASS,
    ),
    Option(
        name=CHEERING,
        label=_("Cheers after a round"),
        values=(Value(False, _("Off")), Value(True, _("On"), _("cheers after a round"))),
        help_text=_("Each child may send one of four pictures to its table, once a round. No words of their own."),
        place=CLASS,
    ),
    LESSON_ROUNDS,
)
"""Options of every session: computers, the deal, and what the class plays for."""


def shared(fold: Text) -> tuple[Option, ...]:
    """Return the options of every session; `fold` are the game's words for going on without absent players."""
    away = Option(
        name="away",
        label=_("Away for a minute"),
        values=(
            Value("computer", _("Computer plays")),
            Value("wait", _("Keep their cards"), _("away: cards wait")),
            Value("fold", fold),
        ),
        help_text=_("What happens when a child is away for a minute. They may come back at any time."),
        place=WHO,
    )
    return *SHARED_SEATS, away, *SHARED_PLAY
