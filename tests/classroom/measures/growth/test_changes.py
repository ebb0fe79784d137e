"""Which students of a class have changed: what one extreme slope does to the others."""

import numpy as np
import pytest

from classroom.measures.growth import changes

SLOPES = np.array([0.0, 0.01, -0.01, 0.12, 0.0, 0.005, -0.1, 0.0])
ERRORS = np.full(len(SLOPES), 0.02)
ALL = np.ones(len(SLOPES), bool)


def named(slopes, errors, usual=changes.SHARE) -> list[int]:
    return changes.named(slopes, errors, ALL[: len(slopes)], usual).tolist()


@pytest.mark.parametrize("usual", [changes.LOG_TIME, changes.LOG_ODDS, changes.SHARE])
@pytest.mark.parametrize(("slope", "error", "sign"), [(1.0, 0.01, 2), (-3.0, 0.02, -2), (0.5, 0.0, 2), (0.0, 0.0, 0)])
def test_an_extreme_slope_is_named_and_hides_no_other(usual, slope, error, sign):
    """Its density is 0 in floating point, whether it has changed or not: more than 38 standard errors."""
    with np.errstate(all="raise", under="ignore"):
        found = named(np.append(SLOPES[:-1], slope), np.append(ERRORS[:-1], error), usual)
    assert found[-1] == sign
    assert (found[3], found[6]) == (2, -2)


def test_where_nothing_is_extreme_it_is_bayes_rule():
    usual = changes.SHARE
    whole = ERRORS**2 + usual.spread**2
    changed = usual.share * np.exp(-(SLOPES**2) / whole / 2) / np.sqrt(whole)
    unchanged = (1 - usual.share) * np.exp(-(SLOPES**2) / ERRORS**2 / 2) / ERRORS
    found, _middle, _variance = changes._changed(SLOPES, ERRORS, usual)
    assert found == pytest.approx(changed / (changed + unchanged))
