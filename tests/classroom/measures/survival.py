"""Curves of waiting times that others cut short: Kaplan–Meier and Aalen–Johansen, light on assumptions.

A second way to the numbers of the model of record, by which it is checked; no page shows them. Formulas of measurement
3.2 to 3.4. Times are seconds, one per exposure, in any order; a time at which something happened comes before the same
time at which something was cut off. Curves are step functions, constant from each time to the next and beyond the last.
Mixed kinds of cards in one curve are biased: stratify, then `standardised_share`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from classroom.measures import CUT, RIGHT, WRONG, Z95, Estimate, Interval
from classroom.measures.mixture import Floats

_ROUNDING = 1e-12


class Steps(NamedTuple):
    """Counts at each of J ordered times at which something happened; all (J,)."""

    times: Floats
    at_risk: Floats
    events: Floats

    @property
    def hazard_variance(self) -> Floats:
        """d / (Y (Y - d)), Greenwood's terms; infinite where nobody is left."""
        left = self.at_risk - self.events
        return np.divide(self.events, self.at_risk * left, out=np.full(len(left), inf), where=left > 0)


@dataclass(frozen=True, slots=True)
class SurvivalCurve:
    """S(t), the share of exposures still open at t. `survival` (J,) belongs to `steps.times`."""

    steps: Steps
    survival: Floats

    def at(self, seconds: float) -> float:
        return _value(self.steps.times, self.survival, seconds, 1.0)

    def standard_error(self, seconds: float) -> float:
        """Greenwood's; not a number once the curve has come down to 0."""
        return self.at(seconds) * sqrt(_value(self.steps.times, self._greenwood, seconds, 0.0))

    def interval(self, seconds: float, z: float = Z95) -> Interval | None:
        """Return the log-log interval of S; None where the curve is 1 or 0 and says nothing about its width."""
        return _log_log(self.at(seconds), self.standard_error(seconds), z)

    def at_risk(self, seconds: float) -> int:
        """Return how many exposures were open when the curve last stepped, at or before these seconds."""
        return int(_value(self.steps.times, self.steps.at_risk, seconds, 0.0))

    def quantile(self, share: float) -> float:
        """Return the first time by which at least this share was over; infinite where it never was."""
        return _first(self.steps.times, self.survival <= 1 - share + _ROUNDING)

    @property
    def median(self) -> float:
        return self.quantile(0.5)

    def median_interval(self, z: float = Z95) -> Interval:
        """Return the interval of Brookmeyer and Crowley from the log-log band; an infinite end cannot be estimated."""
        open_band = np.where(self.survival > 0, self.survival, 0.5)
        with np.errstate(divide="ignore"):
            power = np.exp(z * np.sqrt(self._greenwood) / -np.log(open_band))
        lower = np.where(self.survival > 0, open_band**power, 0.0)
        upper = np.where(self.survival > 0, open_band ** (1 / power), 1.0)
        return Interval(_first(self.steps.times, lower <= 0.5), _first(self.steps.times, upper <= 0.5))

    def mean_until(self, seconds: float) -> tuple[float, float]:
        """Return the mean time spent before these seconds (RMST) and its standard error; trust it within the data."""
        inside = self.steps.times <= seconds
        edges = np.append(self.steps.times[inside], seconds)
        pieces = self.survival[inside] * np.diff(edges)
        after = np.cumsum(pieces[::-1])[::-1]
        terms = np.multiply(after**2, self.steps.hazard_variance[inside], out=np.zeros_like(after), where=after > 0)
        return float(edges[0] + pieces.sum()), sqrt(float(terms.sum()))

    @property
    def _greenwood(self) -> Floats:
        return np.cumsum(self.steps.hazard_variance)


@dataclass(frozen=True, slots=True)
class IncidenceCurve:
    """F_c(t), the share of exposures that ended with cause c by t, while other causes compete.

    `share` (J,) belongs to `steps.times`, the times of any cause; `caused` counts those of c, `before` is S just
    before. `open_at_end` is the share in which nothing had happened at the last time.
    """

    steps: Steps
    caused: Floats
    before: Floats
    share: Floats
    open_at_end: float

    def at(self, seconds: float) -> float:
        return _value(self.steps.times, self.share, seconds, 0.0)

    @property
    def final(self) -> float:
        return self.at(inf)

    def standard_error(self, seconds: float) -> float:
        """By the delta method of Marubini and Valsecchi (measurement 3.2)."""
        inside = self.steps.times <= seconds
        steps = Steps(*(part[inside] for part in self.steps))
        caused, before = self.caused[inside], self.before[inside]
        ahead = self.at(seconds) - self.share[inside]
        greenwood = np.multiply(ahead**2, steps.hazard_variance, out=np.zeros_like(ahead), where=ahead > 0)
        own = before**2 * caused * (steps.at_risk - caused) / steps.at_risk**3
        shared = 2 * ahead * before * caused / steps.at_risk**2
        return sqrt(max(0.0, float((greenwood + own - shared).sum())))

    def interval(self, seconds: float, z: float = Z95) -> Interval | None:
        """Return the log-log interval of F; None where it is 0 or 1 and says nothing about its width."""
        return _log_log(self.at(seconds), self.standard_error(seconds), z)


def kaplan_meier(seconds: ArrayLike, decided: ArrayLike) -> SurvivalCurve:
    """Return the curve of exposures (N,) of which the `decided` ones, as truth values (N,), ended by themselves."""
    steps = _steps(np.asarray(seconds, float), np.asarray(decided, bool))
    return SurvivalCurve(steps, _survival(steps))


def aalen_johansen(seconds: ArrayLike, endings: ArrayLike, cause: int = RIGHT) -> IncidenceCurve:
    """Return the curve of one cause; `endings` (N,) are 0 where something else cut the exposure off (CUT)."""
    times, causes = np.asarray(seconds, float), np.asarray(endings)
    steps = _steps(times, causes != CUT)
    ordered = np.sort(times[causes == cause])
    caused = np.searchsorted(ordered, steps.times, "right") - np.searchsorted(ordered, steps.times)
    survival = _survival(steps)
    before = np.append(1.0, survival)[:-1]
    share = np.cumsum(before * caused / steps.at_risk)
    return IncidenceCurve(steps, caused.astype(float), before, share, float(survival[-1]) if len(survival) else 1.0)


def accuracy_in_races(seconds: ArrayLike, endings: ArrayLike) -> float | None:
    """Return the share of right first decisions had nobody raced: F_C / (F_C + F_W); None without a decision."""
    right, wrong = (aalen_johansen(seconds, endings, cause).final for cause in (RIGHT, WRONG))
    return right / (right + wrong) if right + wrong > 0 else None


def conditional_median(seconds: ArrayLike, endings: ArrayLike) -> float:
    """Return the median time of right cards had nobody raced; infinite where the data do not reach it.

    Half of what was right by the end and of what would still have become right (measurement 3.2).
    """
    accuracy, curve = accuracy_in_races(seconds, endings), aalen_johansen(seconds, endings)
    half = (curve.final + curve.open_at_end * (accuracy or 0)) / 2
    return _first(curve.steps.times, curve.share >= half - _ROUNDING) if curve.final > 0 else inf


def standardised_share(
    curves: Sequence[IncidenceCurve], weights: Sequence[float], seconds: float, z: float = Z95
) -> Estimate:
    """Return F at these seconds for a fixed mix of strata, one curve and one weight each, with its logit interval.

    Σ w F and Σ w² V of measurement 3.4. The weights, of the deck and not of what was met, sum to 1.
    """
    share = sum(weight * curve.at(seconds) for weight, curve in zip(weights, curves, strict=True))
    variance = sum((w * curve.standard_error(seconds)) ** 2 for w, curve in zip(weights, curves, strict=True))
    if not 0 < share < 1:
        return Estimate(share, 0.0, 1.0)
    half, odds = z * sqrt(variance) / (share * (1 - share)), share / (1 - share)
    return Estimate(share, 1 / (1 + exp(half) / odds), 1 / (1 + exp(-half) / odds))


def _steps(seconds: Floats, decided: NDArray[np.bool_]) -> Steps:
    times, events = np.unique(seconds[decided], return_counts=True)
    at_risk = len(seconds) - np.searchsorted(np.sort(seconds), times)
    return Steps(times, at_risk.astype(float), events.astype(float))


def _survival(steps: Steps) -> Floats:
    return np.asarray(np.cumprod(1 - steps.events / steps.at_risk), np.float64)


def _value(times: Floats, values: Floats, seconds: float, before: float) -> float:
    """Return the value of a step function; `before` the first step."""
    place = int(np.searchsorted(times, seconds, "right"))
    return float(values[place - 1]) if place else before


def _first(times: Floats, reached: NDArray[np.bool_]) -> float:
    return float(times[int(np.argmax(reached))]) if reached.any() else inf


def _log_log(share: float, standard_error: float, z: float) -> Interval | None:
    if not 0 < share < 1:
        return None
    power = exp(z * standard_error / abs(share * log(share)))
    return Interval(share**power, share ** (1 / power))
