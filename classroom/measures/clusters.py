"""The share of right cards of a class, with a range that takes account of children as clusters.

Cards of one child are alike, so the range comes from the differences between children, not from the number of cards
(measurement 7, row 11). Children who happen to be alike, all right for example, show no difference; so a range is never
narrower than Wilson's of that many cards. Without a race the share is counted; in races others cut slow answers off, so
the share is that of the model, given each child's times.
"""

import numpy as np
import scipy as sp

from classroom.measures.class_fit import ClassFit
from classroom.measures.climbing import Priors, Slopes, climb, posterior
from classroom.measures.intervals import Estimate, wilson_share
from classroom.measures.mixture import CUT, ODDS, Exposures, Floats, Terms, Whole, log_seconds, terms

LEVEL, FEWEST = 0.95, 2
_NEARLY = 1e-9


def counted_share(right: Whole, answered: Whole, level: float = LEVEL) -> Estimate | None:
    """Return the share of right cards of children with these counts (M,), with a range of coverage `level`; None for
    fewer than two children."""
    there = answered > 0
    right, answered = right[there], answered[there]
    if len(right) < FEWEST:
        return None
    share = right.sum() / answered.sum()
    apart = float(((right - share * answered) ** 2).sum()) / float(answered.sum()) ** 2
    variance = apart * len(right) / (len(right) - 1)
    return _on_logit(float(share), variance, len(right), int(answered.sum()), level)


def raced_shares(exposures: Exposures, group: Whole, groups: int, fit: ClassFit) -> list[Estimate | None]:
    """Return the share of right first decisions without competitors for each group of exposures (N,)."""
    order = exposures.order(group)
    exposures, group = exposures.where(order), group[order]
    standard, log_time = fit.standard, log_seconds(exposures.seconds)
    theta = fit.theta[exposures.student].copy()
    time, odds = standard.time_offsets[exposures.stratum], standard.odds_offsets[exposures.stratum]
    priors = Priors(np.array([float(fit.theta[:, ODDS].mean())]), np.array([2.0]))

    def terms_at(at: Floats) -> Terms:
        theta[:, ODDS] = at[group, 0]
        return terms(log_time, exposures.ending, theta, time, odds, [ODDS])

    def slopes_at(at: Floats) -> Slopes:
        return posterior(at, terms_at(at), group, [ODDS], priors)

    peak = climb(np.tile(priors.centres, (groups, 1)), slopes_at, 12)
    gradient = terms_at(peak.at).gradient[ODDS]
    students = len(fit.theta)
    sums = np.bincount(group * students + exposures.student, gradient, groups * students).reshape(groups, students)
    decided = (exposures.ending != CUT).astype(float)
    cards = np.bincount(group * students + exposures.student, decided, groups * students).reshape(groups, students)
    return [
        _shifted(fit, float(peak.at[at, 0]), float(peak.covariance[at, 0, 0]), sums[at], cards[at])
        for at in range(groups)
    ]


def _shifted(fit: ClassFit, odds: float, inverse: float, sums: Floats, cards: Floats) -> Estimate | None:
    """Return the share at these log odds; `sums` (M,) are the gradients of the children, `cards` (M,) their own
    decisions."""
    children = int((cards > 0).sum())
    if children < FEWEST:
        return None
    right = sp.special.expit(odds + fit.standard.odds_offsets)
    share, slope = (float(fit.standard.weights @ part) for part in (right, right * (1 - right)))
    variance = inverse**2 * float((sums**2).sum()) * children / (children - 1)
    return _on_logit(share, variance * slope**2, children, int(cards.sum()))


def _on_logit(share: float, variance: float, children: int, cards: int, level: float = LEVEL) -> Estimate:
    share = min(max(share, _NEARLY), 1 - _NEARLY)
    half = sp.special.stdtrit(children - 1, (1 + level) / 2) * np.sqrt(variance) / (share * (1 - share))
    low, high = (float(sp.special.expit(sp.special.logit(share) + side * half)) for side in (-1, 1))
    alike = wilson_share(share, cards, float(sp.special.ndtri((1 + level) / 2)))
    return Estimate(share, min(low, alike.low), max(high, alike.high))
