"""Sentences of every game's table: why a move was not done, whose turn it is; formatting of times and signs.

One kind sentence each, in the active language. A game adds its own in its `words`.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from game.screens.table_view import TableView

NO_BREAK = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
_BESIDE_A_SIGN = re.compile(r" (?=[\W\d])|(?<=[\W\d]) ")


@lru_cache(maxsize=256)
def refusal(reason: str, language: str) -> str:
    """Return a sentence why a move was not done, by the reason of a `Refused`, in the active `language`."""
    return str(_REFUSALS.get(reason, _("You cannot do that now.")))


def done(kind: str) -> str:
    """Return a sentence about a completed move of this kind, for a page without scripts, which reloads after each."""
    return str(_DONE.get(kind, ""))


def one_full_stop(sentence: str) -> str:
    """Return the sentence with one full stop where it ends with a shortened name (Amara O.)."""
    return sentence.replace("..", ".")


def not_your_turn(name: str) -> str:
    return one_full_stop(gettext("Wait for %(name)s.") % {"name": name})


def whose_turn(table: TableView) -> str:
    seat = table.view.turn
    if seat is None:
        return ""
    return gettext("Your turn") if seat == table.seat else gettext("%(name)s's turn") % {"name": table.names[seat]}


def how_it_went(table: TableView, won: str) -> str:
    """Return `won` to the only winner, a kind word to the others, and to an onlooker only that the round is over:
    nobody is compared with anybody."""
    if table.phase != "over" or table.seat is None:
        return gettext("The round is over")
    return won if has_won_alone(table) else good_round(table)


def has_won_alone(table: TableView) -> bool:
    """Return whether this seat is the only one in first place; never at a table of one, nor where all play together."""
    places = table.view.result.places if table.view.result else ()
    return table.seat is not None and len(places) > 1 and places[table.seat] == 1 == places.count(1)


def good_round(table: TableView) -> str:
    """Return a kind word to the player, by name, without the full stop of a shortened last name."""
    if table.seat is None:
        return gettext("The round is over")
    return gettext("Good round, %(name)s!") % {"name": table.names[table.seat].removesuffix(".")}


def listed(names: Sequence[str]) -> str:
    """Return names joined as in a sentence: Ana, Ben and Chen."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def cards_left(left: int) -> str:
    return gettext("%(left)s left") % {"left": left}


def unbroken(words: str) -> str:
    """Return a sum without line breaks beside numbers or signs; only between two words a line may break."""
    return _BESIDE_A_SIGN.sub(NO_BREAK, words)


def minutes(milliseconds: int) -> str:
    """Return 4:07 for 247 seconds."""
    seconds = milliseconds // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def minutes_in_words(milliseconds: int) -> str:
    """Return a time in whole seconds for a child of seven: 4 minutes and 7 seconds."""
    minutes, seconds = divmod(max(0, milliseconds) // 1000, 60)
    said = [ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}] if minutes else []
    if seconds or not minutes:
        said.append(ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds})
    return listed(said)


def signed(value: int) -> str:
    """Return a number with a real minus sign: −4, 4."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


_REFUSALS = {
    "already_ready": _("You are ready. Wait for the others."),
    "before_go": _("Wait for GO."),
    "cheer_later": _("Cheers come when the round is over."),
    "cheered": _("You cheered already. One cheer a round."),
    "computer_plays": _("The computer plays here. Load the page again."),
    "eyes_up": _("Eyes up! Your teacher paused the game."),
    "folded": _("You were away too long. Wait for the next round."),
    "last_round": _("That was the last round."),
    "malformed": _("That did not arrive in one piece. Try again."),
    "no_such_seat": _("That is not your table."),
    "not_saved": _("That was not saved. Try again."),
    "not_your_card": _("That card is not in your hand."),
    "not_your_table": _("That is not your table."),
    "nothing_to_sort": _("Your hand is in order."),
    "over": _("The round is over."),
    "too_many": _("Slowly. One tap at a time."),
    "unknown_move": _("You cannot do that at this table."),
    "wrong": _("That does not fit. Look again."),
}

_DONE = {
    "ready": _("You are ready."),
    "sort": _("Your hand is in order."),
}
