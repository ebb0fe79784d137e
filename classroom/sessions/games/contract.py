"""The contract of a game in a class session: its settings, its counts, and its words on pages.

A class can play every game of the rules with the defaults. A game overrides what it does better; `catalogue` lists
these games.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from classroom.models import ClassSession, SessionPreset
from classroom.sessions.forms import SessionForm, form_of
from game import catalogue as presentations
from game.rules import Game
from game.rules.computer import Pace
from game.rules.simulation import Entry, PlainRound
from game.screens.options import Option, Text

FOLDER = "classroom/sessions/games"

MOST_SEATS = 4
"""At a table of a game that does not define sizes."""

AWAY: Mapping[str, Any] = {"away": "wait", "away_limit": 60_000}
"""The demo class waits a minute for absent players."""


class Way(NamedTuple):
    """A way of playing that a teacher is offered as a picture. `chosen` are its values in the game's form."""

    name: str
    title: Text
    about: Text
    chosen: Mapping[str, Any] = MappingProxyType({})


HINTS = "hints"
"""The accommodation that a teacher can also switch while the class plays, in the games that have it."""


class LessonNotes(NamedTuple):
    """What a teacher wants to know before a first lesson: what children learn; durations, as number and words; and
    which settings suit which age."""

    learns: tuple[Text, ...]
    takes: tuple[tuple[Text, Text], ...]
    ages: tuple[tuple[Text, Text], ...]


class RatedAnswer(NamedTuple):
    """A student's first answer to a question, for the ratings of children (see sessions.seating.proposals).

    `question` is the same for all who were asked the same; `lost`: another child was quicker. Times are ms.
    """

    player: int
    question: Hashable
    is_right: bool
    is_lost: bool
    milliseconds: int
    at: int


class SessionGame:
    """Settings and counts of a game of which only the rules are known. A subclass overrides what it does better."""

    about: Text = ""
    """Description in a few words, for the teacher who chooses a game."""
    lesson: LessonNotes | None = None
    """The content of the game's page for teachers, beside the rules."""
    score_head: Text = _("Cards left")
    """Heading of a round's scores: a game that counts points overrides it, and returns them from `standing`."""
    calls_numbers = False
    """Whether the monitor can call out the numbers that are played (Glance.called)."""
    homework = False
    """Whether a session's cards can be played again as homework."""
    fold: Text = _("Play on without them")
    """Words for going on without a child who is away for long, where its cards are not kept."""
    sizes: Sequence[int] = ()
    """Possible numbers of children at a table; if empty, all that the rules allow, up to MOST_SEATS."""
    usual_size = 4
    modes: Mapping[str, Text] = MappingProxyType({})
    """Words for the values of `mode`, and for other ways in which answers arise; each mode belongs to one game."""
    solo: Mapping[str, Any] | None = None
    """Options with which one child plays all cards of a deal against the clock; None where that is impossible."""

    def __init__(self, rules: Game) -> None:
        self.rules = rules

    @property
    def name(self) -> str:
        return self.rules.NAME

    def templates(self, part: str) -> tuple[str, str]:
        """Return the template names of a part of a page: the game's own, then the common one.

        Parts are `counted` (the class's numbers), `projected` (a running round on the projector) and `sky` (the sun
        over its tables).
        """
        return f"{FOLDER}/{self.name}/_{part}.html", f"{FOLDER}/_{part}.html"

    # Set-up

    @property
    def ways(self) -> Sequence[Way]:
        """Return the ways of playing that a teacher can choose; the first is the usual one."""
        return (Way("", presentations.of(self.name).title(), self.about),)

    def picture(self, way: Way) -> tuple[str, str]:
        """Return the template names of the picture of a way of playing."""
        return f"{FOLDER}/{self.name}/_way_{way.name}.html", f"{FOLDER}/_way.html"

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of a session of this game (see game.screens.options)."""
        return presentations.of(self.name).options

    @property
    def accommodations(self) -> Mapping[str, Option]:
        """The options that one child may have differently from its table, by name."""
        return {option.name: option for option in presentations.of(self.name).own_options}

    @cached_property
    def form(self) -> type[SessionForm]:
        """The form for the session's options."""
        sizes = self.sizes or [n for n in self.rules.SEATS if 2 <= n <= MOST_SEATS] or [self.rules.SEATS.start]
        usual = min(sizes, key=lambda size: abs(size - self.usual_size))
        return form_of(self.options, self.fold, sizes, usual)

    def chosen_before(self, kept: ClassSession | SessionPreset) -> dict[str, Any]:
        """Return a session's or a preset's settings as initial values of the form."""
        return {"table_size": kept.table_size, **self.form.chosen_before(kept.options)}

    def compared(self, options: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the values that two sessions must share for a class to be compared with its own last one."""
        return tuple(option.of(options) for option in self.options if option.compared)

    def mode(self, options: Mapping[str, Any]) -> str:
        """Return the way of playing, "" in a game with only one."""
        return str(options.get("mode", ""))

    # Seats

    def of_table(self, options: Mapping[str, Any], needs: Iterable[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Return the options of a table with children who have these needs: some needs change the whole table."""
        return options

    @property
    def alone(self) -> Mapping[str, Any]:
        """Options of the table of a child who plays alone while the others play."""
        return {"computers": "none" if 1 in self.rules.SEATS else "fill", "away": "wait"}

    def is_alone(self, options: Mapping[str, Any]) -> bool:
        """Return whether with these options every child plays for itself and nobody may join."""
        return False

    def is_under_the_sun(self, options: Mapping[str, Any]) -> bool:
        """Return whether every table plays against a setting sun, which the projector may then show."""
        return False

    def seats_of_all(self, options: Mapping[str, Any]) -> int | None:
        """Return the number of seats at the one table of the whole class; None where there are several tables."""
        return None

    def acts_once(self, options: Mapping[str, Any]) -> bool:
        """Return whether a child acts only once in a round."""
        return False

    def rated_answers(self, players: Sequence[int]) -> Iterable[RatedAnswer]:
        """Return the players' answers from which ratings are computed, oldest first; none in a game without
        measures."""
        return ()

    # Demo

    def demo(self, day: int, days: int) -> Mapping[str, Any] | None:
        """Return the options of the demo class's session on its `day` of `days`, from 0; None where it does not
        play."""
        return None

    def misled(self, pace: Pace) -> Pace:
        """Return the pace of a player whose errors mostly come from one misconception, if the game knows one."""
        return pace

    def simulate(self, options: Mapping[str, Any], paces: Sequence[Pace], seed: int, start_at: int) -> Iterable[Entry]:
        """Return the log entries of a round of computers at these paces, with the values that browsers would have
        measured."""
        return PlainRound(self.rules, options, paces, seed, start_at).run()

    # Words and pictures

    def placed_words(self, n: int) -> str:
        """Return the words that tell a child how many it placed."""
        return ngettext("You placed %(n)s card!", "You placed %(n)s cards!", n) % {"n": n}

    def together_words(self, n: int) -> str:
        """Return the words for what the big number on the projector counts."""
        return ngettext("card placed together", "cards placed together", n)

    def projected(self, session: ClassSession) -> Any:
        """Return the context of the part `projected`, which replaces the class's number; None for none."""
        return None
