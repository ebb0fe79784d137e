"""Parts of a table that plays together against the sun (rules 1.11): the sun, the cards to go, the end."""

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from game.screens import parts
from game.screens.contract import SUN_STEPS, Daylight
from game.screens.sentences import good_round, minutes
from game.screens.stencils import draw, joined, piece
from game.screens.table_view import TableView


def sky(table: TableView) -> SafeString:
    """Return the sun, the number of cards to go, and, for a seat without cards, that it is done."""
    day = daylight_of(table.view)
    shown = draw("around_the_corner/sun/sky", _context(day)) if day else SafeString()
    return joined((shown, to_go(table), _done(table)))


def daylight_of(view: Any) -> Daylight | None:
    """Return the day of a table's round; None without a sun."""
    length = view.options.daylight
    if not length:
        return None
    if view.go_at is None:
        return Daylight(length, 0, None)
    if view.phase == "playing":
        return Daylight(length, 0, view.go_at + view.pauses)
    until = view.over_at if view.stopped_at is None else view.stopped_at
    return Daylight(length, min(length, max(0, (until or view.go_at) - view.go_at - view.pauses)), None)


def _context(day: Daylight) -> dict[str, Any]:
    """Return the context of sun/_sky.html: when the sun sets (ms since 1970) while it is moving; otherwise what is left
    of the day, and its step."""
    shown = {"daylight": day.length // 1000, "time": minutes(day.length - day.gone)}
    shown["step"] = SUN_STEPS * day.gone // day.length
    return shown if day.since is None else {**shown, "sets_at": day.since + day.length}


def to_go(table: TableView) -> SafeString:
    """Return how many cards the table still has to place."""
    return piece(table.language, "around_the_corner/sun/to_go", left=_left(table))


def _left(table: TableView) -> int:
    return sum(seat.left for seat in table.view.seats)


def _done(table: TableView) -> SafeString:
    view, seat = table.view, table.seat
    if seat is None or view.phase != "playing" or view.seats[seat].left or view.seats[seat].folded:
        return SafeString()
    return piece(table.language, "around_the_corner/sun/done")


def over(table: TableView) -> SafeString:
    """Return the overlay at the end: the same headline for all, and the own result."""
    left = _left(table)
    words = ngettext("%(n)s card was left. Play again?", "%(n)s cards were left. Play again?", left)
    return parts.over(
        table,
        headline=_headline(table, left),
        line=words % {"n": left} if left else "",
        own=parts.own_round(table),
        cheers=not left,
    )


def _headline(table: TableView, left: int) -> str:
    if not left:
        return gettext("All cards placed before dark!")
    return gettext("The sun was first.") if _has_set(table.view) else good_round(table)


def _has_set(view: Any) -> bool:
    daylight = view.options.daylight
    return bool(daylight and view.go_at and view.over_at - view.go_at - view.pauses >= daylight)
