"""Context of the projector for one hand that all have: cards and target, how many have a sum, then the longest ones.

Read from the log, so that it needs no live table; nobody is named, and before the end no sum is shown.
"""

from dataclasses import dataclass

from classroom.models import ClassSession
from game.log.round import LiveRound
from game.models import Round
from game.nine_to_nothing import same_hand, words
from game.rules import nine_to_nothing as rules
from game.rules.nine_to_nothing.seen import SameHand


@dataclass(frozen=True, slots=True)
class Shown:
    """The hand in words. `longest` and `possible` are empty before its end, `cards` before GO."""

    cards: tuple[str, ...]
    to_do: str
    having: str
    over: bool
    longest: list[tuple[str, str]]
    possible: str


def shown(session: ClassSession) -> Shown | None:
    """Return the hand that the class has now or had last; None before its first GO. Two queries."""
    rounds = Round.objects.filter(table__seats__sitting__session=session, table__game=rules.NAME)
    played = rounds.order_by("-pk").first()
    if played is None:
        return None
    live = LiveRound(played, rules.NAME)
    live.catch_up()
    same = rules.view(live.position, None).same
    return _in_words(same, over=live.phase == "over") if same and same.hand else None


def _in_words(same: SameHand, *, over: bool) -> Shown:
    return Shown(
        cards=tuple(words.face(card) for card in same.hand),
        to_do=same_hand.to_do(same),
        having=same_hand.having(same),
        over=over,
        longest=same_hand.longest(same),
        possible=same_hand.possible(same),
    )
