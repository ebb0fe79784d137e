"""Error patterns of one student, in words: those more frequent than chance with their cards, and all kinds as bars.

Patterns in the latest mistakes of each student (game.rules.around_the_corner.diagnosis).

At most the last 30 of each, of the answers that its share of right cards counts (measurement 4.3). Cards played while
nothing fitted, or tapped too quickly to be an answer, are left out, as they say nothing about sums.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np
from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classroom import persons
from classroom.reports.around_the_corner.findings.ability import WINDOW_MS
from classroom.reports.around_the_corner.findings.pictures import of_mistake
from classroom.reports.around_the_corner.findings.strata import STRATA
from classroom.reports.around_the_corner.sources.answers import Answers
from classroom.reports.around_the_corner.sources.round_five import ROUND_FIVE
from classroom.reports.around_the_corner.words import CODES, CodeWords
from classroom.reports.kit.charts import Bar, bars
from game.around_the_corner.words import card_words
from game.models import Attempt
from game.rules.around_the_corner.cards import NUMBER, Sums
from game.rules.around_the_corner.diagnosis import LAST_ERRORS, Code, Mistake, Pattern, is_rapid, patterns
from game.rules.around_the_corner.position import SUMS

EXAMPLES = 3
"""Number of example cards beside a bar; a flagged pattern shows all of its cards."""


class ErrorAnalysis(NamedTuple):
    """A student's mistakes, oldest first, and their patterns, most significant first."""

    mistakes: list[Mistake]
    patterns: list[Pattern]

    @property
    def flagged(self) -> list[Pattern]:
        return [pattern for pattern in self.patterns if pattern.flagged]


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


def error_analyses(answers: Answers, players: Sequence[int] | None = None) -> dict[int, ErrorAnalysis]:
    """Return the analysis of each of these students (by default all of the class) who made a mistake in these answers,
    by player; one query."""
    found = _mistakes(answers, answers.players if players is None else players)
    return {player: ErrorAnalysis(mistakes, patterns(mistakes)) for player, mistakes in found.items()}


def _mistakes(answers: Answers, players: Sequence[int]) -> dict[int, list[Mistake]]:
    newest_first = Window(RowNumber(), partition_by=F("player"), order_by=F("started_at").desc())
    last = int(answers.began_at.max(initial=0))
    rows = (
        Attempt.objects.filter(
            player__in=persons.players_of(*players), ending=Attempt.Ending.WRONG, mode=answers.mode, retry=False
        )
        .filter(
            round__table__in=np.unique(answers.tables).tolist(),
            pictured=False,
            started_at__gte=max(last - WINDOW_MS, int(answers.began_at.min(initial=last))),
            played__isnull=False,
        )
        .exclude(directions="")
        .exclude(ROUND_FIVE)
        .annotate(place=newest_first)
        .filter(place__lte=LAST_ERRORS)
        .order_by("started_at")
    )
    columns = ("player", "stratum", "milliseconds", "timed", "top_number", "top_step", "played", "hand")
    made, usual = defaultdict(list), _medians(answers)
    found_rows = list(rows.values_list(*columns, *SUMS))
    student_of = persons.students_by_player(players, (row[0] for row in found_rows))
    for player, *row in found_rows:
        made[student_of[player]].append(row)
    counted = answers.student[answers.wrong & (answers.records["played"] > 0)]
    wrong = dict(zip(answers.players, np.bincount(counted, minlength=len(answers.players)).tolist(), strict=True))
    newest = {student: rows[max(0, len(rows) - min(LAST_ERRORS, wrong[student])) :] for student, rows in made.items()}
    found = {student: list(_slow_enough(rows, usual)) for student, rows in newest.items()}
    return {student: mistakes for student, mistakes in found.items() if mistakes}


def _slow_enough(rows: Iterable[Sequence[Any]], usual: Mapping[str, float]) -> Iterator[Mistake]:
    for stratum, ms, timed, *what in rows:
        if not (timed and is_rapid(ms / 1000, usual.get(stratum, 0.0))):
            yield _mistake(*what)


def _mistake(number: int, step: int, played: int, hand: Sequence[int], *sums: Any) -> Mistake:
    return Mistake(number, step, NUMBER[played], tuple(NUMBER[held] for held in hand), Sums(*sums))


def _medians(answers: Answers) -> dict[str, float]:
    """Return the class's median seconds of right cards in each stratum."""
    kept = answers.right & answers.clocked
    stratum, seconds = answers.stratum[kept], answers.seconds[kept]
    return {STRATA[place]: float(np.median(seconds[stratum == place])) for place in np.unique(stratum)}
