"""Reasons, in words, why a child at a live table needs attention: many wrong cards, or none played."""

from django.utils.translation import gettext as _

from classroom.live.monitor.seat_tiles import time_in_words
from classroom.sessions.games import catalogue
from game.live.table import LiveTable

HELP_MS, HELP_PLAYS, HELP_SHARE = 60_000, 5, 0.4
"""A child needs help if it played at least five cards in the last minute, more than 40 % of them wrong (screens T8)."""

NOT_STARTED_MS, NO_CARD_MS = 20_000, 40_000
"""Time without any act in this round, and since the last one, after which a child that could play needs attention."""
IDLE = frozenset({"sort", "pass", "more", "ask"})
"""Kinds of moves that play no card."""


def reason(table: LiveTable, seat: int, tried: tuple[int, int] | None, now: int) -> str:
    """Return why this child needs attention, "" if it does not. `tried`: wrong cards of all in the last HELP_MS."""
    if table.is_computer(seat):
        return ""
    if tried:
        wrong, all_cards = tried
        if all_cards >= HELP_PLAYS and wrong > HELP_SHARE * all_cards:
            return _("%(wrong)s of %(all)s wrong") % {"wrong": wrong, "all": all_cards}
    acted = table.acted_at(seat)
    idle = now - table.could_act_since(seat, now)
    if idle < (NOT_STARTED_MS if acted is None else NO_CARD_MS) or not _could_act(table, seat):
        return ""
    if acted is None:
        return _("has not started")
    return _("no card for %(time)s") % {"time": time_in_words(idle // 5000 * 5)}


def _could_act(table: LiveTable, seat: int) -> bool:
    if table.acted_at(seat) is not None and catalogue.of(table.row.game).acts_once(table.round.options):
        return False
    return table.can_move(seat, but=IDLE)
