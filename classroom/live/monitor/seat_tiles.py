"""A seat on a tile of the monitor, and the sentence of a tile when there are few tables: who needs attention, or the
state of the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.live.monitor.last_cards import TriedCard, likely_cause

MINUTE = 60
NEARLY = 3
"""Number of remaining cards with which a child is nearly through."""


def time_in_words(seconds: int) -> str:
    """Return the seconds, from a minute on the whole minutes."""
    return _("%(n)s s") % {"n": seconds} if seconds < MINUTE else _("%(n)s min") % {"n": seconds // MINUTE}


@dataclass(frozen=True, slots=True)
class SeatTile:
    """A seat as shown to the teacher; `standing` is its progress in words.

    `student` is its student, None for a computer; `held` is the share of its dealt cards that it still holds, in
    percent, and `left` their number, if the game defines them. `away` is in seconds, rounded down to 5 s; None if
    present. `net` is the child's connection (presence.speed_of); "" for a computer. `reason` is why the child needs
    attention, or ""; `team` is the sign of its team, `hat` that of its face, `tried` are its last cards, with few
    tables; `without_hints`: this game has hints, and they are off for this child. `cheer` is the picture that it sent
    to its table after the round, 0 for none.
    """

    number: int
    name: str
    student: int | None
    character: str
    colour: str
    net: str
    standing: str
    held: int | None
    away: int | None
    ready: bool
    computer: bool
    reason: str
    turn: bool
    place: int | None
    left: int | None = None
    team: str = ""
    hat: str = ""
    tried: tuple[TriedCard, ...] = ()
    without_hints: bool = False
    cheer: int = 0

    @property
    def away_for(self) -> str:
        return time_in_words(self.away or 0)


def sentence(game: str, badge: str, seats: Sequence[SeatTile]) -> str:
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


def _of_child(game: str, seat: SeatTile) -> str:
    if seat.away:
        return _("%(name)s is away, for %(time)s now.") % {"name": seat.name, "time": time_in_words(seat.away)}
    if not seat.reason:
        return ""
    return f"{seat.name}: {likely_cause(game, seat.tried) or seat.reason}"


def _how_it_stands(seats: Sequence[SeatTile]) -> str:
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
