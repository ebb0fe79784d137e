"""Settings of one child alone: big cards, number pictures, a calm table, and what a game can change for a seat.

They are private. A round stores them by seat (`own` in its options), each screen is drawn with its own seat's, and
attempts record them, so that a report can say what was in force. They are shown on no classmate's screen and no
projector.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from classroom import persons
from classroom.forms.fields import OneOf, field_of
from classroom.models import Student
from classroom.sessions.games import catalogue
from game import tables
from game.models import Evidence
from game.rules import scanning
from game.rules.picture_ladder import ALWAYS, ASKED, NEVER, NONE, RUNGS, SETTING, SOON, Given, Ladder, ladder_after
from game.screens.options import key_of

BY_ITSELF = len(RUNGS) + 1
"""The value of a child's setting, in place of a rung, that lets the ladder move by itself."""
NEWEST = 300
"""Number of newest answers of a game that are read: about a month of lessons. The oldest of them determines the first
rung."""
RIGHT, WRONG = "C", "W"


ON_EVERY_SCREEN: Mapping[str, Any] = {
    "big": _("big cards"),
    "calm": _("calm table"),
    SETTING: _("number pictures"),
    scanning.SETTING: _("one key"),
    scanning.REST: _("presses by resting"),
}
"""Settings for one child that every game's screens support (see game.screens.page)."""
MEASURED = frozenset({scanning.PRESS})
"""Values that are measured, and kept when the teacher saves the settings (preferences.switch)."""
OF_THE_TABLE = frozenset({"sun"})
"""Settings of one child that apply to its whole table (`SessionGame.of_table`), so that nobody sees whose they are."""
PICTURES: Mapping[str, int] = {"always": ALWAYS, "asked": ASKED}
"""Number pictures that a child may choose for itself, by the stored word (`Student.chosen`)."""


SHOWN = [
    (f"{BY_ITSELF}", _("Less and less, by itself")),
    (f"{ALWAYS}", _("Always")),
    (f"{SOON}", _("After 3 seconds")),
    (f"{ASKED}", _("Only on request")),
    (f"{NEVER}", _("Never")),
]
"""When number pictures are shown to a child or a standing group, as choices of form fields."""


class NeedsForm(forms.Form):
    """Accommodations of one child; an empty field means: as for everybody."""

    big = forms.BooleanField(label=_("Big cards: fewer at once, the hand scrolls"), required=False)
    calm = forms.BooleanField(
        label=_("Calm table: nothing flies, nobody else's number of cards is shown"), required=False
    )

    pictures = OneOf(
        label=_("Number pictures on the cards"),
        coerce=lambda text: int(text) if text else None,
        usual="",
        choices=[("", _("As the child chooses")), *SHOWN],
        help_text=_(
            "Counters show how many a number is. By itself: fewer after five sure answers, more after two wrong ones."
        ),
        wrong=_("Choose from the list when number pictures are shown."),
    )

    scan = OneOf(
        label=_("One key, or a switch"),
        coerce=lambda text: int(text) if text else None,
        usual="",
        choices=[
            ("", _("No")),
            ("600", _("0.6 seconds")),
            ("800", _("0.8 seconds")),
            ("1000", _("1 second")),
            ("1500", _("1.5 seconds")),
            ("2500", _("2.5 seconds, not for races")),
        ],
        help_text=_(
            "The cards are lit one after another, each for so long; the space bar, a switch or a press anywhere plays "
            "the one that is lit. In a race that time is taken off, and speed is not reported."
        ),
        wrong=_("Choose from the list how long each thing is lit."),
    )

    dwell = OneOf(
        label=_("Presses by resting"),
        coerce=lambda text: int(text) if text else None,
        usual="",
        choices=[("", _("No")), ("800", _("0.8 seconds")), ("1000", _("1 second")), ("1500", _("1.5 seconds"))],
        help_text=_(
            "For a child who points with a mouse, its head or its eyes, and cannot click: what the pointer rests on "
            "for so long is pressed. In a race that time is taken off, and speed is not reported."
        ),
        wrong=_("Choose from the list how long the pointer rests."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, needs: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(needs))
        self.measured = {name: value for name, value in needs.items() if name in MEASURED}
        self.fields.update({name: field_of(own) for name, own in catalogue.accommodations().items()})
        chosen = {name: value for name, value in needs.items() if isinstance(self.fields.get(name), OneOf)}
        self.initial.update({name: key_of(value) for name, value in chosen.items()})

    def clean(self) -> None:
        if self.cleaned_data.get(scanning.SETTING) and self.cleaned_data.get(scanning.REST):
            self.add_error(scanning.REST, _("Choose one key or resting, not both."))

    @property
    def of_games(self) -> list[BoundField]:
        """The fields that come from single games."""
        return [self[name] for name in catalogue.accommodations()]

    def needs(self) -> dict[str, Any]:
        """Return the settings that differ from everybody's, as `Student.needs` stores them."""
        chosen = self.cleaned_data.items()
        own = {name: value for name, value in chosen if (value if name in ON_EVERY_SCREEN else value is not None)}
        return own | self.measured if scanning.SETTING in own else own


def pictures_now(student: Student) -> str:
    """Return in words on which rung the log puts a child whose number pictures fade by themselves; "" for every other
    child."""
    if student.needs.get(SETTING) != BY_ITSELF:
        return ""
    words = {ALWAYS: _("Always"), SOON: _("After 3 seconds"), ASKED: _("Only on request"), NEVER: _("No more")}
    return str(words[rung_of(student.pk, student.needs)])


def by_seat(students: Sequence[Student]) -> dict[str, Any]:
    """Return the option `own` of a round: the settings of the students who have any, by seat, in the order of
    `students`; {} where nobody has any."""
    own = {str(seat): own for seat, student in enumerate(students) if (own := _settings(student))}
    return {"own": own} if own else {}


def settings_of(student: Student) -> dict[str, Any]:
    """Return the settings in force for a child: what its teacher set for it, else the number pictures of its standing
    group, else those that it chose."""
    chosen = next((PICTURES[word] for word in student.chosen.split() if word in PICTURES), None)
    of_group = student.group.options.get(SETTING) if student.group else None
    pictures = chosen if of_group is None else of_group
    return ({} if pictures is None else {SETTING: pictures}) | student.needs


def _settings(student: Student) -> dict[str, Any]:
    """Return a child's own settings as its seat stores them: with the present rung of its number pictures, and without
    what holds for the whole table."""
    own = {name: value for name, value in settings_of(student).items() if name not in OF_THE_TABLE}
    return {**own, SETTING: rung_of(student.pk, own)} if SETTING in own else own


def follow(student: Student) -> None:
    """Apply the child's settings at its tables from the next deal on."""
    for player in persons.players([student.pk]):
        tables.keep_own(player, _settings(student))


def in_words(needs: Mapping[str, Any]) -> list[str]:
    """Return the names of the settings that a child has of its own."""
    of_games = {name: own.at_table for name, own in catalogue.accommodations().items()}
    held = {name for name, value in needs.items() if (name, value) != (SETTING, NEVER)}
    return [str(words) for name, words in {**of_games, **ON_EVERY_SCREEN}.items() if name in held]


def rung_of(student: int, needs: Mapping[str, Any]) -> int:
    """Return the rung for this student's next table; NONE without number pictures."""
    chosen = int(needs.get(SETTING, NONE))
    return ladder_of(student).rung if chosen == BY_ITSELF else chosen


def ladder_of(student: int) -> Ladder:
    """Return the ladder of a student whose rung moves by itself, as computed from the log. One query for each game."""
    return ladder_after(given for _, given in sorted(_given(student), key=lambda row: row[0]))


def _given(student: int) -> Sequence[tuple[int, Given]]:
    found: list[tuple[int, Given]] = []
    for kind in Evidence.kinds():
        theirs = kind._default_manager.filter(player__in=persons.players_of(student), retry=False)
        answers = theirs.filter(rung__gt=NONE, ending__in=(RIGHT, WRONG))
        newest = answers.order_by("-started_at", "-pk").values_list("started_at", "rung", "ending", "pictured")
        found += [(at, Given(rung, ending == RIGHT, pictured)) for at, rung, ending, pictured in newest[:NEWEST]]
    return found
