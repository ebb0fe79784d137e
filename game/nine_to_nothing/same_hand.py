"""Screens of a table where everybody has the same hand: the target, how many have a sum, the own sum, the longest
ones.

Nobody else is named, and no other sum is shown before the end: who is slow or wrong is nobody's business.
"""

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from game.nine_to_nothing import words
from game.rules.nine_to_nothing.seen import BestLay, LayView, Longest, SameHand
from game.screens.parts import can_ready
from game.screens.stencils import fill, joined
from game.screens.table_view import TableView


def middle(table: TableView, same: SameHand) -> SafeString:
    """Return the target, how many have a sum, and the clock: the same for everybody."""
    clock = fill(
        "nine_to_nothing/check",
        ("language", table.language),
        ("closing", same.ends_at is not None),
        claims="",
        ends_at=same.ends_at,
        seconds=table.view.options.hand_limit // 1000,
    )
    return fill("nine_to_nothing/same_hand/turn", to_do=to_do(same), having=having(same)) + clock


def to_do(same: SameHand) -> str:
    return gettext("Make %(n)s. The longest sum wins.") % {"n": same.target}


def having(same: SameHand) -> str:
    """Return how many have a sum, and how many are done."""
    have = ngettext("%(n)s has a sum.", "%(n)s have a sum.", same.having) % {"n": same.having}
    done = gettext("Done: %(n)s of %(all)s.") % {"n": same.done, "all": same.playing}
    return f"{have} {done}"


def own_sum(table: TableView, same: SameHand) -> SafeString:
    """Return the seat's own sum, the last right one; nothing for an onlooker."""
    if table.seat is None:
        return SafeString()
    return fill(
        "nine_to_nothing/same_hand/own",
        ("language", table.language),
        ("has_sum", same.own is not None),
        ("done", same.mine_done),
        sum=equation(same.own) if same.own else "",
        spoken=words.spoken(same.own.terms) if same.own else "",
        target=same.target,
        points=words.points(same.own.points) if same.own else "",
    )


def equation(lay: LayView) -> str:
    return f"{words.sum_of(lay.terms)} = {lay.target}"


def actions(table: TableView, *, enough: bool) -> SafeString:
    may = table.view.may
    choices = ((f"may_{kind}", kind in may) for kind in ("lay", "done"))
    return fill("nine_to_nothing/same_hand/actions", ("language", table.language), ("enough", enough), *choices)


def over(table: TableView, same: SameHand) -> SafeString:
    """Return how the hand ended: the longest sums of all, the own one, and the best that there was."""
    return fill(
        "nine_to_nothing/same_hand/over",
        ("language", table.language),
        ("seated", table.seat is not None),
        ("can_ready", can_ready(table)),
        ("last_round", table.last_round),
        ("won", table.seat is not None and _has_won(same)),
        ("has_sum", same.own is not None),
        ("anybody", bool(same.longest)),
        own=f"{equation(same.own)}, {words.points(same.own.points)}" if same.own else "",
        longest=joined(
            fill("nine_to_nothing/same_hand/longest", sum=written, who=who) for written, who in longest(same)
        ),
        possible=possible(same),
    )


def _has_won(same: SameHand) -> bool:
    return same.own is not None and same.own.points == same.longest[0].points


def longest(same: SameHand) -> list[tuple[str, str]]:
    """Return the sums with most points, and how many had each."""
    return [(_written(found, same.target), _who(found)) for found in same.longest]


def _who(found: Longest) -> str:
    who = ngettext("%(n)s player", "%(n)s players", found.seats) % {"n": found.seats}
    return f"{words.points(found.points)}, {who}"


def possible(same: SameHand) -> str:
    """Return the longest sum that the hand allowed, with its points."""
    best = same.possible
    return f"{_written(best, same.target)}, {words.points(best.possible)}" if best else ""


def _written(found: Longest | BestLay, target: int) -> str:
    return f"{words.sum_of(found.terms)} = {target}"
