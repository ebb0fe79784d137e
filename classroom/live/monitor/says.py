"""The sentence of a tile when there are few tables: who needs attention, or the state of the game."""

from collections.abc import Sequence
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.live.monitor.last_cards import TriedCard, likely_cause

MINUTE = 60
NEARLY = 3
"""Number of remaining cards with which a child is nearly through."""


class SeatLike(Protocol):
    """The part of a seat's tile used by the sentence (tiles.SeatTile)."""

    @property
    def name(self) -> str: ...
    @property
    def away(self) -> int | None: ...
    @property
    def ready(self) -> bool: ...
    @property
    def reason(self) -> str: ...
    @property
    def left(self) -> int | None: ...
    @property
    def tried(self) -> tuple[TriedCard, ...]: ...


def time_in_words(seconds: int) -> str:
    """Return the seconds, from a minute on the whole minutes."""
    return _("%(n)s s") % {"n": seconds} if seconds < MINUTE else _("%(n)s min") % {"n": seconds // MINUTE}


def sentence(game: str, badge: str, seats: Sequence[SeatLike]) -> str:
    """Return the sentence of a table with this badge; "" if there is nothing to add."""
    match badge:
        case "look":
            return next((said for seat in seats if (said := _of_child(game, seat))), "")
        case "waiting":
            ready = sum(seat.ready for seat in seats)
            return _("%(ready)s of %(all)s are ready.") % {"ready": ready, "all": len(seats)}
        case "playing":
            return _how_it_stands([seat for seat in seats if seat.left is not None])
    return ""


def _of_child(game: str, seat: SeatLike) -> str:
    if seat.away:
        return _("%(name)s is away, for %(time)s now.") % {"name": seat.name, "time": time_in_words(seat.away)}
    if not seat.reason:
        return ""
    return f"{seat.name}: {likely_cause(game, seat.tried) or seat.reason}"


def _how_it_stands(seats: Sequence[SeatLike]) -> str:
    if not seats:
        return ""
    nearest = min(seats, key=lambda seat: seat.left or 0)
    low, high = nearest.left or 0, max(seat.left or 0 for seat in seats)
    if low <= NEARLY:
        words = ngettext(
            "%(name)s is nearly through: %(n)s card left.", "%(name)s is nearly through: %(n)s cards left.", low
        )
        return words % {"name": nearest.name, "n": low}
    if low == high:
        return ngettext("Each has %(n)s card left.", "Each has %(n)s cards left.", low) % {"n": low}
    return _("Each has %(low)s to %(high)s cards left.") % {"low": low, "high": high}
