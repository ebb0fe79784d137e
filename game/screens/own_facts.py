"""A player's own result at the end of a round, compared only with their own earlier ones."""

from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from game.log.tally import Earlier, SeatTally
from game.screens.stencils import piece
from game.screens.table_view import TableView

A_RUN = 3
"""Shortest run of right ones that is mentioned."""


class OwnRound(NamedTuple):
    """`fact` is the count in words, `praise` the sentence beside the own face, `number` the count that is drawn."""

    fact: str = ""
    praise: str = ""
    number: SafeString = SafeString()


def of_round(table: TableView) -> OwnRound:
    """Return this seat's own result: how much it placed, what went well or is to be tried next, its longest run."""
    return _of_round(table.language, table.tally, table.earlier, table.try_next)


@lru_cache(maxsize=1024)
def _of_round(language: str, tally: SeatTally | None, earlier: Earlier | None, wrong: str) -> OwnRound:
    """Return the own result in the active language, cached, as the end is redrawn whenever a player becomes ready."""
    if tally is None:
        return OwnRound(praise=_try_next(wrong))
    praise = _fewer(tally, earlier) or _all_right(tally) or _try_next(wrong)
    return OwnRound(_placed(tally), praise, longest_run(language, tally, earlier))


def has_own_best(table: TableView) -> bool:
    """Return whether this seat has beaten its own longest run at this table."""
    return table.tally is not None and _is_own_best(table.tally, table.earlier)


def best_run(table: TableView) -> str:
    """Return the longest run in words if it is this seat's best at this table, otherwise ""."""
    if table.tally is None or not _is_own_best(table.tally, table.earlier):
        return ""
    return gettext("Right in a row: %(n)s. Your best so far!") % {"n": table.tally.longest}


def _is_own_best(tally: SeatTally, before: Earlier | None) -> bool:
    return before is not None and tally.longest >= A_RUN and tally.longest > before.longest


def longest_run(language: str, tally: SeatTally | None, before: Earlier | None) -> SafeString:
    """Return the longest run as one dot for each right answer; empty for a short one."""
    if tally is None or tally.longest < A_RUN:
        return SafeString()
    best = _is_own_best(tally, before)
    words = gettext("right in a row, your best so far!") if best else gettext("right in a row")
    return piece(language, "over/number", n=tally.longest, words=words, dots=tally.longest)


def _placed(tally: SeatTally) -> str:
    words = ngettext("You placed %(n)s card.", "You placed %(n)s cards.", tally.placed)
    return words % {"n": tally.placed} if tally.placed else ""


def _fewer(tally: SeatTally, before: Earlier | None) -> str:
    fewer = before.last.wrong - tally.wrong if before else 0
    if not tally.placed or fewer <= 0:
        return ""
    words = ngettext("%(n)s mistake fewer than last time.", "%(n)s mistakes fewer than last time.", fewer)
    return words % {"n": fewer}


def _all_right(tally: SeatTally) -> str:
    return gettext("All right at first try.") if tally.at_once and not tally.wrong else ""


def _try_next(what: str) -> str:
    return gettext("Try next: %(sum)s") % {"sum": what} if what else ""
