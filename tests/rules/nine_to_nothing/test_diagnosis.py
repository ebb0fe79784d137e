"""Error codes of Nine to Nothing: the vectors of measurement 4.4."""

import pytest

from game.rules.nine_to_nothing.cards import terms
from game.rules.nine_to_nothing.diagnosis import codes, kind_of
from tests.rules.nine_to_nothing.pictures import of_values


@pytest.mark.parametrize(
    ("cards", "target", "found"),
    [
        ([5, 7, -2], 9, "OFF_BY_ONE"),
        ([5, 3, 1], 8, "CARD_NOT_COUNTED OFF_BY_ONE"),
        ([5, 3, -1], 9, "SIGN_FLIP IGNORED_SIGNS"),
        ([-5, -4], 9, "IGNORED_SIGNS OPPOSITE"),
        ([7, -4, 3, 1], 9, "OTHER"),
        ([6, 3], 9, "CORRECT"),
        ([9, 9, 1], 9, "OFF_BY_TEN"),
        ([6, 3, 0], 9, "CHANGE_FORGOTTEN SIGN_FLIP IGNORED_SIGNS"),
        ([6, 0, 3, 0], 9, "CHANGE_FORGOTTEN IGNORED_SIGNS OPPOSITE"),
        ([6, -3, 0], 3, "CHANGE_FORGOTTEN SIGN_FLIP CARD_NOT_COUNTED"),
    ],
)
def test_a_sum_has_the_codes_that_fit(cards, target, found):
    assert " ".join(codes(terms(of_values(*cards)), target)) == found


@pytest.mark.parametrize(("cards", "kind"), [([6, 3], "plus"), ([11 - 2, -2, 2], "minus"), ([-9, 0], "change")])
def test_a_sum_is_of_the_kind_plus_minus_or_change(cards, kind):
    assert kind_of(terms(of_values(*cards))) == kind
