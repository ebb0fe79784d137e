"""What a seat (or an onlooker) may see, as a context of plain values and as HTML.

Page load, HTMX answer and socket push all come from here, from the same partials.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from typing import Any

from django.template import Context, Engine, Template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from game import solo_screens
from game.ring import ring
from game.solo import Standing

SOLO_SLOTS = 72
"""A solo player can draw them all: then the hand scrolls."""
SLOTS = 36
"""The most cards a hand of two players can hold; that many slots are always there, so that nothing moves."""
ROOMY = 20
"""Up to this many cards the slots are big (ui.md 3.2)."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a screen of one table is drawn from; built by `live` for one seat, or for an onlooker (`seat` None).

    `n` is the place in the log of the last event this screen could see. `phase` is one of waiting, countdown, playing,
    standstill, over. `go_at` is ms since 1970, while a countdown runs. `labels` maps a card to the random number that
    stands for it on this round's wire, so that a guessed card id tells nothing about its face. `turned`: whose turn
    ended last without a card, and how (see manners).
    """

    code: str
    table: int
    round: int
    n: int
    seat: int | None
    view: Any
    names: tuple[str, ...]
    ready: frozenset[int]
    away: frozenset[int]
    computer: frozenset[int]
    phase: str
    go_at: int | None
    language: str
    options: Mapping[str, Any]
    labels: Mapping[int, int]
    turned: tuple[int, str] | None = None
    solo: Standing | None = None


# What others call: each returns HTML, each the same bytes as its part of a fresh board.


def page_context(table: TableView) -> dict[str, Any]:
    """Return the context of game/table.html."""
    options = table.view.options
    return {
        "code": table.code,
        "table": table.table,
        "seat": table.seat,
        "corner": options.corner,
        "by_turns": options.mode == "turns",
        "board": board(table),
        "look_again": _look_again(table),
        "wait_for_go": table.phase in ("countdown", "standstill"),
        "alone": table.solo is not None,
    }


def _look_again(table: TableView) -> int | None:
    """Return after how many seconds a page without scripts looks again; None while its player may be choosing."""
    if table.phase in ("countdown", "standstill"):
        return 3
    choosing = table.phase == "playing" and table.view.turn in (None, table.seat)
    return None if choosing else 5


def board(table: TableView) -> str:
    """Return the whole table as this seat (or an onlooker) may see it."""
    view, slots = table.view, SOLO_SLOTS if table.solo else SLOTS
    return _draw(
        "board",
        {
            "round": table.round,
            "n": table.n,
            "seat": table.seat,
            "layout": ("packed" if len(view.hand) > ROOMY else "roomy") + _kind_of_board(table),
            "backs": view.hand_hidden,
            "hand_changes": view.hand_changes,
            "paused_until": view.paused_until,
            "seats": [mark_safe(seat(table, number)) for number in range(len(view.seats))],
            "drawbox": mark_safe(_drawbox(table)) if table.seat is not None else "",
            "top": mark_safe(_top(table)),
            "slots": [mark_safe(_slot(table, index)) for index in range(max(slots, len(view.hand)))],
            "turn": mark_safe(turn(table)) if _by_turns(table) else "",
            "can_pass": _by_turns(table) and table.seat is not None,
            "clock": mark_safe(clock(table)),
            "over": mark_safe(over(table)),
        },
    )


def clock(table: TableView) -> str:
    """Return a solo player's clock, pace and pause button; nothing where several play."""
    return _draw("clock", solo_screens.clock_context(table.solo)) if table.solo else ""


def _kind_of_board(table: TableView) -> str:
    return " turns" if _by_turns(table) else " solo" if table.solo else ""


def played(table: TableView, seat_number: int) -> str:
    """Return what everybody at the table is shown of a play: #top, then the chip. Only what all may see goes in."""
    return _top(table) + seat(table, seat_number)


def went(table: TableView) -> str:
    """Return what everybody is shown of the first GO, while all hands are empty: the top card, nothing over it."""
    return _top(table) + over(table)


def slot(table: TableView, index: int) -> str:
    """Return a slot of this seat's own hand after its play, and the last card with it, which has just become one."""
    lasts = [i for i, held in enumerate(table.view.hand) if held and i != index] if table.view.last_card else []
    return "".join(_slot(table, i) for i in (index, *lasts))


def drew(table: TableView, index: int) -> str:
    """Return what this seat is shown of its own draw; the first card too many for big slots changes the whole board."""
    if index == ROOMY:
        return board(table)
    return slot(table, index) + _drawbox(table)


def seat(table: TableView, number: int) -> str:
    """Return the chip of a seat: the same for everybody."""
    seen = table.view.seats[number]
    away, computer = number in table.away, number in table.computer
    state = "folded" if seen.folded else "computer" if computer else "away" if away else ""
    return _fill(
        "seat",
        number=number,
        name=table.names[number],
        state=f"{state} one" if seen.left == 1 and not seen.folded else state,
        marks=_piece(table.language, "seat_marks", left=seen.left, state=state),
    )


def turn(table: TableView) -> str:
    """Return the line that says whose turn it is, in words, and how the last one ended where nobody played."""
    view = table.view
    mine = view.turn is not None and view.turn == table.seat
    return _draw(
        "turn",
        {
            "turn": view.turn,
            "mine": mine,
            "whose": _whose_turn(table),
            "wait": "" if view.turn is None or mine else refusal("not_your_turn", table, turn=view.turn),
            "news": _how_it_ended(table),
            "ends_at": view.turn_ends,
            "seconds": view.options.turn_clock // 1000,
            "can_wait": mine and view.turn_ends is not None and view.more_times > 0,
        },
    )


def _by_turns(table: TableView) -> bool:
    return bool(table.view.options.mode == "turns")


def _whose_turn(table: TableView) -> str:
    seat = table.view.turn
    if seat is None:
        return ""
    return gettext("Your turn") if seat == table.seat else gettext("%(name)s's turn") % {"name": table.names[seat]}


def _how_it_ended(table: TableView) -> str:
    if table.turned is None:
        return ""
    seat, how = table.turned
    mine, others = _TURN_ENDED[how]
    return str(mine) if seat == table.seat else str(others) % {"name": table.names[seat]}


def over(table: TableView) -> str:
    """Return what lies over the table: waiting, countdown, standstill, result; empty while they play."""
    if table.phase == "playing":
        return _piece(table.language, "over", phase="playing")
    if table.solo:
        return _solo_over(table, table.solo)
    return _draw(
        "over",
        {
            "phase": table.phase,
            "table": table.table,
            "seat": table.seat,
            "go_at": table.go_at,
            "sittings": [
                {
                    "name": name,
                    "you": number == table.seat,
                    "ready": number in table.ready,
                    "computer": number in table.computer,
                }
                for number, name in enumerate(table.names)
            ],
            "can_ready": table.seat is not None and table.seat not in table.ready,
            "headline": _headline(table),
            "own_line": _own_line(table),
        },
    )


def _solo_over(table: TableView, standing: Standing) -> str:
    context = solo_screens.over_context(standing, table.phase, table.view.seats[0].left)
    can_ready = table.seat is not None and table.seat not in table.ready
    known = {"phase": table.phase, "seat": table.seat, "go_at": table.go_at, "can_ready": can_ready}
    return _draw("solo_over", context | known)


def refusal(reason: str, table: TableView, **details: Any) -> str:
    """Return in one kind sentence why a move was not done; nothing in it that this seat may not see."""
    view = table.view
    match reason:
        case "wrong":
            return " ".join(filter(None, (_misfit(view, details.get("card")), _hint(view) if view.answers else "")))
        case "beaten":
            return _who_was_first(table)
        case "not_your_turn":
            return gettext("Wait for %(name)s.") % {"name": table.names[details["turn"]]}
    return _sentence(table.language, reason)


# The pieces


def _top(table: TableView) -> str:
    view = table.view
    return _fill(
        "top",
        seq=view.top,
        n=table.n,
        face=_face(table.language, view.top_card),
        bubble=_piece(table.language, "bubble", called=view.called[1]) if view.called else "",
        said=_hint(view) if view.answers else _who_played(table),
        ring=_ring(table) if view.answers else "",
    )


def _slot(table: TableView, index: int) -> str:
    view = table.view
    held = view.hand[index] if index < len(view.hand) else None
    card = "" if held is None else _held(table, held)
    return _fill("slot", index=index, hand_changes=view.hand_changes, card=card)


def _held(table: TableView, held: Any) -> str:
    """Return a card of the own hand: a button by its label on the wire, face down in a standstill."""
    view = table.view
    if view.hand_hidden:
        return _back(table.language)
    face = _piece(table.language, "face", number=held.number, step=held.step, last=view.last_card)
    last = " last" if view.last_card else ""
    return mark_safe(_fill("held", id=f"c{table.labels[held.id]}", last=last, number=held.number, face=face))


def _drawbox(table: TableView) -> str:
    return _piece(table.language, "drawbox", count=table.view.draw_pile)


def _face(language: str, card: Any) -> str:
    """Return a card that nobody holds, face up; face down where there is none to show."""
    return _piece(language, "card", number=card.number, step=card.step) if card else _back(language)


def _back(language: str) -> str:
    return _piece(language, "back")


def _who_played(table: TableView) -> str:
    """Return who played what, as the line under the pile."""
    if table.view.called is None:
        return ""
    seat, number = table.view.called
    return _played_line(table.language, table.names[seat], number)


@lru_cache(maxsize=4096)
def _played_line(language: str, name: str, number: int) -> str:
    return gettext("%(name)s played %(number)s") % {"name": name, "number": number}


def _hint(view: Any) -> str:
    """Return the sums of the top card (rules.md 1.7): 9 + 3 → round the corner → 2."""
    number, step = view.top_card.number, view.top_card.step
    ways = zip("−+", reversed(view.answers), strict=True)
    return gettext(" or ").join(sum_in_words(number, sign, step, answer) for sign, answer in ways if answer)


def sum_in_words(number: int, sign: str, step: int, answer: int) -> str:
    straight = number + step if sign == "+" else number - step
    if straight == answer:
        return f"{number} {sign} {step} = {answer}"
    return gettext("%(sum)s → round the corner → %(answer)s") % {"sum": f"{number} {sign} {step}", "answer": answer}


def _ring(table: TableView) -> str:
    card = table.view.top_card
    return _ring_of(table.language, card.number, card.step, table.view.options.corner)


@lru_cache(maxsize=256)
def _ring_of(language: str, number: int, step: int, corner: bool) -> str:
    return mark_safe(_draw("ring", {"corner": corner, **ring(number, step, corner)}))


def _headline(table: TableView) -> str:
    """Say who won; a round without a last card played (turned through, or stopped) has only fewest cards."""
    result = table.view.result
    if table.phase != "over" or result is None or result.places.count(1) == len(result.places):
        return gettext("The round is over")
    first = [number for number, place in enumerate(result.places) if place == 1]
    if result.left[first[0]]:
        names = [gettext("you") if number == table.seat else table.names[number] for number in first]
        return gettext("Fewest cards left: %(names)s") % {"names": ", ".join(names)}
    if first == [table.seat]:
        return gettext("You finished first!")
    return gettext("%(name)s finished first") % {"name": table.names[first[0]]}


def _own_line(table: TableView) -> str:
    result = table.view.result
    if result is None or table.seat is None or result.left[table.seat] == 0:
        return ""
    left = result.left[table.seat]
    return ngettext("You had %(left)s card left.", "You had %(left)s cards left.", left) % {"left": left}


def _misfit(view: Any, card_id: int | None) -> str:
    """Name both cards: never just "wrong" (ui.md 2.3)."""
    held = next((card for card in view.hand if card and card.id == card_id), None)
    if held is None or view.top_card is None:
        return gettext("That card does not fit.")
    top = view.top_card
    words = gettext("%(number)s does not fit on %(top)s ±%(step)s.")
    return words % {"number": held.number, "top": top.number, "step": top.step}


def _who_was_first(table: TableView) -> str:
    called = table.view.called
    if called is None:
        return _sentence(table.language, "bad_top")
    if called[0] == table.seat:
        return _sentence(table.language, "own_card_first")
    return _sentence(table.language, "other_first") % {"name": table.names[called[0]]}


@lru_cache(maxsize=256)
def _sentence(language: str, reason: str) -> str:
    return str(_SENTENCES[reason])


def done(kind: str) -> str:
    """Return what a move of this kind has done, for a page without scripts, which is loaded anew after each."""
    return str(_DONE.get(kind, ""))


_SENTENCES = {
    "already_ready": _("You are ready. Wait for the others."),
    "bad_top": _("There is a new top card."),
    "before_go": _("Wait for GO."),
    "computer_plays": _("The computer plays here. Load the page again."),
    "clock_stopped": _("The clock stands. Go on first."),
    "can_draw": _("You can still draw a card."),
    "can_play": _("One of your cards fits. Look again."),
    "no_more_time": _("That was the last time. Play, draw or pass."),
    "draw_pile_empty": _("No more cards to draw."),
    "folded": _("Your cards are under the pile. Wait for the next round."),
    "malformed": _("That did not arrive in one piece. Try again."),
    "no_such_seat": _("That is not your table."),
    "not_saved": _("That was not saved. Try again."),
    "not_drawn": _("You have not drawn that card yet."),
    "not_your_card": _("That card is not in your hand."),
    "not_your_table": _("That is not your table."),
    "nothing_to_sort": _("Your hand is in order."),
    "other_first": _("%(name)s was first."),
    "over": _("The round is over."),
    "own_card_first": _("Your other card was first."),
    "paused": _("Look at the top card first."),
    "standstill": _("Nobody can play. Wait for GO."),
    "too_many": _("Slowly. One tap at a time."),
    "unknown_move": _("You cannot do that at this table."),
}

_TURN_ENDED = {
    "passed": (_("You passed."), _("%(name)s passed.")),
    "time_up": (_("Your time was up."), _("Time was up for %(name)s.")),
    "skipped": (_("You were away."), _("%(name)s is away.")),
}

_DONE = {
    "play": _("Your card is on the pile."),
    "draw": _("You have a new card."),
    "sort": _("Your hand is in order."),
    "more": _("You have more time."),
    "ready": _("You are ready."),
}


# Drawing: templates are compiled once, pieces that recur are kept. A play must cost microseconds.


def _draw(partial: str, context: Mapping[str, Any]) -> str:
    return _template(partial).render(Context(context))


@lru_cache(maxsize=8192)
def _piece(language: str, partial: str, **plain: Hashable) -> str:
    """Draw a partial that recurs; the language is the active one and stands here as part of what it depends on."""
    return mark_safe(_draw(partial, dict(plain)))


def _fill(partial: str, **values: object) -> str:
    """Draw a partial that has only holes, no tags: its literal parts are found once, then only the holes are filled."""
    literals, holes = _stencil(partial, tuple(values))
    parts = [literals[0]]
    for place, hole in enumerate(holes, start=1):
        value = values[hole]
        parts += (value if type(value) is SafeString else escape(str(value)), literals[place])
    return "".join(parts)


@cache
def _stencil(partial: str, names: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the literal parts of a partial and, one fewer, the names of the holes between them."""
    marked = _draw(partial, {name: mark_safe(f"\0{name}\0") for name in names}).split("\0")
    return marked[::2], marked[1::2]


@cache
def _template(partial: str) -> Template:
    return Engine.get_default().get_template(f"game/_{partial}.html")
