"""Error patterns of one student, in words: those more frequent than chance with their cards, and all kinds as bars."""

from collections.abc import Callable
from math import ceil, floor
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classroom.reports.around_the_corner.findings.mistakes import ErrorAnalysis
from classroom.reports.around_the_corner.findings.pictures import of_mistake
from classroom.reports.around_the_corner.words import CODES, CodeWords
from classroom.reports.kit.charts import Bar, bars
from game.around_the_corner.words import card_words
from game.rules.around_the_corner.diagnosis import Code, Mistake, Pattern

EXAMPLES = 3
"""Number of example cards beside a bar; a flagged pattern shows all of its cards."""


class FlaggedPattern(NamedTuple):
    """A pattern above chance: the sentence with its counts, its words, its cards newest first, and the address of its
    plays.

    `picture` shows the newest card as hops.
    """

    seen: str
    words: CodeWords
    cards: list[str]
    plays: str
    picture: SafeString


class Why(NamedTuple):
    """Number of `judged` wrong cards: the patterns above chance, and the count of each kind."""

    judged: int
    flagged: list[FlaggedPattern]
    kinds: list[Bar]


def why_wrong(analysis: ErrorAnalysis | None, address: Callable[..., str]) -> Why:
    """Return a student's error patterns, empty without a `analysis`; `address(code=…)` returns the address of a kind's
    cards."""
    if analysis is None:
        return Why(0, [], [])
    mistakes = analysis.mistakes[::-1]
    told = [_flagged(pattern, mistakes, address(code=pattern.code.value)) for pattern in analysis.flagged]
    found = [_bar(pattern, mistakes, address(code=pattern.code.value)) for pattern in analysis.patterns]
    plain = [mistake for mistake in mistakes if mistake.codes == (Code.OTHER,)]
    if plain:
        found.append(
            Bar(_("of no kind"), len(plain), len(plain), _examples(plain), href=address(code=Code.OTHER.value))
        )
    return Why(len(mistakes), told, bars(sorted(found, key=lambda bar: bar.width, reverse=True)))


def pattern_in_words(pattern: Pattern) -> str:
    """Return the finding as a sentence, like “6 of the newest 7 wrong cards were one step short; by
    chance it would be 2–3.”"""
    words = {"observed": pattern.observed, "errors": pattern.errors, "label": CODES[pattern.code].label}
    words["chance"] = chance_in_words(pattern.expected)
    return (
        _("%(observed)s of the newest %(errors)s wrong cards were %(label)s; by chance it would be %(chance)s.") % words
    )


def chance_in_words(expected: float) -> str:
    """Return the whole numbers round an expected count: "2–3" for 2.4."""
    low, high = floor(expected), ceil(expected)
    return f"{low}–{high}" if low < high else f"{low}"


def _flagged(pattern: Pattern, mistakes: list[Mistake], address: str) -> FlaggedPattern:
    own = [mistake for mistake in mistakes if pattern.code in mistake.codes]
    cards = [card_in_words(mistake) for mistake in own]
    return FlaggedPattern(pattern_in_words(pattern), CODES[pattern.code], cards, address, of_mistake(own[0]))


def _bar(pattern: Pattern, mistakes: list[Mistake], address: str) -> Bar:
    own = [mistake for mistake in mistakes if pattern.code in mistake.codes]
    label = str(CODES[pattern.code].label)
    return Bar(label, pattern.observed, pattern.observed, _examples(own), pattern.expected, address)


def _examples(mistakes: list[Mistake]) -> str:
    return "; ".join(card_in_words(mistake) for mistake in mistakes[:EXAMPLES])


def card_in_words(mistake: Mistake) -> str:
    """Return for example "8 on 7 ±2 (needs 9 or 5)"."""
    needed = [f"{number}" for number in mistake.asked.answers() if number]
    top = card_words(mistake, mistake.sums)
    words = {"played": mistake.played, "card": top, "needed": _(" or ").join(needed)}
    return _("%(played)s on %(card)s (needs %(needed)s)") % words
