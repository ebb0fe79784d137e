"""How Nine to Nothing is shown at a table: its page and its screens, and what it tells of each event."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from game.log import table_state
from game.nine_to_nothing import screens, words
from game.nine_to_nothing.screens import board, over, seat
from game.nine_to_nothing.selection import picks_of
from game.nine_to_nothing.words import done, refusal
from game.rules import Event
from game.screens import page
from game.screens.contract import Glance, Shown, Told
from game.screens.table_view import TableView

__all__ = ["PAGE", "board", "done", "glance", "over", "page_context", "refusal", "seat", "title", "told"]

PAGE = "game/nine_to_nothing/page.html"
NEW_BOARD = frozenset({"go", "finished", "exhausted", "stopped"})
"""What changes what lies over the table."""


def title() -> str:
    return gettext("Nine to Nothing")


def page_context(table: TableView, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of PAGE; `asked` may name the cards that a page without scripts has picked."""
    cards = {label: card for card, label in table.labels.items()}
    hand = [card.id for card in table.view.hand if card]
    picked = board(table, picks_of(asked.get("cards", ""), cards, hand))
    same = table.view.same
    chooses = not same.mine_done if same else table.view.turn == table.seat
    return page.page_context(table, board=picked, by_forms=True, chooses=chooses)


def glance(table: TableView) -> Glance:
    view = table.view
    top = view.discard_top if table.phase == "playing" else None
    return Glance(
        words.face(top) if top else "",
        None,
        tuple(words.standing(seat, same=view.same is not None) for seat in view.seats),
    )


def told(event: Event, table: Shown, before: Any) -> Told:
    """Return what is told of an event: what all see, and what is a seat's own; a hand only where it has changed."""
    seat = event.seat
    if event.kind in table_state.PAUSES:
        return Told(each=over)
    if event.kind in NEW_BOARD:
        return Told("" if seat is None else board(table.view(seat)), each=board)
    if event.kind == "wrong" and seat is not None:
        return Told(why="wrong", say=refusal("wrong", table, seat, cards=event.cards))

    def changed(view: TableView) -> str:
        return screens.public(view) + screens.own(view) + _hand_if_changed(view, before)

    mine = "" if seat is None else changed(table.view(seat))
    return Told(mine, each=None if event.kind in ("asked", "sorted") else changed)


def _hand_if_changed(table: TableView, before: Any) -> str:
    if before is None or table.seat is None or before.hand_changes[table.seat] == table.view.hand_changes:
        return ""
    return screens.hand(table)
