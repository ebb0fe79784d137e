"""Nine to Nothing in a class session: at tables, or one hand for the whole class."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from classroom.models import ClassSession
from classroom.sessions.games.contract import AWAY, LessonNotes, SessionGame, Way
from game.log.round import LiveRound
from game.models import Round
from game.nine_to_nothing import same_hand, words
from game.rules import nine_to_nothing as rules
from game.rules.nine_to_nothing import simulation
from game.rules.nine_to_nothing.position import MOST_AT_ONE_HAND
from game.rules.nine_to_nothing.seen import SameHand

LONGEST = 3
"""Number of the longest sums that can be read from the back of the room."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The hand in words. `longest` and `possible` are empty before the end, `cards` before GO; `possible` also where a
    child has found a sum of that length. `share` is the part of the players who have a sum, in thousandths; `ends_at`
    is when time is over, ms since 1970."""

    cards: tuple[str, ...]
    to_do: str
    having: str
    share: int
    over: bool
    longest: list[tuple[str, str]]
    possible: str
    praise: str
    ends_at: int | None


class NineToNothingSession(SessionGame):
    """Children lay sums; the most points win a round."""

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
    simulate = staticmethod(simulation.simulate)
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
        """Return one round at tables for the end of either week; the class checks its own sums."""
        at_tables = {"mode": "turns", "checking": "classmates", "rounds": 1, **AWAY}
        return at_tables if day in (days // 2 - 1, days - 1) else None

    def placed_words(self, n: int) -> str:
        return ngettext("You laid %(n)s sum!", "You laid %(n)s sums!", n) % {"n": n}

    def together_words(self, n: int) -> str:
        return ngettext("sum laid together", "sums laid together", n)

    def projected(self, session: ClassSession) -> Shown | None:
        """Return the class's present or last hand; None before its first GO. Two queries."""
        if not _is_one_hand(session.options):
            return None
        rounds = Round.objects.filter(table__seats__sitting__session=session, table__game=rules.NAME)
        played = rounds.order_by("-pk").first()
        if played is None:
            return None
        live = LiveRound(played, rules.NAME)
        live.catch_up()
        same = rules.view(live.position, None).same
        return _in_words(same, over=live.phase == "over") if same and same.hand else None


def _is_one_hand(options: Mapping[str, Any]) -> bool:
    return options.get("mode") == "same_hand"


def _in_words(same: SameHand, *, over: bool) -> Shown:
    is_found = bool(same.longest and same.possible and same.longest[0].points >= same.possible.possible)
    return Shown(
        cards=tuple(words.face(card) for card in same.hand),
        to_do=same_hand.to_do(same),
        having=same_hand.having(same),
        share=1000 * same.having // max(1, same.playing),
        over=over,
        longest=same_hand.longest(same)[:LONGEST],
        possible="" if is_found else same_hand.possible(same),
        praise=gettext("That was the longest sum. Well done!") if is_found else "",
        ends_at=None if over else same.ends_at,
    )
