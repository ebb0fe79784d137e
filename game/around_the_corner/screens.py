"""Screens of Around the Corner as HTML, drawn from the view of one seat or of an onlooker.

Page loads, HTMX answers and socket messages all use these functions, with the same partials; words come from `words`.
"""

from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from game.around_the_corner import hand, solo_screens, sun
from game.around_the_corner.solo import SoloStanding
from game.around_the_corner.words import has_finished, headline, hint, how_turn_ended, last_play, who_played
from game.rules.around_the_corner import Options
from game.rules.around_the_corner.position import AT_ONCE, SUN
from game.screens import parts
from game.screens.number_pictures import Walk, in_words, lines, number_picture, steps_both_ways
from game.screens.sentences import not_your_turn, whose_turn
from game.screens.stencils import draw, fill, joined, piece
from game.screens.table_view import OwnCards, TableView, face, is_computer

SOLO_SLOTS = 72
"""A solo player can draw all of them; the hand then scrolls."""
SLOTS = 36
"""The largest hand of two players; this many slots are always there, so that nothing moves."""
DOTS = 5
"""A run of this many lights all dots; then they begin again, while the count goes on."""
ROOMY = 20
"""Up to this many cards the slots are big (screens 3.2): with one more the whole board changes."""


# Public functions: each returns HTML that is byte for byte the same as its part of a fresh board.


def board(table: TableView) -> SafeString:
    """Return the whole table as visible to this seat (or an onlooker)."""
    view = table.view
    slots = max(SOLO_SLOTS if table.extra else SLOTS, len(view.hand))
    return fill(
        "around_the_corner/board",
        ("language", table.language),
        ("layout", ("packed" if len(view.hand) > ROOMY else "roomy") + _kind_of_board(table)),
        ("backs", view.hand_hidden),
        ("is_paused", view.paused_until > 0),
        ("seated", table.seat is not None),
        ("can_pass", _by_turns(table) and table.seat is not None),
        round=table.round,
        n=table.n,
        hand_changes=view.hand_changes,
        paused_until=view.paused_until,
        seats=joined(seat(table, number) for number in range(len(view.seats))),
        run=run(table.language, view.options, table.run) if table.seat is not None else "",
        drawbox=hand.drawbox(table) if table.seat is not None else "",
        top=_top(table),
        slots=hand.slots(table, slots) if table.seat is not None else "",
        turn=turn(table) if _by_turns(table) else "",
        circle=_circle(view.options) if _by_turns(table) else "",
        clock=clock(table),
        over=over(table),
    )


def clock(table: TableView) -> SafeString:
    """Return a solo player's clock, pace and pause button, or the sun against which a table plays."""
    if table.view.options.mode == SUN:
        return sun.sky(table)
    standing = _standing(table)
    return solo_screens.clock(table, standing) if standing else SafeString()


def _standing(table: TableView) -> SoloStanding | None:
    """Return the state of a solo round, which is all that this game adds to a view."""
    return table.extra if isinstance(table.extra, SoloStanding) else None


def _kind_of_board(table: TableView) -> str:
    if _by_turns(table):
        return " turns"
    return " solo" if table.extra else " sun" if table.view.options.mode == SUN else ""


def pictured(table: TableView) -> SafeString:
    """Return a seat's number pictures, which belong to the top card, and disappear with the own next card."""
    return _top(table)


def played(table: TableView, seat_number: int) -> str:
    """Return what a play changes on everybody's screen: #top, then the seat's cards."""
    seen = _top(table) + cards(table, seat_number)
    return seen + sun.to_go(table) if table.view.options.mode == SUN else seen


def started(table: TableView) -> str:
    """Return what the first GO changes on everybody's screen while all hands are empty: the top card, an empty overlay,
    and the sun that begins to set."""
    return _top(table) + over(table) + (sun.sky(table) if table.view.options.mode == SUN else "")


def slot(table: TableView | OwnCards, index: int) -> str:
    """Return a slot of this seat's own hand after its play, and the last card with it, if it has just become one."""
    if not table.view.last_card:
        return hand.slot(table, index)
    lasts = [i for i, held in enumerate(table.view.hand) if held and i != index]
    return joined(hand.slot(table, i) for i in (index, *lasts))


def drew(table: TableView | OwnCards, index: int) -> str:
    """Return what a seat's own draw changes on its screen."""
    return slot(table, index) + hand.drawbox(table)


def seat(table: TableView, number: int) -> SafeString:
    """Return a seat, the same on all screens."""
    folded = table.view.seats[number].folded
    away, computer = number in table.away, number in table.computer
    state = "folded" if folded else "computer" if computer else "away" if away else ""
    return fill(
        "around_the_corner/seat",
        number=number,
        face=face(table, number),
        name=table.names[number],
        state=state,
        mark=piece(table.language, "mark", state=state, plain=is_computer(table, number)),
        cards=cards(table, number),
    )


def cards(table: TableView, number: int) -> SafeString:
    """Return the parts of a seat that a play changes: its number of cards left, and the number it called."""
    seen, called = table.view.seats[number], table.view.called
    return piece(
        table.language,
        "around_the_corner/cards",
        number=number,
        left=seen.left,
        one=seen.left == 1 and not seen.folded,
        done=not seen.left and not seen.folded and table.view.options.mode == SUN,
        layers=min(8, -(-seen.left // 3)),
        called=called[1] if called and called[0] == number else 0,
    )


def run(language: str, options: Options, count: int) -> SafeString:
    """Return the own run as five dots at a time, in modes where all play at once: the cards that fitted since the last
    mistake."""
    if options.mode not in AT_ONCE:
        return SafeString()
    lit = (count - 1) % DOTS + 1 if count else 0
    return piece(language, "around_the_corner/run", run=count, lit=lit)


def turn(table: TableView) -> SafeString:
    """Return the line that says whose turn it is, and how the last one ended if it ended without a card."""
    view = table.view
    mine = view.turn is not None and view.turn == table.seat
    return draw(
        "around_the_corner/turn",
        {
            "turn": view.turn,
            "mine": mine,
            "whose": whose_turn(table),
            "wait": "" if view.turn is None or mine else not_your_turn(table.names[view.turn]),
            "news": how_turn_ended(table),
            "ends_at": view.turn_ends,
            "seconds": view.options.turn_clock // 1000,
            "can_wait": mine and view.turn_ends is not None and view.more_times > 0,
        },
    )


def _by_turns(table: TableView) -> bool:
    return bool(table.view.options.mode == "turns")


def over(table: TableView) -> SafeString:
    """Return the overlay: waiting, countdown, standstill, result; empty during play."""
    if (drawn := parts.covered(table)) is not None:
        return drawn
    if standing := _standing(table):
        return solo_screens.over(table, standing)
    if table.phase != "over":
        waits_for = gettext("Nobody can play. Turning up a card.") if table.phase == "standstill" else ""
        return parts.over(table, how=parts.tutorial(table, "around_the_corner"), waits_for=waits_for)
    if table.view.options.mode == SUN:
        return sun.over(table)
    return parts.over(
        table,
        headline=headline(table),
        own=parts.own_round(table),
        cheers=has_finished(table) or parts.has_own_best(table),
    )


def why_wrong(table: TableView, card_id: int | None) -> SafeString:
    """Return the picture of why this card of the own hand does not fit: where the top card's steps lead, with a
    question mark at their end unless hints are on."""
    view = table.view
    held = next((card for card in view.hand if card and card.id == card_id), None)
    if held is None or view.top_card is None:
        return SafeString()
    walk = _walk(view, named=bool(view.answers), tried=held.number)
    return fill("ask", picture=number_picture("line", walk, in_words(walk)))


# Pieces


def _top(table: TableView) -> SafeString:
    view = table.view
    has_ring, pictures = bool(view.answers) and not _by_turns(table), parts.pictures(table)
    return fill(
        "around_the_corner/top",
        ("language", table.language),
        ("pictures", "" if has_ring and pictures == parts.ON_REQUEST else pictures),
        seq=view.top,
        n=table.n,
        face=_upturned(table),
        said=hint(view) if view.answers else who_played(table),
        last_play=last_play(table) if view.answers else "",
        ring=_hops(table) if _by_turns(table) else _ring(table) if has_ring else "",
    )


def _upturned(table: TableView) -> SafeString:
    """Return the top card face up, or face down if none is to be shown."""
    card = table.view.top_card
    if card is None:
        return hand.back(table.language)
    shown = {"sign": table.view.options.sign, "frame": parts.has_frames(table)}
    return piece(table.language, "around_the_corner/card", number=card.number, step=card.step, **shown)


def _hops(table: TableView) -> SafeString:
    """Return what lies on the circle of a table by turns: the top card's number, and its hops if hints are on."""
    view = table.view
    if view.top_card is None or not view.answers:
        start = view.top_card and Walk(view.top_card.number, (), size=view.options.highest)
        return number_picture("hops", start, "") if start else SafeString()
    walk = _walk(view)
    return number_picture("hops", walk, in_words(walk))


def _walk(view: Any, **more: Any) -> Walk:
    """Return the walk from the top card to the cards that fit on it."""
    return steps_both_ways(view.top_card.number, view.top_card.step, *view.options.sums, **more)


def _circle(options: Options) -> SafeString:
    return number_picture("circle", Walk(0, (), options.corner, size=options.highest), "")


def _ring(table: TableView) -> SafeString:
    card = table.view.top_card
    return _ring_of(table.language, card.number, card.step, *table.view.options.sums)


@lru_cache(maxsize=512)
def _ring_of(language: str, number: int, step: int, *sums: Any) -> SafeString:
    walk = steps_both_ways(number, step, *sums)
    return draw("around_the_corner/ring", {"circle": number_picture("circle", walk, ""), "lines": lines(walk)})
