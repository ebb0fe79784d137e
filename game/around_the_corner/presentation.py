"""How Around the Corner is shown at a table: its page and its screens, and what it tells of each event."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from game.around_the_corner import screens, words
from game.around_the_corner.screens import board, over, seat
from game.around_the_corner.words import done
from game.rules import Event
from game.rules.around_the_corner import own_hand
from game.screens import page
from game.screens.contract import Glance, Shown, Told
from game.screens.table_view import OwnCards, TableView

__all__ = ["PAGE", "board", "done", "glance", "over", "page_context", "refusal", "seat", "title", "told"]

PAGE = "game/around_the_corner/page.html"
TURNED = frozenset({"passed", "time_up", "skipped", "more_time"})
"""What changes a turn and no card."""
COVERED = frozenset({"standstill", "over"})
"""What lies over a table, so that a card which came too late is no news any more."""


def title() -> str:
    return gettext("Around the Corner")


def page_context(table: TableView, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of PAGE; nothing can be asked of it."""
    options, chooses = table.view.options, table.view.turn in (None, table.seat)
    common = page.page_context(table, board=board(table), by_forms=options.mode == "turns", chooses=chooses)
    return {**common, "corner": options.corner}


def glance(table: TableView) -> Glance:
    view = table.view
    card = view.top_card if table.phase != "over" else None
    left = gettext("%(left)s left")
    return Glance(
        top=f"{card.number} ±{card.step}" if card else "",
        called=view.called[1] if view.called else None,
        seats=tuple(left % {"left": seat.left} for seat in view.seats),
    )


def refusal(reason: str, table: Shown, seat: int, **details: Any) -> str:
    match reason:
        case "beaten":
            position = table.round.position
            called = None if position.turn is not None else position.called  # by turns nobody is first
            return words.beaten(table.language, called, seat, table.names)
        case "wrong":
            return words.wrong(table.view(seat).view, details["card"])
        case "not_your_turn":
            return words.not_your_turn(table.names[details["turn"]])
    return words.refusal(reason, table.language)


def told(event: Event, table: Shown, before: Any) -> Told:
    """Return what is told of an event: a play in as few bytes as can be, rarer things as a whole board."""
    seat = event.seat
    if event.kind == "go" and _all_start_alike(table.view(None)):
        return Told(same=screens.went(table.view(None)))
    if seat is None:
        return Told(each=board)
    match event.kind:
        case "beaten" if (phase := table.round.position.phase) in COVERED:
            return Told(why=phase, say=refusal(phase, table, seat))
        case "wrong" | "beaten":
            pause = max(0, table.round.position.paused_until[seat] - event.at)
            return Told(why=event.kind, say=refusal(event.kind, table, seat, card=event.card), ms=pause)
        case "played":
            return _played(seat, table.view(seat), before.hands[seat].index(event.card))
        case kind if kind in TURNED:
            return Told(screens.turn(table.view(seat)), each=screens.turn)
        case "drew":
            return Told(_drew(seat, table, table.round.position.hands[seat].index(event.card)))
        case "sorted":
            return Told(board(table.view(seat)))
    return Told(board(table.view(seat)), each=board)


def _played(seat: int, mine: TableView, slot: int) -> Told:
    """In a race everybody gets the same bytes, unless somebody has settings of their own; by turns each is told whether
    the turn is theirs now."""
    public = screens.played(mine, seat)
    own = screens.slot(mine, slot) + public
    if mine.view.turn is None and not mine.view.options.own:
        return Told(own + screens.clock(mine), same=public)
    return Told(own + screens.turn(mine), each=lambda view: screens.played(view, seat) + screens.turn(view))


def _drew(seat: int, table: Shown, slot: int) -> str:
    """Every other move is a draw, and it changes nothing but a hand: no view of the whole table is made."""
    if slot == screens.ROOMY:
        return board(table.view(seat))
    own = own_hand(table.round.position, seat)
    return screens.drew(OwnCards(table.language, table.round.labels, own), slot)


def _all_start_alike(table: TableView) -> bool:
    """Whether GO shows everybody the same: empty hands, no turn, no clock, nobody with settings of their own."""
    view = table.view
    return view.turn is None and table.solo is None and not view.options.own and not any(s.hand for s in view.seats)
