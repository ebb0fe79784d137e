"""Why a child at a live table needs a look, in words for the teacher: it plays many wrong cards, or it plays none."""

from django.utils.translation import gettext as _

from classroom.sessions.games import catalogue
from game.live.table import LiveTable

HELP_MS, HELP_PLAYS, HELP_SHARE = 60_000, 5, 0.4
"""A child needs help who in the last minute played at least five cards, more than 40 % of them wrong (ui T8)."""

NOT_STARTED_MS, NO_CARD_MS = 20_000, 40_000
"""After so long a child needs a look who could play and has done nothing in this round yet, or nothing since."""
IDLE = frozenset({"sort", "pass", "more", "ask"})
"""Moves that are no card."""


def reason(table: LiveTable, seat: int, tried: tuple[int, int] | None, now: int) -> str:
    """Say why this child needs a look; "" where all is well. `tried`: wrong cards of all in the last HELP_MS."""
    if table.is_computer(seat):
        return ""
    if tried:
        wrong, all_cards = tried
        if all_cards >= HELP_PLAYS and wrong > HELP_SHARE * all_cards:
            return _("%(wrong)s of %(all)s wrong") % {"wrong": wrong, "all": all_cards}
    acted = table.round.acted_at[seat]
    idle = now - _since(table, seat, now)
    if idle < (NOT_STARTED_MS if acted is None else NO_CARD_MS) or not _could_act(table, seat):
        return ""
    return _("has not started") if acted is None else _("no card for %(n)s s") % {"n": idle // 5000 * 5}


def _since(table: LiveTable, seat: int, now: int) -> int:
    """Return since when this child could have done something and has not (ms since 1970)."""
    position = table.round.position
    turn = position.turn_since if position.turn is not None else 0
    return max(table.round.acted_at[seat] or 0, position.go_at or now, table.round.manners.resumed_at, turn)


def _could_act(table: LiveTable, seat: int) -> bool:
    position, rules = table.round.position, table.round.rules
    acts_once = catalogue.of(table.row.game).acts_once(table.round.options)
    if position.turn not in (None, seat) or (acts_once and table.round.acted_at[seat] is not None):
        return False
    return any(move.kind not in IDLE for move in rules.moves(position, seat))
