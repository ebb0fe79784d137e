"""Screens of a table where all have the same hand: the target, how many have a sum, the own sum, the longest ones.

Other players are not named, and their sums are not shown before the end: whether somebody is slow or wrong is private.
"""

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from game.nine_to_nothing import words
from game.rules.nine_to_nothing import HAND
from game.rules.nine_to_nothing.cards import Card
from game.rules.nine_to_nothing.seen import BestLay, LayView, Longest, SameHand
from game.screens import parts, sentences
from game.screens.parts import OwnRound
from game.screens.stencils import fill, joined, piece
from game.screens.table_view import TableView

APPLES = 5
"""Up to this many apples are drawn singly on a card (screens 1.3)."""


def middle(table: TableView, same: SameHand) -> SafeString:
    """Return the target, how many have a sum, and the clock; the same for everybody."""
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
    """Return the seat's own sum, its last right one, with its cards as they lie; empty for an onlooker."""
    if table.seat is None:
        return SafeString()
    return fill(
        "nine_to_nothing/same_hand/own",
        ("language", table.language),
        ("has_sum", same.own is not None),
        ("done", same.mine_done),
        cards=_laid(table, same),
        sum=equation(same.own) if same.own else "",
        spoken=words.spoken(same.own.terms) if same.own else "",
        target=same.target,
        points=words.points(same.own.points) if same.own else "",
    )


def _laid(table: TableView, same: SameHand) -> SafeString:
    """Return a place for each card of the shared hand: those of the own sum as it was laid, then empty ones."""
    terms_laid = same.own.terms if same.own else ()
    laid = [card for term in terms_laid for card in (term.change, term.card) if card]
    faces = [card_face(table.language, card) for card in laid]
    return joined(
        fill("nine_to_nothing/same_hand/place", ("filled", shown != ""), face=shown)
        for shown in [*faces, *[""] * (HAND - len(faces))]
    )


def equation(lay: LayView) -> str:
    return _written(lay, lay.target)


def actions(table: TableView, *, enough: bool) -> SafeString:
    may = table.view.may
    choices = ((f"may_{kind}", kind in may) for kind in ("lay", "done"))
    return fill("nine_to_nothing/same_hand/actions", ("language", table.language), ("enough", enough), *choices)


def over(table: TableView, same: SameHand) -> SafeString:
    """Return the end of the hand, like that of every round: the own sum in a line, and the longest possible one beside
    the face. The projector shows the sums of others."""
    if table.seat is None:
        return parts.over(table, headline=gettext("The hand is over"), line=_longest_there_was(same))
    won = same.own is not None and same.own.points == same.longest[0].points
    return parts.over(
        table,
        headline=gettext("You have the longest sum!") if won else sentences.good_round(table),
        line=_own(same),
        own=OwnRound(praise=_praise(same), number=_own_points(table, same)),
        cheers=won,
    )


def _own(same: SameHand) -> str:
    if same.own is None:
        return gettext("You had no sum this time.") if same.longest else gettext("Nobody found a sum this time.")
    return " ".join((gettext("Your sum:"), equation(same.own)))


def _praise(same: SameHand) -> str:
    return gettext("That was the longest sum. Well done!") if _is_best(same) else _longest_there_was(same)


def _longest_there_was(same: SameHand) -> str:
    return " ".join((gettext("The longest there was:"), possible(same))) if same.possible else ""


def _own_points(table: TableView, same: SameHand) -> SafeString:
    if same.own is None:
        return SafeString()
    points = same.own.points
    return piece(table.language, "over/number", n=points, words=ngettext("point", "points", points))


def _is_best(same: SameHand) -> bool:
    """Return whether the own sum is as long as this hand allows."""
    return same.own is not None and same.possible is not None and same.own.points >= same.possible.possible


def longest(same: SameHand) -> list[tuple[str, str]]:
    """Return the sums with most points, and how many players had each."""
    return [(_written(found, same.target), _who(found)) for found in same.longest]


def _who(found: Longest) -> str:
    who = ngettext("%(n)s player", "%(n)s players", found.seats) % {"n": found.seats}
    return f"{words.points(found.points)}, {who}"


def possible(same: SameHand) -> str:
    """Return the longest sum that the hand allowed, with its points."""
    best = same.possible
    return f"{_written(best, same.target)}, {words.points(best.possible)}" if best else ""


def _written(found: LayView | Longest | BestLay, target: int) -> str:
    """Return a sum that breaks only between its cards."""
    return words.in_one_line(words.sum_of(found.terms)) + sentences.unbroken(f" = {target}")


def card_face(language: str, card: Card, *, flipped: bool = False, frame: bool = False) -> SafeString:
    """Return the face of a card: its apples, its number with a real minus sign, its spoken name. With a sign change on
    it (`flipped`) it shows its changed value; with a `frame` its counters, hollow ones below zero."""
    card = card._replace(value=-card.value) if flipped else card
    kind = "change" if card.is_change else "plus" if card.value > 0 else "minus"
    count = abs(card.value)
    apples = count if count <= APPLES else 1
    about = {"count": count if count > APPLES else 0, "face": words.face(card), "name": words.name(card)}
    counters = card.value if frame and not card.is_change else 0
    return piece(language, "nine_to_nothing/face", kind=kind, width=10 * apples, counters=counters, **about)
