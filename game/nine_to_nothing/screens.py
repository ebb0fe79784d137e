"""Screens of Nine to Nothing as HTML, drawn from the view of one seat or of an onlooker.

The public part (ladders, piles, whose turn, lays to check) and a seat's own part (its hand, its buttons) are drawn
separately, so that another player's move never redraws a hand. Words come from `words`.
"""

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from game.nine_to_nothing import same_hand, words
from game.nine_to_nothing.same_hand import card_face
from game.nine_to_nothing.selection import FEWEST, Picks
from game.rules.nine_to_nothing.cards import Card, terms
from game.rules.nine_to_nothing.seen import LayView
from game.screens import parts
from game.screens.number_pictures import Walk, number_picture
from game.screens.sentences import not_your_turn, signed, whose_turn
from game.screens.stencils import fill, joined, piece
from game.screens.table_view import TableView, is_computer
from game.screens.table_view import face as face_of

SLOTS = 8
"""The largest possible hand (rules 2.3: seven, and one drawn); this many places are always there."""


def board(table: TableView, picks: Picks | None = None) -> SafeString:
    """Return the whole table, with the cards that a page without scripts has picked so far."""
    picks, view = picks or Picks(), table.view
    shows_total = picks.lay and view.options.running_sum == "live"
    return fill(
        "nine_to_nothing/same_hand/board" if view.same else "nine_to_nothing/board",
        ("language", table.language),
        ("seated", table.seat is not None),
        ("running_sum", view.options.running_sum),
        ("pictures", parts.pictures(table)),
        round=table.round,
        n=table.n,
        hand_changes=view.hand_changes,
        middle=middle(table),
        seats=seats(table),
        goal=goal(table) if table.seat is not None else "",
        picked=picks.wire(table.labels),
        tray=words.sum_of(picks.terms),
        spoken=words.spoken(picks.terms),
        total=signed(picks.total) if shows_total else "?",
        slots=hand(table, picks) if table.seat is not None else "",
        actions=actions(table, picks) if table.seat is not None else "",
        over=over(table),
    )


# Public parts


def public(table: TableView) -> SafeString:
    """Return all parts that a player's move may change on every screen."""
    return middle(table) + seats(table)


def middle(table: TableView) -> SafeString:
    """Return the piles, whose turn it is, and the lays to check."""
    if table.view.same:
        return same_hand.middle(table, table.view.same)
    return piles(table) + turn(table) + check(table)


def seats(table: TableView) -> SafeString:
    """Return all ladders; other players' sums are left out if all have the same hand."""
    if table.view.same:
        return same_hand.own_sum(table, table.view.same)
    return joined(seat(table, number) for number in range(len(table.view.seats)))


def seat(table: TableView, number: int) -> SafeString:
    """Return a player on the stairs, with what they have laid on each step; the same on all screens."""
    seen = table.view.seats[number]
    away, computer = number in table.away, number in table.computer
    state = "folded" if seen.folded else "computer" if computer else "away" if away else ""
    rungs = _rungs(seen.laid, seen.target, table.view.options.highest)
    return fill(
        "nine_to_nothing/seat",
        number=number,
        state=state,
        highest=table.view.options.highest,
        step=seen.target or 0,
        face=face_of(table, number),
        name=table.names[number],
        mark=piece(table.language, "mark", state=state, plain=is_computer(table, number)),
        counts=piece(table.language, "nine_to_nothing/counts", points=seen.points, hand=seen.hand),
        rungs=piece(table.language, "nine_to_nothing/rungs", rungs=rungs),
    )


def _rungs(laid: tuple[LayView, ...], target: int | None, highest: int) -> tuple[tuple[Any, ...], ...]:
    """Return (target, state, sum, spoken sum) of every rung from the first target to 0; states: done, open, checked,
    now or later."""
    made = {lay.target: lay for lay in laid}
    return tuple(
        (rung, _state(lay), words.in_one_line(words.sum_of(lay.terms), words.STEP), words.spoken(lay.terms))
        if (lay := made.get(rung))
        else (rung, "now" if rung == target else "later", "", "")
        for rung in range(highest, -1, -1)
    )


def _state(lay: LayView) -> str:
    return "checked" if lay.checked else "open" if lay.open else "done"


def piles(table: TableView) -> SafeString:
    """Return the draw pile and the discard pile: the buttons to draw."""
    view, top = table.view, table.view.discard_top
    return fill(
        "nine_to_nothing/piles",
        ("language", table.language),
        ("may_draw", "draw" in view.may),
        ("may_take", "take" in view.may),
        ("shown", top is not None),
        need=view.need,
        draw_pile=view.draw_pile,
        cards_left=ngettext("card left", "cards left", view.draw_pile),
        discard_pile=view.discard_pile,
        cards=ngettext("card", "cards", view.discard_pile),
        face=card_face(table.language, top) if top else "",
    )


def turn(table: TableView) -> SafeString:
    """Return the line that says what happened, whose turn it is and what to do now."""
    view = table.view
    mine = view.turn is not None and view.turn == table.seat
    return fill(
        "nine_to_nothing/turn",
        ("language", table.language),
        ("mine", mine),
        ("somebodys", view.turn is not None),
        turn="" if view.turn is None else view.turn,
        stage=view.stage if mine else "",
        whose=whose_turn(table),
        wait="" if view.turn is None or mine else not_your_turn(table.names[view.turn]),
        news=words.happened(table),
        to_do=words.to_do(table),
    )


def check(table: TableView) -> SafeString:
    """Return the lays that this seat may check or take back, with buttons; empty if there are none."""
    view = table.view
    claims = [_claim(table, lay) for lay in view.open_lays if lay.number in (*view.checkable, *view.mistakable)]
    closing = view.closes_at is not None and view.stage == "closing"
    return fill(
        "nine_to_nothing/check",
        ("language", table.language),
        ("closing", closing),
        ("can_ok", "ok" in view.may),
        claims=joined(claims),
        ends_at=view.closes_at,
        seconds=view.options.check_window // 1000,
    )


def _claim(table: TableView, lay: LayView) -> SafeString:
    mine = lay.seat == table.seat
    return fill(
        "nine_to_nothing/claim",
        ("language", table.language),
        ("mine", mine),
        number=lay.number,
        name=table.names[lay.seat],
        sum=words.in_one_line(words.sum_of(lay.terms)),
        spoken=words.spoken(lay.terms),
        target=lay.target,
    )


# A seat's own parts


def own(table: TableView) -> SafeString:
    """Return a seat's own buttons, and its private hints; empty for an onlooker."""
    return goal(table) + actions(table) if table.seat is not None else SafeString()


def goal(table: TableView) -> SafeString:
    target = table.view.target
    return fill("nine_to_nothing/goal", target="" if target is None else gettext("Make %(n)s:") % {"n": target})


def actions(table: TableView, picks: Picks | None = None) -> SafeString:
    """Return the buttons of a turn; *Lay* becomes the main one once enough cards are picked for a sum."""
    view, enough = table.view, len((picks or Picks()).lay) >= FEWEST
    if view.same:
        return same_hand.actions(table, enough=enough)
    said = words.help_for_ears(table)
    return fill(
        "nine_to_nothing/actions",
        ("language", table.language),
        ("enough", enough),
        ("asks", view.options.ask),
        ("said_otherwise", said != ""),
        *((f"may_{kind}", kind in view.may) for kind in ("lay", "discard", "done", "ask")),
        help=words.help_line(table),
        said=said,
    )


def hand(table: TableView, picks: Picks | None = None) -> SafeString:
    """Return the slots of this seat's own hand."""
    picks, view = picks or Picks(), table.view
    held = [*view.hand, *[None] * (SLOTS - len(view.hand))]
    return joined(
        fill("slot", index=index, hand_changes=view.hand_changes, card=_held(table, card, picks) if card else "")
        for index, card in enumerate(held)
    )


def _held(table: TableView, card: Card, picks: Picks) -> SafeString:
    return fill(
        "nine_to_nothing/held",
        id=f"c{table.labels[card.id]}",
        value=card.value,
        digit=abs(card.value) or 10,
        picked=str(card.id in picks.cards).lower(),
        next=picks.tapped(card.id).wire(table.labels),
        face=card_face(
            table.language,
            card,
            flipped=any(term.card == card and term.change for term in picks.terms),
            frame=parts.pictures(table) in (parts.PICTURED, parts.SOON),
        ),
    )


# The overlay


def why_wrong(table: TableView, cards: Iterable[int]) -> SafeString:
    """Return the picture of a sum that misses its target, hop by hop from 0; empty if the session hides sums."""
    view, added = table.view, terms(cards)
    if view.options.running_sum == "hidden" or view.target is None:
        return SafeString()
    way = tuple(accumulate((term.value for term in added), initial=0))
    sentence = gettext("%(sum)s makes %(total)s. You need %(target)s.")
    spoken = sentence % {"sum": words.spoken(added), "total": signed(way[-1]), "target": view.target}
    return fill("ask", picture=number_picture("line", Walk(0, (way,), target=view.target), spoken))


def uncovered(table: TableView) -> SafeString:
    """Return what is redrawn after *Eyes up!*: a page that came during it has neither top card nor buttons."""
    return public(table) + own(table) + over(table)


def over(table: TableView) -> SafeString:
    """Return the overlay: waiting, countdown, result; empty during play."""
    if (drawn := parts.covered(table)) is not None:
        return drawn
    if table.phase == "over" and table.view.same:
        return same_hand.over(table, table.view.same)
    return parts.over(
        table,
        headline=words.headline(table),
        line=words.why_it_ended(table),
        own=_own_round(table),
        cheers=words.has_most_points(table) or parts.has_own_best(table),
        how=parts.tutorial(table, "nine_to_nothing"),
    )


def _own_round(table: TableView) -> parts.OwnRound:
    """Return this seat's own result: its points, and its longest sum or run.

    If classmates check, wrong sums are laid like right ones, so the tally does not count right answers.
    """
    if table.phase != "over" or table.seat is None:
        return parts.OwnRound()
    seat = table.view.seats[table.seat]
    run = "" if table.view.options.by_classmates else parts.best_run(table)
    points = ngettext("point", "points", seat.points) if seat.laid else ""
    number = piece(table.language, "over/number", n=seat.points, words=points) if points else SafeString()
    return parts.OwnRound(praise=run or words.longest_sum(seat), number=number)
