"""Sentences of Nine to Nothing: refusals, whose turn it is and what to do, what happened, who has won.

Sums are written as children write them, with real minus signs; `spoken` is the form to be heard. One kind sentence
each.
"""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from game.rules.contract import SKIPPED
from game.rules.nine_to_nothing import events
from game.rules.nine_to_nothing.cards import Card, Term, total
from game.rules.nine_to_nothing.seen import BestLay, News
from game.screens import sentences
from game.screens.contract import TableLike
from game.screens.messages import Messages
from game.screens.sentences import MINUS, signed
from game.screens.table_view import TableView

LINE = 18
"""Characters of a sum that fit beside the piles on a phone 320 px wide."""
STEP = 14
"""Characters of a sum that fit, with its target, on a step of the stairs at 1366 px."""


# Cards and sums


def face(card: Card) -> str:
    """Return the text on a card: +4, −4, or +/− for a sign change."""
    return f"+/{MINUS}" if card.is_change else f"{sign(card.value)}{abs(card.value)}"


def sign(value: int) -> str:
    return MINUS if value < 0 else "+"


def name(card: Card) -> str:
    """Return a card's spoken name: plus 4, minus 4, change sign."""
    if card.is_change:
        return gettext("change sign")
    return (gettext("minus %(n)s") if card.value < 0 else gettext("plus %(n)s")) % {"n": abs(card.value)}


def sum_of(terms: Iterable[Term]) -> str:
    """Return the terms as a sum, with their changed values: 6 − 2 + 5."""
    values = [term.value for term in terms]
    return " ".join((*map(signed, values[:1]), *(f"{sign(value)} {abs(value)}" for value in values[1:])))


def in_one_line(written: str, line: int = LINE) -> str:
    """Return a sum without line breaks; one longer than `line` characters may break between its cards."""
    if len(written) <= line:
        return sentences.unbroken(written)
    return written.replace("+ ", sentences.unbroken("+ ")).replace(f"{MINUS} ", sentences.unbroken(f"{MINUS} "))


def spoken(terms: Iterable[Term]) -> str:
    """Return a sum to be heard, with changed values: plus 6, minus 2."""
    return ", ".join(name(term.card._replace(value=term.value)) for term in terms)


# The state of play


def to_do(table: TableView) -> str:
    """Return what this seat can do now, in one sentence; "" for an onlooker, while the others play, and if the app has
    checked the 0, as the round is over then."""
    view = table.view
    if view.stage == "closing" and not view.options.by_classmates:
        return ""
    if view.stage == "closing" and "ok" in view.may:
        return gettext("Is the 0 right? Check it, or press OK.")
    if view.turn is None or view.turn != table.seat:
        return ""
    match view.stage:
        case "draw":
            return ngettext("Draw %(n)s card.", "Draw %(n)s cards.", view.need) % {"n": view.need}
        case "penalty":
            return gettext("Throw one card away.")
        case "closing":
            return gettext("You laid 0! The others may check it.")
    if "done" in view.may:
        return gettext("Make %(n)s, or end your turn.") % {"n": view.target}
    return gettext("Make %(n)s, or throw one card away.") % {"n": view.target}


def happened(table: TableView) -> str:
    """Return a sentence about the last event: "You ..." to the player who acted, with their name to others."""
    news = table.view.news
    if news is None or news.seat is None or news.kind not in _HAPPENED:
        return ""
    mine, others = _HAPPENED[_told_as(news)]
    what = {"name": table.names[news.seat], "n": news.cards}
    if news.card:
        what["card"] = face(news.card)
    if lay := news.lay:
        what |= {
            "sum": in_one_line(sum_of(lay.terms)),
            "target": lay.target,
            "total": signed(lay.total),
            "points": points(lay.points),
        }
    return (str(mine if news.seat == table.seat else others) % what).replace(" = ", sentences.unbroken(" = "))


def _told_as(news: News) -> str:
    """Return the key of the sentence; a lay that may still be checked is a claim, right or wrong."""
    if news.lay and news.kind == events.LAID and not news.lay.stands:
        return "claimed"
    if news.kind == events.DREW and news.cards == 1:
        return "drew_one"
    return "skipped_and_threw" if news.kind == SKIPPED and news.card else news.kind


def points(count: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", count) % {"n": count}


def standing(seat: Any, *, same: bool = False) -> str:
    """Return a seat's progress: its next target and its points; for a shared hand "" until its end."""
    if same:
        return points(seat.points) if seat.place else ""
    if seat.target is None:
        return gettext("0 laid, %(points)s") % {"points": points(seat.points)}
    return gettext("at %(target)s · %(points)s") % {"target": seat.target, "points": points(seat.points)}


def help_line(table: TableView) -> str:
    """Return this seat's private hint: whether its hand can make the target, how its last lay compares."""
    view = table.view
    if view.possible is not None:
        if not view.possible:
            return gettext("No, not with these. Throw one card away.")
        return gettext("Yes, you can make %(n)s.") % {"n": view.target}
    if view.best is None or view.best.made > view.best.possible:
        return ""
    if view.best.made == view.best.possible:
        return gettext("That was the longest sum. Well done!")
    longest = gettext("You have %(made)s of %(possible)s points. The longest was %(sum)s.")
    made, possible = view.best.made, view.best.possible
    return longest % {"made": made, "possible": possible, "sum": _longest(view.best)}


def help_for_ears(table: TableView) -> str:
    """Return the hint shortened for the page's live region: after a spoken sum of all eight cards only five words
    remain."""
    best = table.view.best
    if best is None or best.made >= best.possible:
        return ""
    return gettext("%(points)s. Longest: %(sum)s.") % {"points": points(best.made), "sum": _longest(best)}


def _longest(best: BestLay) -> str:
    """Return the longest sum with its positive terms first, so that no sum begins with a minus."""
    return in_one_line(sum_of(sorted(best.terms, key=lambda term: term.value < 0)))


# Refusals


def refusal(reason: str, table: TableLike, seat: int, **details: Any) -> str:
    """Return why a move was not done; reasons common to all games have common sentences."""
    match reason:
        case events.WRONG:
            return _wrong(table.view(seat).view, details["cards"])
        case "not_your_turn":
            return sentences.not_your_turn(table.names[details["turn"]])
    return sentence(reason, table.language)


def sentence(reason: str, language: str) -> str:
    """Return the sentence of a reason that does not depend on the table."""
    return str(_SENTENCES[reason]) if reason in _SENTENCES else sentences.refusal(reason, language)


def _wrong(view: Any, cards: Iterable[int]) -> str:
    """Return a sentence with the total of a wrong lay (rules 2.5), unless the session hides sums."""
    if view.options.running_sum == "hidden":
        return gettext("That is not %(target)s. Look again.") % {"target": view.target}
    words = gettext("That makes %(total)s. You need %(target)s.")
    return words % {"total": signed(total(cards)), "target": view.target}


def done(kind: str) -> str:
    """Return a sentence about a completed move of this kind, for a page without scripts."""
    return str(_DONE.get(kind, "")) or sentences.done(kind)


# The end


def headline(table: TableView) -> str:
    """Return the headline of the end: to the player with most points that they have them, as finishing is not
    winning."""
    return sentences.how_it_went(table, gettext("You have the most points!"))


def has_most_points(table: TableView) -> bool:
    result = table.view.result
    return result is not None and table.seat is not None and result.places[table.seat] == 1


def longest_sum(seat: Any) -> str:
    if not seat.laid:
        return ""
    longest = max(seat.laid, key=lambda lay: len(lay.terms))
    return gettext("Your longest sum: %(sum)s") % {"sum": in_one_line(sum_of(longest.terms))}


def why_it_ended(table: TableView) -> str:
    """Return who came down to 0, and that this alone does not win."""
    view = table.view
    finisher = next((number for number, seat in enumerate(view.seats) if seat.target is None), None)
    if view.result is None or finisher is None:
        return ""
    who = gettext("You got to 0!") if finisher == table.seat else gettext("%(name)s got to 0.")
    who %= {"name": table.names[finisher]}
    return who if view.result.places[finisher] == 1 else f"{who} " + gettext("But the most points win.")


MESSAGES: Messages = {
    20: _("Find cards that make your target together."),
    21: _("Look at the signs: plus or minus?"),
    22: _("Say your sum aloud."),
}
"""The teacher's messages of this game, beside those of every game (see screens.messages)."""

_HAPPENED = {
    events.DREW: (_("You have new cards."), _("%(name)s drew %(n)s.")),
    "drew_one": (_("You have a new card."), _("%(name)s drew %(n)s.")),
    events.TOOK: (_("You took %(n)s from the open pile."), _("%(name)s took %(n)s from the open pile.")),
    events.LAID: (_("You: %(sum)s = %(target)s. %(points)s!"), _("%(name)s: %(sum)s = %(target)s. %(points)s.")),
    "claimed": (_("You say %(sum)s = %(target)s."), _("%(name)s says %(sum)s = %(target)s. Is it right?")),
    events.DISCARDED: (_("You threw away %(card)s."), _("%(name)s threw away %(card)s.")),
    events.CAUGHT: (
        _("Well spotted! %(sum)s makes %(total)s, not %(target)s."),
        _("%(name)s checked: %(sum)s makes %(total)s, not %(target)s."),
    ),
    events.CHECKED: (_("You checked. The sum is right."), _("%(name)s checked. The sum is right.")),
    events.TOOK_BACK: (_("You took your cards back."), _("%(name)s took the cards back.")),
    events.OKAYED: (_("You said OK."), _("%(name)s said OK.")),
    events.DONE: (_("Your turn is over."), _("%(name)s is done.")),
    SKIPPED: (_("You were away."), _("%(name)s is away.")),
    "skipped_and_threw": (
        _("You were away. %(card)s was thrown away for you."),
        _("%(name)s is away. %(card)s was thrown away."),
    ),
    events.FOLDED: (_("You were away too long."), _("%(name)s is gone.")),
}

_SENTENCES = {
    "already_done": _("You are done. Wait for the others."),
    "already_checked": _("It was checked. It is right."),
    "already_discarded": _("You have thrown a card away."),
    "already_drew": _("You have drawn. Lay cards, or throw one away."),
    "already_ok": _("You said OK."),
    "card_twice": _("A card counts only once."),
    "change_on_change": _("One sign change on a card is enough."),
    "change_without_card": _("Put the sign change on a number card."),
    "check_first": _("Wait. The others may check the 0."),
    "discard_first": _("Throw one card away first."),
    "draw_first": _("Draw first."),
    "folded": _("You were away too long. Wait for the next round."),
    "no_such_lay": _("There is nothing to check."),
    "not_your_lay": _("That is not your sum."),
    "nothing_to_ok": _("There is nothing to check."),
    "one_check": _("You can check once in a turn."),
    "one_discard": _("Pick one card to throw away."),
    "own_lay": _("That is your own sum. The others check it."),
    "too_few_cards": _("Pick two cards or more."),
    "too_few_discards": _("There are not enough. Draw from the other pile."),
    "too_late": _("Too late. The next player has drawn."),
}

_DONE = {
    "draw": _("You have drawn."),
    "take": _("You have drawn."),
    "lay": _("Your cards are on the table."),
    "discard": _("Your card is on the open pile."),
    "done": _("Your turn is over."),
    "check": _("It is checked."),
    "mistake": _("You have your cards back."),
    "ok": _("You said OK."),
}
