"""The longest lay, against an oracle that shares nothing with the solver: it tries everything."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.nine_to_nothing import DECK, card, points, terms, total
from game.rules.nine_to_nothing.solver import NONE, best_lay, can_lay
from tests.rules.nine_to_nothing.pictures import of_values

HANDS = st.lists(st.sampled_from([dealt.id for dealt in DECK]), max_size=7, unique=True)
CHANGE_RICH = st.tuples(
    st.lists(st.integers(1, 144), max_size=5, unique=True), st.lists(st.integers(145, 162), max_size=3, unique=True)
).map(lambda parts: parts[0] + parts[1])
TARGETS = st.integers(0, 9)


def most_points(hand, target, most_terms=99):
    """Try every set of number cards, and every choice of which of them are flipped; 0 where there is no lay."""
    values = [card(number).value for number in hand if card(number).value]
    changes = len(hand) - len(values)
    found = 0
    for count in range(1, min(len(values), most_terms) + 1):
        for chosen in combinations(values, count):
            for signs in product((1, -1), repeat=count):
                flips = signs.count(-1)
                if flips <= changes and count + flips >= 2 and sum(map(int.__mul__, chosen, signs)) == target:
                    found = max(found, count + 2 * flips)
    return found


@settings(max_examples=400)
@given(hand=st.one_of(HANDS, CHANGE_RICH), target=TARGETS)
def test_the_longest_lay_is_as_long_as_trying_everything_finds(hand, target):
    found = best_lay(hand, target)
    assert found.points == most_points(hand, target)
    assert can_lay(hand, target) == (found != NONE)


@settings(max_examples=400)
@given(hand=st.lists(st.sampled_from([dealt.id for dealt in DECK]), max_size=16, unique=True), target=TARGETS)
def test_it_is_a_lay_of_that_hand_that_makes_the_target(hand, target):
    found = best_lay(hand, target)
    if found == NONE:
        return
    assert set(found.cards) <= set(hand)
    assert len(set(found.cards)) == len(found.cards) >= 2
    assert (total(found.cards), points(found.cards)) == (target, found.points)
    assert not card(found.cards[0]).is_change
    assert len(terms(found.cards)) + sum(1 for term in terms(found.cards) if term.change) == len(found.cards)


@settings(max_examples=200)
@given(hand=HANDS, target=TARGETS, most=st.integers(1, 4))
def test_with_fewer_number_cards_allowed_it_is_the_longest_of_those(hand, target, most):
    assert best_lay(hand, target, most_terms=most).points == most_points(hand, target, most)


def test_the_vectors_of_the_measurement_page():
    """Hand 5 −2 3 7 −4 1 −6 8: best sizes for 9 … 0 (measurement 4.4)."""
    hand = of_values(5, -2, 3, 7, -4, 1, -6, 8)
    assert [best_lay(hand, target).points for target in range(9, -1, -1)] == [7, 6, 7, 6, 7, 7, 6, 6, 6, 6]


@pytest.mark.parametrize(
    ("hand", "target", "expected"),
    [
        ([9], 9, 0),
        ([-9], 9, 0),
        ([-9, 0], 9, 3),
        ([9, 0, 0], 9, 0),
        ([0, 0, 0], 0, 0),
        ([], 0, 0),
        ([4, -4], 0, 2),
        ([4, 4, 0], 0, 4),
        ([-4, -5, 0, 0], 9, 6),
        ([-4, -5, 0], 9, 0),
        ([1, 2], 9, 0),
    ],
)
def test_a_small_hand_makes_its_most_points(hand, target, expected):
    assert best_lay(of_values(*hand), target).points == expected


def test_of_equal_lays_it_takes_the_one_that_keeps_the_sign_changes():
    """6 + 1 + 2 counts 3, and so does −9 with a sign change; together they would make 18."""
    found = best_lay(of_values(6, 1, 2, -9, 0), 9)
    assert (found.points, [card(number).value for number in found.cards]) == (3, [1, 2, 6])


def test_thirteen_cards_and_four_sign_changes_are_solved():
    """All of them lie: the seven cards above 0 make 38, the six below −30, and four flips bring 8 to 0."""
    hand = of_values(9, -8, 7, -6, 5, -4, 3, -2, 1, 9, -7, 4, -3, 0, 0, 0, 0)
    assert best_lay(hand, 0).points == 13 + 8
