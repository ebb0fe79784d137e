"""Error codes of Nine to Nothing: the vectors of measurement 4.4."""

import pytest

from game.rules.nine_to_nothing.cards import DECK, terms
from game.rules.nine_to_nothing.diagnosis import codes, kind_of


def lay(*values):
    """Return the terms of a lay with these values, 0 a sign change."""
    left = [*DECK]
    found = []
    for value in values:
        found.append(next(other for other in left if other.value == value))
        left.remove(found[-1])
    return terms(held.id for held in found)


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
def test_a_wrong_sum_has_the_codes_that_fit(cards, target, found):
    assert " ".join(codes(lay(*cards), target)) == found


@pytest.mark.parametrize(("cards", "kind"), [([6, 3], "plus"), ([11 - 2, -2, 2], "minus"), ([-9, 0], "change")])
def test_kinds_of_sums(cards, kind):
    assert kind_of(lay(*cards)) == kind
