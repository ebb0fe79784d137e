"""The own hand of Around the Corner: its slots with their cards, and the draw pile."""

from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString

from game.screens import parts
from game.screens.stencils import fill, joined, piece
from game.screens.table_view import OwnCards, TableView


def slots(table: TableView, count: int) -> SafeString:
    """Return `count` slots of this seat's hand: those with a card, and the empty ones after the last of them."""
    hand, changes = table.view.hand, table.view.hand_changes
    filled = next((index for index in range(len(hand), 0, -1) if hand[index - 1]), 0)
    return joined(slot(table, index) for index in range(filled)) + _empty_slots(filled, count, changes, len(hand))


@lru_cache(maxsize=8192)
def _empty_slots(first: int, count: int, hand_changes: int, used: int) -> SafeString:
    return joined(_empty_slot(index, hand_changes, index < used) for index in range(first, count))


def slot(table: TableView | OwnCards, index: int) -> SafeString:
    view = table.view
    is_used = index < len(view.hand)
    held = view.hand[index] if is_used else None
    if held is None:
        return _empty_slot(index, view.hand_changes, is_used)
    return fill("slot", index=index, hand_changes=view.hand_changes, card=_held(table, held))


@lru_cache(maxsize=8192)
def _empty_slot(index: int, hand_changes: int, is_used: bool) -> SafeString:
    """Return a slot without a card, marked if it has had one, so that its row of the mat stays."""
    return fill("slot", ("used", is_used), index=index, hand_changes=hand_changes, card="")


def _held(table: TableView | OwnCards, held: Any) -> SafeString:
    """Return a card of the own hand: a button named by its label on the wire, face down in a standstill."""
    view = table.view
    if view.hand_hidden:
        return back(table.language)
    shown = {
        "number": held.number,
        "step": held.step,
        "sign": view.options.sign,
        "last": view.last_card,
        "bare": True,
        "frame": parts.has_frames(table) and not view.last_card,
    }
    face = piece(table.language, "around_the_corner/face", **shown)
    last = " last" if view.last_card else ""
    return fill("around_the_corner/held", id=f"c{table.labels[held.id]}", last=last, number=held.number, face=face)


def drawbox(table: TableView | OwnCards) -> SafeString:
    return piece(table.language, "around_the_corner/drawbox", count=table.view.draw_pile)


def back(language: str) -> SafeString:
    return piece(language, "back")
