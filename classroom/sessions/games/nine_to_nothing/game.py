"""Nine to Nothing in a class session: at tables, or one hand for the whole class."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from classroom.models import ClassSession
from classroom.sessions.games.contract import AWAY, LessonNotes, SessionGame, Way
from classroom.sessions.games.nine_to_nothing import one_hand
from game.rules.computer import Pace
from game.rules.nine_to_nothing import simulation
from game.rules.nine_to_nothing.position import MOST_AT_ONE_HAND
from game.rules.simulation import Entry


class NineToNothingSession(SessionGame):
    """Children lay sums; points decide a round."""

    about = _("Cards that add and subtract, from 9 down to 0")
    lesson = LessonNotes(
        learns=(
            _("sums and differences of several cards"),
            _("looking for a longer way to a number"),
            _("a sign that changes: +4 becomes −4"),
            _("checking the sums of others"),
        ),
        takes=(
            (_("15 min"), _("the first lesson: trying it out, and one round")),
            (_("3–5 min"), _("a round of two to four who know the game")),
            (_("2 min"), _("one hand for the whole class, on the projector")),
        ),
        ages=(
            ("7–8", _("numbers 1–5, what the cards make is always shown")),
            ("8–10", _("numbers 1–9, the app checks")),
            ("10+", _("numbers 1–9, the players check each other")),
        ),
    )
    score_head = _("Points")
    homework = True
    fold = _("Skip their turns")
    sizes = (1, 2, 3, 4)
    usual_size = 2
    ways = (Way("tables", _("Nine to Nothing"), _("Plus and minus, from 9 to 0")),)
    alone = {"mode": "turns", "checking": "referee", "computers": "none", "away": "wait"}

    def seats_of_all(self, options: Mapping[str, Any]) -> int | None:
        return MOST_AT_ONE_HAND if _is_one_hand(options) else None

    def acts_once(self, options: Mapping[str, Any]) -> bool:
        return _is_one_hand(options)

    def demo(self, day: int, days: int) -> Mapping[str, Any] | None:
        """One round at tables at the end of either week; the class checks its own sums."""
        at_tables = {"mode": "turns", "checking": "classmates", "rounds": 1, **AWAY}
        return at_tables if day in (days // 2 - 1, days - 1) else None

    def simulate(self, options: Mapping[str, Any], paces: Sequence[Pace], seed: int, start_at: int) -> Iterable[Entry]:
        return simulation.simulate(options, paces, seed, start_at)

    def placed_words(self, n: int) -> str:
        return ngettext("You laid %(n)s sum!", "You laid %(n)s sums!", n) % {"n": n}

    def together_words(self, n: int) -> str:
        return ngettext("sum laid together", "sums laid together", n)

    def projected(self, session: ClassSession) -> one_hand.Shown | None:
        return one_hand.shown(session) if _is_one_hand(session.options) else None


def _is_one_hand(options: Mapping[str, Any]) -> bool:
    return options.get("mode") == "same_hand"
