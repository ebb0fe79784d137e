"""What a student can do, fact by fact and skill by skill: from fluent answers (right within the criterion) and others.

Formulas of measurement.md 5.1 and 5.4. "Fluent" says right within 3 s, never "known by heart" (measurement 2.2).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import log

from scipy.special import betainc, betaincinv

from classroom.reports.measures.intervals import Interval
from classroom.reports.measures.showing import Showing

FLUENT_SECONDS = 3.0
PRIOR_ANSWERS = 4
"""A fact starts as if it had been answered this often, as well as its skill."""
FLUENT_ABOVE, LACKING_BELOW, SURE, FACT_FROM_ANSWERS = 0.8, 0.6, 0.8, 3
NOT_MASTERED_SHARE, MASTERED_SHARE, FALSE_PASS, FALSE_FAIL = 0.6, 0.9, 0.05, 0.10

FLUENT_WEIGHT = log(MASTERED_SHARE / NOT_MASTERED_SHARE)
OTHER_WEIGHT = log((1 - MASTERED_SHARE) / (1 - NOT_MASTERED_SHARE))
MASTERED_FROM = log((1 - FALSE_FAIL) / FALSE_PASS)
NOT_YET_FROM = log(FALSE_FAIL / (1 - FALSE_PASS))


class Standing(Enum):
    FLUENT = "fluent"
    LACKING = "lacking"
    BETWEEN = "between"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class FactShare:
    """The fluent share of one fact, drawn towards its skill: Beta(4p + fluent, 4(1 - p) + others).

    `skill_share` is p, the student's own fluent share in the skill the fact belongs to, strictly between 0 and 1
    for a range to exist (`skill_share_of` keeps it there).
    """

    fluent: int
    n: int
    skill_share: float

    @property
    def mean(self) -> float:
        return (PRIOR_ANSWERS * self.skill_share + self.fluent) / (PRIOR_ANSWERS + self.n)

    def interval(self, level: float = 0.8) -> Interval:
        tails = (1 - level) / 2, (1 + level) / 2
        return Interval(*(float(betaincinv(*self._shape, tail)) for tail in tails))

    def chance_below(self, share: float) -> float:
        return float(betainc(*self._shape, share))

    def chance_above(self, share: float) -> float:
        return 1 - self.chance_below(share)

    @property
    def showing(self) -> Showing:
        """Grey below 3 answers; pale while the chance of being fluent, or of lacking, is below .8."""
        if self.n < FACT_FROM_ANSWERS:
            return Showing.HIDDEN
        return Showing.FIRM if self._surest >= SURE else Showing.PALE

    @property
    def standing(self) -> Standing:
        """Which of the two it is likelier than not (.6) to be; BETWEEN where neither."""
        if self.n < FACT_FROM_ANSWERS:
            return Standing.UNKNOWN
        if self._surest < LACKING_BELOW:
            return Standing.BETWEEN
        fluent = self.chance_above(FLUENT_ABOVE) >= self.chance_below(LACKING_BELOW)
        return Standing.FLUENT if fluent else Standing.LACKING

    @property
    def _surest(self) -> float:
        return max(self.chance_above(FLUENT_ABOVE), self.chance_below(LACKING_BELOW))

    @property
    def _shape(self) -> tuple[float, float]:
        likely = PRIOR_ANSWERS * self.skill_share
        return likely + self.fluent, PRIOR_ANSWERS - likely + self.n - self.fluent


def skill_share_of(fluent: int, n: int) -> float:
    """Return a student's fluent share in a skill, kept off 0 and 1 by half an answer each way; ½ without answers."""
    return (fluent + 0.5) / (n + 1)


class Mastery(Enum):
    MASTERED = "mastered"
    NOT_YET = "not yet"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Trial:
    """Where Wald's sequential test stands: the decision, the log-likelihood ratio, and the answers it took."""

    decision: Mastery
    ratio: float
    used: int


def sprt(answers: Iterable[bool]) -> Trial:
    """Test a skill on answers in order, True where fluent: .6 against .9, stopping at the first boundary crossed."""
    ratio, used = 0.0, 0
    for used, fluent in enumerate(answers, start=1):
        ratio += FLUENT_WEIGHT if fluent else OTHER_WEIGHT
        if ratio >= MASTERED_FROM:
            return Trial(Mastery.MASTERED, ratio, used)
        if ratio <= NOT_YET_FROM:
            return Trial(Mastery.NOT_YET, ratio, used)
    return Trial(Mastery.OPEN, ratio, used)


def mastery(answers: Iterable[bool]) -> Mastery:
    """Return the latest decision of one test after another over these answers: a child may come to master a skill."""
    left, latest = list(answers), Mastery.OPEN
    while (trial := sprt(left)).decision is not Mastery.OPEN:
        latest, left = trial.decision, left[trial.used :]
    return latest
