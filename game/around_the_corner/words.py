"""Sentences of Around the Corner: refusals, plays, whose turn it is, who has won.

One kind sentence each, in the active language, which reveals nothing that this seat may not see.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.rules.around_the_corner import TEN, Card, Options, Sums, card
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.position import ON_CARDS
from game.rules.contract import PASSED, SKIPPED, TIME_UP
from game.screens import sentences
from game.screens.messages import OF_EVERY_GAME, Messages
from game.screens.sentences import one_full_stop, unbroken
from game.screens.table_view import TableView


@lru_cache(maxsize=256)
def refusal(reason: str, language: str) -> str:
    """Return why a move was not done, for a reason of `Refused` that does not depend on the table."""
    return str(_SENTENCES[reason]) if reason in _SENTENCES else sentences.refusal(reason, language)


def wrong(view: Any, card_id: int | None) -> str:
    """Return a sentence that names both cards, never just "wrong" (screens 2.3); with the sums, on separate lines, if
    hints are on."""
    held = next((card for card in view.hand if card and card.id == card_id), None)
    if held is None or view.top_card is None:
        told = gettext("That card does not fit.")
    else:
        top = card_words(view.top_card, view.options.sums)
        told = gettext("%(number)s does not fit on %(card)s.") % {"number": held.number, "card": top}
    return "\n".join(filter(None, (told, hint(view) if view.answers else "")))


def beaten(
    language: str, called: tuple[int, int] | None, seat: int, names: tuple[str, ...], *, fitted: str = ""
) -> str:
    """Return who was first: `called` is the seat of the newest card, and its number; None if nobody is first. `fitted`
    is the sum of the card of `seat`, if it fitted, too."""
    if called is None:
        new_top = refusal("bad_top", language)
        return f"{new_top} {refusal('fitted_before', language)}\n{fitted}" if fitted else new_top
    if called[0] == seat:
        return refusal("own_card_first", language)
    first = refusal("other_first", language) % {"name": names[called[0]]}
    return f"{first} {refusal('fitted', language)}\n{fitted}" if fitted else first


def done(kind: str) -> str:
    """Return a sentence about a completed move of this kind, for a page without scripts, which reloads after each."""
    return str(_DONE.get(kind, "")) or sentences.done(kind)


def card_words(card: Any, sums: Sums) -> str:
    """Return the text on a card: 9 ±3, or 9 +3 if steps only go up."""
    return f"{card.number} {sums.sign}{card.step}"


def in_play(options: Mapping[str, Any]) -> Options:
    """Return only the options that define the cards and the end of their numbers."""
    return Options.from_json({name: options[name] for name in ON_CARDS if name in options})


def who_played(table: TableView) -> str:
    """Return who played what, as the line under the pile."""
    if table.view.called is None:
        return ""
    seat, number = table.view.called
    return _played_line(table.language, table.names[seat], number)


def last_play(table: TableView) -> SafeString:
    """Return the line of `who_played` as an attribute, read by the key L if the page shows sums under the pile."""
    return format_html(' data-play="{}"', who_played(table))


@lru_cache(maxsize=4096)
def _played_line(language: str, name: str, number: int) -> str:
    return gettext("%(name)s played %(number)s") % {"name": name, "number": number}


def hint(view: Any) -> str:
    """Return the sums of the top card (rules 1.7), one per line: 9 + 3 → round the corner → 2."""
    number, step = view.top_card.number, view.top_card.step
    ways = zip("−+", reversed(view.answers), strict=True)
    sums = (unbroken(sum_in_words(number, sign, step, answer)) for sign, answer in ways if answer)
    or_else = gettext(" or ").rstrip()
    return f"{or_else}\n".join(sums)


def sum_in_words(number: int, sign: str, step: int, answer: int) -> str:
    straight = number + step if sign == "+" else number - step
    return sum_with(f"{number} {sign} {step}", str(answer), goes_round=straight != answer)


def sum_words(fact: Fact, answer: str) -> str:
    """Return 9 + 3 → round the corner → 2, or 4 − 1 = 3."""
    return sum_with(sum_of(fact), answer, goes_round=fact.goes_round)


def sum_of(fact: Fact) -> str:
    """Return 9 + 3."""
    return f"{fact.number} {_sign(fact)} {fact.step}"


def change_words(fact: Fact) -> str:
    """Return +3."""
    return f"{_sign(fact)}{fact.step}"


def _sign(fact: Fact) -> str:
    return "+" if fact.sign == "+" else sentences.MINUS


def sum_with(written: str, answer: str, *, goes_round: bool) -> str:
    """Return 9 + 3 → round the corner → 2, or 4 − 1 = 3; the answer may be a question mark or a line to write on."""
    if not goes_round:
        return f"{written} = {answer}"
    return gettext("%(sum)s → round the corner → %(answer)s") % {"sum": written, "answer": answer}


def how_turn_ended(table: TableView) -> str:
    """Return how the last turn ended if it ended without a card, with the names of other players."""
    if table.turned is None:
        return ""
    seat, how = table.turned
    mine, others = _TURN_ENDED[how]
    return str(mine) if seat == table.seat else one_full_stop(str(others) % {"name": table.names[seat]})


def nearest_sum(top: Card, tried: int, sums: Sums) -> str:
    """Return the sum of this top card whose answer is nearest to the tried number, counted as the numbers are played;
    of equals the plus."""
    ways = [(sign, n) for sign, n in zip("+−", sums.answers(top.number, top.step), strict=True) if n]
    sign, answer = min(ways, key=lambda way: _apart(way[1], tried, sums))
    return unbroken(sum_in_words(top.number, sign, top.step, answer))


@lru_cache(maxsize=4096)
def sum_on(language: str, top: int, placed: int, sums: Sums) -> str:
    """Return the sum of a card on the previous top card; both by their ids, in the active language."""
    return nearest_sum(card(top), card(placed).number, sums)


def _apart(one: int, other: int, sums: Sums) -> int:
    straight = abs(one - other)
    return min(straight, sums.highest - straight) if sums.corner else straight


def has_finished(table: TableView) -> bool:
    """Return whether this seat has placed all its cards."""
    result = table.view.result
    return result is not None and table.seat is not None and result.left[table.seat] == 0


def headline(table: TableView) -> str:
    """Return the headline of the end: to the player who finished first that they did. After a round that was turned
    through or stopped nobody did."""
    result = table.view.result
    finished = result is not None and 0 in result.left
    return sentences.how_it_went(table, gettext("You finished first!") if finished else sentences.good_round(table))


def messages(options: Mapping[str, Any]) -> Messages:
    """Return the teacher's messages about the cards of this round, and the game's others."""
    chosen = in_play(options)
    about = {3: chosen.sign == "±", 4: chosen.corner and chosen.highest == TEN}
    about[9] = chosen.corner and not about[4]
    return {number: said for number, said in {**OF_EVERY_GAME, **MESSAGES}.items() if about.get(number, True)}


MESSAGES: Messages = {
    2: _("Count on from the top card."),
    3: _("Look at the step: plus or minus?"),
    4: _("Think of the corner: after 10 comes 1."),
    9: _("Think of the corner: after 5 comes 1."),
    5: _("Draw a card if nothing fits."),
    6: _("Say the number aloud."),
}
"""The teacher's messages of this game, beside those of every game (see screens.messages)."""


_SENTENCES = {
    "bad_top": _("There is a new top card."),
    "clock_stopped": _("The clock stands. Go on first."),
    "can_draw": _("You can still draw a card."),
    "can_play": _("You have a card that fits. Look again."),
    "no_more_time": _("That was the last time. Play, draw or pass."),
    "draw_pile_empty": _("No more cards to draw."),
    "folded": _("Your cards are under the pile. Wait for the next round."),
    "fitted": _("Yours fitted, too!"),
    "fitted_before": _("Yours fitted on the one before."),
    "not_drawn": _("You have not drawn that card yet."),
    "other_first": _("%(name)s was first."),
    "own_card_first": _("Your other card was first."),
    "paused": _("Look at the top card first."),
    "standstill": _("Nobody can play. Wait for GO."),
}

_TURN_ENDED = {
    PASSED: (_("You passed."), _("%(name)s passed.")),
    TIME_UP: (_("Your time was up."), _("Time was up for %(name)s.")),
    SKIPPED: (_("You were away."), _("%(name)s is away.")),
}

_DONE = {
    "play": _("Your card is on the pile."),
    "draw": _("You have a new card."),
    "more": _("You have more time."),
}
