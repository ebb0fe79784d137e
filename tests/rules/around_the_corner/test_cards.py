"""Cards and answers (rules 1.1 and 1.2; the examples of the rule sheets)."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.around_the_corner import DECK, Options, Sums, card


def test_the_deck_has_73_cards_each_with_an_identity_of_its_own():
    assert [dealt.id for dealt in DECK] == list(range(1, 74))
    assert all(card(dealt.id) is dealt for dealt in DECK)


def test_there_are_two_of_each_card_and_one_more_of_thirteen():
    copies = Counter((dealt.step, dealt.number) for dealt in DECK)
    more = {*product([1], [1, 2, 3, 4]), *product([2], [5, 6, 7, 8]), *product([3], [1, 2, 3, 9, 10])}
    assert copies == {face: 3 if face in more else 2 for face in product([1, 2, 3], range(1, 11))}


@pytest.mark.parametrize("nobody", [0, -1, 109])
def test_there_is_no_other_card(nobody):
    with pytest.raises(IndexError):
        card(nobody)


@pytest.mark.parametrize(
    ("number", "step", "plus", "minus"),
    [(5, 1, 6, 4), (4, 2, 6, 2), (4, 3, 7, 1), (9, 3, 2, 6), (1, 2, 3, 9), (8, 3, 1, 5), (2, 3, 5, 9), (10, 3, 3, 7)],
)
def test_the_rule_sheets_examples_with_the_corner(number, step, plus, minus):
    assert Sums(corner=True).answers(number, step) == (plus, minus)


@pytest.mark.parametrize(
    ("number", "step", "plus", "minus"),
    [(5, 1, 6, 4), (9, 3, None, 6), (1, 2, 3, None), (8, 3, None, 5), (2, 3, 5, None), (10, 3, None, 7), (9, 1, 10, 8)],
)
def test_without_the_corner_an_answer_beyond_the_end_is_not_there(number, step, plus, minus):
    assert Sums(corner=False).answers(number, step) == (plus, minus)


def test_there_are_sixty_facts_and_twelve_go_round_the_corner():
    around = [answer for face in product(range(1, 11), (1, 2, 3)) for answer in Sums(corner=True).answers(*face)]
    plain = [answer for face in product(range(1, 11), (1, 2, 3)) for answer in Sums(corner=False).answers(*face)]
    assert len(around) == 60
    assert set(around) == set(range(1, 11))
    assert plain.count(None) == 12
    assert all(p in (a, None) for a, p in zip(around, plain, strict=True))


@pytest.mark.parametrize(
    ("number", "step", "plus", "minus"), [(5, 1, 1, 4), (4, 2, 1, 2), (1, 1, 2, 5), (3, 3, 1, 5), (2, 2, 4, 5)]
)
def test_among_one_to_five_the_corner_is_after_five(number, step, plus, minus):
    assert Sums(corner=True, highest=5).answers(number, step) == (plus, minus)


def test_among_one_to_five_without_the_corner_the_last_number_is_five():
    assert Sums(corner=False, highest=5).answers(5, 1) == (None, 4)
    assert Sums(corner=False, highest=5).answers(3, 3) == (None, None)


def test_a_step_that_only_goes_up_has_one_answer():
    assert Sums(corner=True, only_plus=True).answers(7, 2) == (9, None)
    assert Sums(corner=True, only_plus=True).answers(10, 1) == (1, None)


def test_one_to_five_has_as_many_cards_of_each_step_as_one_to_ten():
    low, usual = (Counter(card(held).step for held in Options(highest=highest).deck) for highest in (5, 10))
    assert low == usual == {1: 24, 2: 24, 3: 25}
    assert set(Counter(card(held).number for held in Options(highest=5).deck).values()) == {14, 15}


@given(st.booleans(), st.sampled_from([5, 10]), st.booleans(), st.sets(st.sampled_from([1, 2, 3]), min_size=1))
def test_on_every_card_of_a_deck_another_one_of_it_fits(corner, highest, only_plus, steps):
    options = Options.from_json({"corner": corner, "highest": highest, "only_plus": only_plus, "steps": [*steps]})
    numbers = {card(held).number for held in options.deck}
    assert all(options.fitting[held] <= set(range(1, highest + 1)) for held in options.deck)
    assert all(options.fitting[held] & numbers for held in options.deck)


def test_only_plus_always_goes_round_the_corner():
    assert Options.from_json({"only_plus": True, "corner": False}).corner


def test_options_of_older_logs_are_one_to_ten_both_ways():
    options = Options.from_json({"mode": "race", "corner": False, "steps": [1]})
    assert (options.highest, options.only_plus) == (10, False)
    assert max(options.deck) <= 73


@pytest.mark.parametrize("nonsense", [{"highest": 7}, {"highest": "5"}, {"only_plus": 1}])
def test_other_numbers_and_signs_are_refused(nonsense):
    with pytest.raises(ValueError, match=next(iter(nonsense))):
        Options.from_json(nonsense)


def test_the_two_answers_always_differ():
    for face in product(range(1, 11), (1, 2, 3)):
        assert len(set(Sums(corner=True).answers(*face))) == 2
        assert len(set(Sums(corner=False).answers(*face))) == 2
    for face in product(range(1, 6), (1, 2, 3)):
        assert len(set(Sums(highest=5).answers(*face))) == 2
