"""The three numbers of the page after a session, each beside the last one with the same settings."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.models import ClassSession
from classroom.sessions import teams
from classroom.sessions.games import catalogue, counting

FEWEST_TRIED = 20
"""Of fewer tried cards no share of a hundred is said, but how many they were."""


class Number(NamedTuple):
    """A number, what it counts, and how it compares, in words."""

    value: int
    label: str
    compared: str


class SessionTotals(NamedTuple):
    """Totals of all children of a session: placed, tried and right of these, rounds to their end."""

    placed: int
    tried: int
    right: int
    rounds: int

    @property
    def of_100(self) -> int:
        return round(100 * self.right / self.tried) if self.tried else 0


def numbers(session: ClassSession) -> list[Number]:
    """Return the three numbers of a session in which somebody played."""
    game, now = catalogue.of(session.game), totals(session)
    last = next((before for earlier in teams.alike_before(session) if (before := totals(earlier)).placed), None)
    found = [Number(now.placed, game.together_words(now.placed), _difference(now.placed, last and last.placed))]
    if now.tried:
        found.append(_right(now, last))
    rounds = ngettext("round played to the end", "rounds played to the end", now.rounds)
    return [*found, Number(now.rounds, rounds, _last_time(last and last.rounds))]


def _right(now: SessionTotals, last: SessionTotals | None) -> Number:
    if now.tried < FEWEST_TRIED:
        words = ngettext("of %(n)s tried was right", "of %(n)s tried were right", now.tried)
        return Number(now.right, words % {"n": now.tried}, "")
    compared = last and (last.of_100 if last.tried >= FEWEST_TRIED else None)
    return Number(now.of_100, _("of 100 tried were right"), _last_time(compared))


def totals(session: ClassSession) -> SessionTotals:
    """Return what all children of the session did; what computers did counts for nobody."""
    game = catalogue.of(session.game)
    kinds = counting.counts(session, game.tried | game.placed)
    tries = game.tries(session, kinds).values()
    tried, right = sum(mine.tried for mine in tries), sum(mine.right for mine in tries)
    placed = sum(n for (_student, kind), n in kinds.items() if kind in game.placed)
    return SessionTotals(placed, tried, right, game.won(session).count())


def _difference(now: int, last: int | None) -> str:
    if last is None:
        return _("the first time with these settings")
    if now == last:
        return _("as many as last time")
    more = now - last
    words = _("%(n)s more than last time") if more > 0 else _("%(n)s fewer than last time")
    return words % {"n": abs(more)}


def _last_time(last: int | None) -> str:
    return "" if last is None else _("last time %(n)s") % {"n": last}
