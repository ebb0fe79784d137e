"""What a child's last cards tell its teacher: how many were wrong, and what may lie behind it."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.live.monitor.last_cards import TriedCard
from classroom.reports.pages.catalogue import report_of

ENOUGH = 3
"""From so many cards on it can be said how a child does."""
ALIKE = 2
"""From so many wrong cards of one kind on it is said what may lie behind them."""


def counted(tried: Sequence[TriedCard]) -> str:
    """Say how many of a child's last cards were wrong; "" where they are too few."""
    if len(tried) < ENOUGH:
        return ""
    wrong = sum(not card.right for card in tried)
    words = ngettext(
        "%(wrong)s of the last %(n)s cards was wrong.", "%(wrong)s of the last %(n)s cards were wrong.", wrong
    )
    return (words if wrong else _("The last %(n)s cards were right.")) % {"wrong": wrong, "n": len(tried)}


def behind(game: str, tried: Sequence[TriedCard]) -> str:
    """Say what may lie behind the wrong ones of these cards, where they are alike, else what would have fitted instead
    of the latest; "" where there is nothing to say."""
    wrong = [card for card in tried if not card.right]
    slips = Counter(slip for card in wrong for slip in card.slips)
    slip, seen = max(slips.items(), key=lambda found: found[1], default=("", 0))
    if seen >= ALIKE and (words := report_of(game).slip_words(slip)):
        return words
    if not wrong or not wrong[-1].instead:
        return ""
    return _("The latest was %(card)s; %(sum)s fits.") % {"card": wrong[-1].words, "sum": wrong[-1].instead}
