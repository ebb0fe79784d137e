"""Names of facts, skills, letters and error codes in the reports, in words that a teacher understands without a key."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS
from classroom.reports.kit.rows import MOST_NAMED
from game.rules.around_the_corner.diagnosis import Code
from game.screens.sentences import listed

SKILLS = (
    gettext_lazy("+1"), gettext_lazy("+2"), gettext_lazy("+3"), gettext_lazy("+ round the corner"),
    gettext_lazy("−1"), gettext_lazy("−2"), gettext_lazy("−3"), gettext_lazy("− round the corner"),
)  # fmt: skip
"""Names of the kinds of sums, in the order of presets.SKILLS."""

SHORT_SKILLS = ("+1", "+2", "+3", "10 →1", "−1", "−2", "−3", "1 →10")
"""The skills as heads of narrow columns, by signs only."""

FROM_MINUS_TO_PLUS = (6, 5, 4, 0, 1, 2, 7, 3)
"""The skills' indices in the order of a map's row."""

COLUMNS = tuple(f"{'+' if change > 0 else '−'}{abs(change)}" for change in CHANGES)
"""Heads of the columns of a fact map."""

LETTERS: tuple[Promise, ...] = (
    gettext_lazy("secure"),
    gettext_lazy("accurate, not yet quick"),
    gettext_lazy("growing"),
    gettext_lazy("teach"),
    gettext_lazy("not enough cards"),
)
"""Meanings of the letters, in the order of mastery.LETTERS."""


class CodeWords(NamedTuple):
    """`label` completes "6 of 7 wrong cards were …"; `likely` is a possible cause, `hint` a possible remedy."""

    label: Promise
    likely: Promise
    hint: Promise


CODES: dict[Code, CodeWords] = {
    Code.SAME: CodeWords(
        gettext_lazy("the same number as the top card"),
        gettext_lazy("May match numbers, as in other card games."),
        gettext_lazy("Say aloud what the ± on the top card asks for."),
    ),
    Code.STOP_END: CodeWords(
        gettext_lazy("stopped at 10 or at 1"),
        gettext_lazy("May not go round the corner yet."),
        gettext_lazy("Count round a ring of numbers: 9, 10, 1, 2."),
    ),
    Code.BOUNCE: CodeWords(
        gettext_lazy("turned back at 10"),
        gettext_lazy("May count back down instead of going round the corner."),
        gettext_lazy("Count round a ring of numbers: 9, 10, 1, 2."),
    ),
    Code.REVERSED: CodeWords(
        gettext_lazy("taken away the other way round"),
        gettext_lazy("May take the smaller number from the larger one."),
        gettext_lazy("Walk back along the ring from the number on top."),
    ),
    Code.ONE_SHORT: CodeWords(
        gettext_lazy("one step short"),
        gettext_lazy("Likely counts the starting number."),
        gettext_lazy("Count steps on a number track: the first step leads away from the start."),
    ),
    Code.ONE_OVER: CodeWords(
        gettext_lazy("one step too far"),
        gettext_lazy("May take one step more than the card says."),
        gettext_lazy("Count steps on a number track, and stop at the last one."),
    ),
    Code.USED_K: CodeWords(
        gettext_lazy("the number of the step itself"),
        gettext_lazy("May play the number behind the ±."),
        gettext_lazy("Say the whole sum aloud: 8 plus 2, 8 minus 2."),
    ),
    Code.WRONG_K: CodeWords(
        gettext_lazy("right for another step"),
        gettext_lazy("May use the ± of another card, not that of the top card."),
        gettext_lazy("Point at the ± on the top card first."),
    ),
    Code.TIMES: CodeWords(
        gettext_lazy("multiplied"),
        gettext_lazy("May multiply instead of adding."),
        gettext_lazy("Say the whole sum aloud: 3 plus 2, not 3 times 2."),
    ),
    Code.DOUBLE: CodeWords(
        gettext_lazy("twice the step"),
        gettext_lazy("May take the step twice."),
        gettext_lazy("Count the steps on a number track."),
    ),
    Code.WRAP_NOT_ALLOWED: CodeWords(
        gettext_lazy("round the corner, though it was off"),
        gettext_lazy("May not know that this time nothing goes round the corner."),
        gettext_lazy("Before the next round, say that 10 is the end."),
    ),
    Code.TOOK_AWAY: CodeWords(
        gettext_lazy("taken away, though the card says plus"),
        gettext_lazy("May go back where the step goes on."),
        gettext_lazy("Say the whole sum aloud: 8 plus 2."),
    ),
}


def fact(place: int) -> str:
    """Return a fact as a sum, e.g. "9 + 3 = 2", with a real minus sign."""
    number, change = _terms(place)
    return f"{sum_of(place)} = {(number + change - 1) % 10 + 1}"


def sum_of(place: int) -> str:
    """Return the sum of a fact without its result: "9 + 3"."""
    number, change = _terms(place)
    return f"{number} {'+' if change > 0 else '−'} {abs(change)}"


def _terms(place: int) -> tuple[int, int]:
    return NUMBERS[place // len(CHANGES)], CHANGES[place % len(CHANGES)]


def names(people: list[str], most: int = MOST_NAMED) -> str:
    """Return names joined as in a sentence; of many only the first, and the number of others."""
    if len(people) > most:
        shown, others = ", ".join(people[:most]), len(people) - most
        said = ngettext("%(names)s and %(count)s other", "%(names)s and %(count)s others", others)
        return said % {"names": shown, "count": others}
    return listed(people)
