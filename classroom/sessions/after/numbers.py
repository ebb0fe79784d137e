"""The three numbers of the page after a session, each compared with the last session with the same settings."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.models import ClassSession
from classroom.sessions import teams
from classroom.sessions.counts import SessionTotals, totals
from classroom.sessions.games import catalogue


class Number(NamedTuple):
    """A number, the words for what it counts, and for its comparison."""

    value: int
    label: str
    compared: str


def numbers(session: ClassSession, new_sums: int) -> list[Number]:
    """Return the three numbers of a session in which somebody played; the third is `new_sums` of the whole class if
    there are any, else the number of rounds."""
    game, now = catalogue.of(session.game), totals(session)
    last = next((before for earlier in teams.alike_before(session) if (before := totals(earlier)).placed), None)
    found = [Number(now.placed, game.together_words(now.placed), _difference(now.placed, last and last.placed))]
    if now.tried:
        found.append(_right(now, last))
    if new_sums:
        words = ngettext("new sum known", "new sums known", new_sums)
        found.append(Number(new_sums, words, _("over the whole class")))
    elif now.rounds:
        words = ngettext("round played to the end", "rounds played to the end", now.rounds)
        found.append(Number(now.rounds, words, _("last time %(n)s") % {"n": last.rounds} if last else ""))
    return found


def _right(now: SessionTotals, last: SessionTotals | None) -> Number:
    """Return the count of right answers, not a percentage: those are in the reports, whose model allows for answers
    that a race cuts off."""
    words = ngettext("of %(n)s first answer was right", "of %(n)s first answers were right", now.tried)
    compared = _("last time %(right)s of %(n)s") % {"right": last.right, "n": last.tried} if last else ""
    return Number(now.right, words % {"n": now.tried}, compared)


def _difference(now: int, last: int | None) -> str:
    if last is None:
        return _("the first time with these settings")
    if now == last:
        return _("as many as last time")
    more = now - last
    words = _("%(n)s more than last time") if more > 0 else _("%(n)s fewer than last time")
    return words % {"n": abs(more)}
