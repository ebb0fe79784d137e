"""Error codes of wrong cards in Around the Corner, and which of them come more often than by chance.

Rules of measurement 4.2 and 4.3; top n ± k, P and M its answers, p the number played. Several causes may explain one
wrong card, so one error never makes a diagnosis. Judge only first answers that were neither stale, nor rapid, nor
played while nothing in the hand fitted.

Without the corner the numbers form a row: a missing answer has no neighbours, going round to it is WRAP_NOT_ALLOWED,
and the two codes about the end of the row, STOP_END and BOUNCE, are dropped (the page says "STOP_END etc."). With the
numbers 1 to 5 the row ends at 5. If steps only go up, answering n - k is TOOK_AWAY.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from game.rules.around_the_corner.cards import Sums


class Code(StrEnum):
    """Possible reason for a wrong card; the first code that applies is the card's label."""

    CORRECT = "CORRECT"
    WRAP_NOT_ALLOWED = "WRAP_NOT_ALLOWED"
    TOOK_AWAY = "TOOK_AWAY"
    SAME = "SAME"
    STOP_END = "STOP_END"
    BOUNCE = "BOUNCE"
    REVERSED = "REVERSED"
    ONE_SHORT = "ONE_SHORT"
    ONE_OVER = "ONE_OVER"
    USED_K = "USED_K"
    WRONG_K = "WRONG_K"
    TIMES = "TIMES"
    DOUBLE = "DOUBLE"
    OTHER = "OTHER"


LAST_ERRORS = 30
FLAG_FROM, FLAG_FROM_TOPS, FLAG_BELOW = 3, 2, 0.01
RAPID_SECONDS, RAPID_SHARE = 0.5, 0.1


class TopCard(NamedTuple):
    """The question of a top card: its number and step, and the sums of its round."""

    number: int
    step: int
    sums: Sums = Sums()

    def answers(self, *, times: int = 1, further: int = 0) -> tuple[int | None, int | None]:
        """Return the numbers that fit, or would fit if the step were multiplied by `times` and increased by
        `further`."""
        return self.sums.answers(self.number, times * self.step + further)


class Mistake(NamedTuple):
    """A wrong number played on a top card. `hand` are the numbers held, including the played one."""

    number: int
    step: int
    played: int
    hand: tuple[int, ...]
    sums: Sums = Sums()

    @property
    def asked(self) -> "TopCard":
        return TopCard(self.number, self.step, self.sums)

    @property
    def unfitting(self) -> tuple[int, ...]:
        """The numbers in the hand that do not fit, between which a blind choice is made; includes the played one even
        if the hand is unknown."""
        held = self.hand if self.played in self.hand else (*self.hand, self.played)
        fitting = self.asked.answers()
        return tuple(number for number in held if number not in fitting)

    @property
    def chances(self) -> dict[Code, float]:
        """Probability of each code if one of the unfitting cards is chosen blindly; codes of probability 0 are left
        out."""
        held, asked = self.unfitting, self.asked
        carried = Counter(code for card in held for code in codes_on(asked, card))
        return {code: count / len(held) for code, count in carried.items()}

    @property
    def codes(self) -> tuple[Code, ...]:
        return codes_on(self.asked, self.played)


class Pattern(NamedTuple):
    """Count of a code (`observed` of `errors`), the share expected by blind play, and P(as often or more)."""

    code: Code
    observed: int
    expected: float
    p: float
    errors: int
    flagged: bool


def codes(number: int, step: int, played: int, *, corner: bool = True) -> tuple[Code, ...]:
    """Return every code that applies, the card's label first; (CORRECT,) if the card was right."""
    return codes_on(TopCard(number, step, Sums(corner)), played)


@cache
def codes_on(top: TopCard, played: int) -> tuple[Code, ...]:
    """Return the codes of a number played on that top card, like `codes`."""
    if played in top.answers():
        return (Code.CORRECT,)
    return tuple(code for code, fits in _yields(top, played).items() if fits) or (Code.OTHER,)


def is_rapid(seconds: float, class_median: float) -> bool:
    """Return whether an answer was a guess: far below the class's median seconds in the stratum."""
    return seconds < max(RAPID_SECONDS, RAPID_SHARE * class_median)


def at_least(observed: int, chances: Iterable[float]) -> float:
    """Return P(at least `observed`) of independent events with these chances: the exact Poisson-binomial tail."""
    if observed <= 0:
        return 1.0
    fewer, tail = [1.0, *[0.0] * (observed - 1)], 0.0
    for likely in chances:
        tail += fewer[-1] * likely
        fewer = [stay * (1 - likely) + come * likely for stay, come in zip(fewer, [0.0, *fewer], strict=False)]
    return min(1.0, tail)


def patterns(mistakes: Sequence[Mistake]) -> list[Pattern]:
    """Return the codes found in the last 30 mistakes (oldest first; the caller keeps 4 weeks), most significant first.

    Flagged are those seen at least 3 times, on at least 2 different top numbers, with p < .01. OTHER is no pattern.
    """
    recent = [(mistake.number, mistake.codes) for mistake in mistakes[-LAST_ERRORS:]]
    blind = [mistake.chances for mistake in mistakes[-LAST_ERRORS:]]
    seen = {code for _number, codes in recent for code in codes} - {Code.OTHER}
    found = [_pattern(code, recent, [chances.get(code, 0.0) for chances in blind]) for code in Code if code in seen]
    return sorted(found, key=lambda pattern: (pattern.p, -pattern.observed))


def _yields(top: TopCard, played: int) -> dict[Code, bool]:
    number, step, sums = top
    corner, highest, goes_back = sums.corner, sums.highest, "-" in sums.signs
    plus, minus = number + step, number - step
    both_round, other = TopCard(number, step, Sums(highest=highest)), played != number
    stopped = (plus > highest and played == highest) or (minus < 1 and played == 1 and goes_back)
    return {
        Code.WRAP_NOT_ALLOWED: not corner and played in both_round.answers(),
        Code.TOOK_AWAY: not goes_back and played == both_round.answers()[1],
        Code.SAME: not other,
        Code.STOP_END: corner and stopped and other,
        Code.BOUNCE: corner and plus > highest and played == 2 * highest - plus and other,
        Code.REVERSED: minus < 0 and played == step - number and other,
        Code.ONE_SHORT: played in _beside(top, -1),
        Code.ONE_OVER: played in _beside(top, 1),
        Code.USED_K: played == step and other,
        Code.WRONG_K: step != 2 and played in top._replace(step=4 - step).answers(),
        Code.TIMES: step >= 2 and number >= 2 and played == number * step,
        Code.DOUBLE: step >= 2 and played in top.answers(times=2),
    }


def _beside(top: TopCard, further: int) -> tuple[int | None, int | None]:
    """Return the numbers reached by a step of k + `further`, forwards and back; each None if the answer itself does not
    exist."""
    plus, minus = top.answers()
    beside = top.answers(further=further)
    return beside[0] if plus else None, beside[1] if minus else None


def _pattern(code: Code, mistakes: Sequence[tuple[int, tuple[Code, ...]]], chances: Sequence[float]) -> Pattern:
    """Return the pattern of a code in mistakes given as (top number, codes)."""
    carrying = [number for number, codes in mistakes if code in codes]
    observed, tops = len(carrying), set(carrying)
    p = at_least(observed, chances)
    flagged = observed >= FLAG_FROM and len(tops) >= FLAG_FROM_TOPS and p < FLAG_BELOW
    return Pattern(code, observed, sum(chances), p, len(mistakes), flagged)
