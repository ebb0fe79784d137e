"""Own facts of a round, for its player at its end: facts about oneself only, compared with oneself only."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from game.log.tally import Earlier, SeatTally
from game.screens.sentences import MINUS
from game.screens.stencils import draw
from game.screens.table_view import TableView

SHOWN = 3
"""So many facts are told of a round."""
A_RUN = 3
"""From so many right ones on they are told as a run."""


class OwnFact(NamedTuple):
    """A line of the list: a number or a sign, what it says, and so many dots that climb below it to a ring."""

    mark: str
    words: str
    dots: int = 0


def html(facts: Iterable[OwnFact]) -> SafeString:
    """Return the list of the first facts; nothing where there is none."""
    told = list(facts)[:SHOWN]
    return draw("facts", {"facts": told}) if told else SafeString()


def of_round(table: TableView, *, with_placed: bool = True) -> SafeString:
    """Return the list for this seat: what it placed, what went well, and the sum of its last mistake."""
    return _of_round(table.language, table.tally, table.earlier, table.try_next, with_placed)


@lru_cache(maxsize=1024)
def _of_round(
    language: str, tally: SeatTally | None, earlier: Earlier | None, wrong: str, with_placed: bool
) -> SafeString:
    """Draw the list; the language is the active one. An end is drawn again with everybody who is ready to go on."""
    then, own = try_next(wrong), progress(tally, earlier)
    counted = placed(tally) if with_placed else []
    return html([*[*counted, *own][: SHOWN - len(then)], *then])


def try_next(what: str) -> list[OwnFact]:
    return [OwnFact("→", gettext("Try next: %(sum)s") % {"sum": what})] if what else []


def has_own_best(table: TableView) -> bool:
    """Say whether this seat has beaten its own longest run at this table."""
    return table.tally is not None and _is_own_best(table.tally, table.earlier)


def _is_own_best(tally: SeatTally, before: Earlier | None) -> bool:
    return before is not None and tally.longest >= A_RUN and tally.longest > before.longest


def placed(tally: SeatTally | None) -> list[OwnFact]:
    """Return how many cards were placed."""
    if tally is None or not tally.placed:
        return []
    words = ngettext("You placed %(n)s card.", "You placed %(n)s cards.", tally.placed)
    return [OwnFact(str(tally.placed), words % {"n": tally.placed})]


def progress(tally: SeatTally | None, before: Earlier | None) -> list[OwnFact]:
    """Return what was right, and what was better than before.

    After a mistake only the first of them is told: that there were fewer than last time, unless the run is an own best.
    """
    if tally is None:
        return []
    run, fewer = _in_a_row(tally, before), _fewer(tally, before)
    if _is_own_best(tally, before):
        return [*run, *(fewer or _right(tally))]
    return [*fewer, *run] if fewer else [*run, *_right(tally)]


def _fewer(tally: SeatTally, before: Earlier | None) -> list[OwnFact]:
    fewer = before.last.wrong - tally.wrong if before else 0
    if not tally.placed or fewer <= 0:
        return []
    words = ngettext("%(n)s mistake fewer than last time.", "%(n)s mistakes fewer than last time.", fewer)
    return [OwnFact(f"{MINUS}{fewer}", words % {"n": fewer})]


def _right(tally: SeatTally) -> list[OwnFact]:
    if not tally.at_once:
        return []
    if not tally.wrong:
        return [OwnFact("✓", gettext("All right at first try."))]
    return [OwnFact("✓", gettext("Right at first try: %(n)s") % {"n": tally.at_once})]


def _in_a_row(tally: SeatTally, before: Earlier | None) -> list[OwnFact]:
    """Return the longest run, a dot for each right one."""
    if tally.longest < A_RUN:
        return []
    best = _is_own_best(tally, before)
    words = gettext("Right in a row: %(n)s. Your best so far!") if best else gettext("Right in a row: %(n)s")
    return [OwnFact(str(tally.longest), words % {"n": tally.longest}, dots=tally.longest)]
