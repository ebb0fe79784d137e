"""Cards and answers (rules.md 1.1 and 1.2; the examples of the rule sheets)."""

from collections import Counter
from itertools import product

import pytest

from game.rules.around_the_corner import DECK, answers, card


def test_the_deck_has_73_cards_each_with_an_identity_of_its_own():
    assert [dealt.id for dealt in DECK] == list(range(1, 74))
    assert all(card(dealt.id) is dealt for dealt in DECK)


def test_there_are_two_of_each_card_and_one_more_of_thirteen():
    copies = Counter((dealt.step, dealt.number) for dealt in DECK)
    more = {*product([1], [1, 2, 3, 4]), *product([2], [5, 6, 7, 8]), *product([3], [1, 2, 3, 9, 10])}
    assert copies == {face: 3 if face in more else 2 for face in product([1, 2, 3], range(1, 11))}


@pytest.mark.parametrize("nobody", [0, -1, 74])
def test_there_is_no_other_card(nobody):
    with pytest.raises(IndexError):
        card(nobody)


@pytest.mark.parametrize(
    ("number", "step", "plus", "minus"),
    [(5, 1, 6, 4), (4, 2, 6, 2), (4, 3, 7, 1), (9, 3, 2, 6), (1, 2, 3, 9), (8, 3, 1, 5), (2, 3, 5, 9), (10, 3, 3, 7)],
)
def test_the_rule_sheets_examples_with_the_corner(number, step, plus, minus):
    assert answers(number, step, corner=True) == (plus, minus)


@pytest.mark.parametrize(
    ("number", "step", "plus", "minus"),
    [(5, 1, 6, 4), (9, 3, None, 6), (1, 2, 3, None), (8, 3, None, 5), (2, 3, 5, None), (10, 3, None, 7), (9, 1, 10, 8)],
)
def test_without_the_corner_an_answer_beyond_the_end_is_not_there(number, step, plus, minus):
    assert answers(number, step, corner=False) == (plus, minus)


def test_there_are_sixty_facts_and_twelve_go_round_the_corner():
    around = [answer for face in product(range(1, 11), (1, 2, 3)) for answer in answers(*face, corner=True)]
    plain = [answer for face in product(range(1, 11), (1, 2, 3)) for answer in answers(*face, corner=False)]
    assert len(around) == 60
    assert set(around) == set(range(1, 11))
    assert plain.count(None) == 12
    assert all(p in (a, None) for a, p in zip(around, plain, strict=True))


def test_the_two_answers_always_differ():
    for face in product(range(1, 11), (1, 2, 3)):
        assert len(set(answers(*face, corner=True))) == 2
        assert len(set(answers(*face, corner=False))) == 2
