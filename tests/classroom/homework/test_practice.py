"""Practice: what is asked next (vectors of measurement.md 5.1), and what an answer leaves behind."""

import random
from itertools import product

import pytest

from classroom.homework.around_the_corner import practice
from classroom.homework.around_the_corner.practice import Ratings, choose, learned, predicted, response
from game.around_the_corner import practice as rounds
from game.models import Attempt, Event, Round
from game.projection.project import project
from game.rules import Refused
from game.rules.around_the_corner.cards import answers
from game.rules.around_the_corner.practice import FACTS, Fact, ask, facts, start
from game.rules.around_the_corner.practice import apply as follow

ALL = {"corner": True, "steps": [1, 2, 3]}


def test_three_levels_learn_as_the_vectors_say():
    ratings, fact = Ratings(), Fact(5, 3, "+")  # step 3, plain: difficulty 0
    seen = []
    for worth in (1, 1, 0, 0.9):
        seen.append(ratings.chance(fact))
        ratings.learn(fact, worth)
        seen.append(ratings.theta[fact])
    assert seen == pytest.approx(
        [0.5, 0.4, 0.76852478, 0.57636207, 0.84929550, 0.26752734, 0.69052653, 0.41324802], abs=1e-7
    )
    assert ratings.theta["all"] == ratings.theta[fact.skill] == ratings.theta[fact]


@pytest.mark.parametrize(("seconds", "worth"), [(3, 1), (10, 0.95584979), (14, 0.9), (21, 0.81)])
def test_a_slow_right_answer_is_worth_less(seconds, worth):
    assert response(True, seconds * 1000) == pytest.approx(worth, abs=1e-7)


def test_an_answer_without_a_clock_is_worth_all_and_a_wrong_one_nothing():
    assert (response(True, None), response(False, None), predicted(0)) == (1, 0, 0.5)


def test_there_are_sixty_facts_twelve_of_them_round_the_corner():
    assert len(FACTS) == 60
    assert sum(fact.goes_round for fact in FACTS) == 12
    assert len(facts(False, (1, 2, 3))) == 48


def test_a_hand_of_eight_holds_the_answer_and_never_the_other_answer():
    for corner, steps, seed in product((True, False), ((1,), (2, 3), (1, 2, 3)), (1, 2)):
        for fact in facts(corner, steps):
            empty = start({"corner": corner, "steps": list(steps)}, seed)
            question = follow(empty, ask(empty, fact, 0)).question
            assert question is not None
            held = [card.number for card in question.hand]
            assert (len(held), held.count(fact.answer)) == (8, 1)
            assert {n for n in answers(fact.number, fact.step, corner) if n} & set(held) == {fact.answer}
            assert question.top.id not in {card.id for card in question.hand}


def test_a_child_who_lacks_the_corner_is_asked_round_the_corner_while_things_go_well():
    ratings = learned([(fact, 0.0 if fact.goes_round else 1.0) for fact in FACTS * 4])
    asked = []
    for _ in range(12):
        asked.append(choose(ratings, FACTS, asked, [1.0] * len(asked)))
    assert not asked[0].goes_round, "a practice begins with something one can do"
    assert all(fact.goes_round for fact in asked[1:])
    assert len(set(asked[1:])) >= 4
    assert not choose(ratings, FACTS, asked, [0.0] * len(asked)).goes_round


def test_simulated_children_succeed_about_three_times_in_four_and_practise_what_they_lack():
    """Very different children: all the logistic of an ability minus what the fact asks of them."""
    corners = []
    for ability, corner in ((3.5, 5.0), (1.5, 2.2), (0.5, 1.0)):
        child, ratings = random.Random(7), Ratings()
        asked, right = [], []
        for _ in range(300):
            fact = choose(ratings, FACTS, asked, right, child)
            chance = predicted(ability - (corner if fact.goes_round else 0.5 * (fact.step - 1)))
            right.append(float(child.random() < chance))
            ratings.learn(fact, right[-1])
            asked.append(fact)
        assert 0.55 <= sum(right) / 300 <= 0.85, ability
        corners.append(sum(fact.goes_round for fact in asked) / 300)
    assert corners[0] > 12 / 60, "the only thing this child lacks comes more often than by chance"
    assert corners[2] < 12 / 60, "who lacks it all begins with what is nearest"


@pytest.fixture
def practising(bea):
    return practice.begin(bea, options=ALL)


def _right_card(position):
    return next(card.id for card in position.question.hand if card.number == position.question.fact.answer)


def _wrong_cards(position):
    return [card.id for card in position.question.hand if card.number != position.question.fact.answer]


def test_a_wrong_card_is_kept_and_may_be_followed_by_the_right_one(practising, bea):
    position = rounds.position_of(practising.round)
    wrong = _wrong_cards(position)
    practice.answer(practising, card=wrong[0], count=1)
    practice.answer(practising, card=wrong[1], count=1)
    after = practice.answer(practising, card=_right_card(position), count=1)
    assert (after.placed, after.question.place, after.answers) == (1, 2, ((position.question.fact, 0.0),))
    practice.stop(practising)
    rows = Attempt.objects.filter(player=bea.pk).order_by("pk")
    assert [(row.ending, row.retry, row.mode, row.timed) for row in rows] == [
        ("W", False, "practice", False),
        ("W", True, "practice", False),
        ("C", True, "practice", False),
    ]
    assert practice.history(bea) == [(position.question.fact, 0.0)]


def test_what_is_answered_with_a_hint_is_no_evidence(practising, bea):
    first = rounds.position_of(practising.round)
    for _twice in range(2):
        assert practice.hint(practising, count=1).hinted
    assert Event.objects.filter(kind="hinted").count() == 1
    second = practice.answer(practising, card=_right_card(first), count=1)
    assert (second.placed, second.hinted, second.answers) == (1, False, ())
    practice.answer(practising, card=_wrong_cards(second)[0], count=2)
    practice.hint(practising, count=2)
    practice.answer(practising, card=_right_card(second), count=2)
    practice.stop(practising)
    rows = Attempt.objects.filter(player=bea.pk).order_by("pk")
    assert [(row.ending, row.retry) for row in rows] == [("C", True), ("W", False), ("C", True)]
    assert practice.history(bea) == [(second.question.fact, 0.0)]


def test_a_hint_for_a_question_that_has_gone_is_refused(practising):
    position = rounds.position_of(practising.round)
    practice.answer(practising, card=_right_card(position), count=1)
    with pytest.raises(Refused, match="bad_top"):
        practice.hint(practising, count=1)
    practice.stop(practising)
    with pytest.raises(Refused, match="over"):
        practice.hint(practising, count=2)
    assert not Event.objects.filter(kind="hinted").exists()


def test_attempts_of_practice_can_be_projected_again_with_the_same_result(practising):
    position = rounds.position_of(practising.round)
    practice.answer(practising, card=_right_card(position), count=1)
    practice.stop(practising)
    columns = ("top", "ending", "directions", "stratum", "started_at", "milliseconds", "played", "sign")
    before = list(Attempt.objects.values_list(*columns))
    assert project(practising.round_id) == 1
    assert list(Attempt.objects.values_list(*columns)) == before


@pytest.mark.parametrize("card", [0, 74, -1, 10**9])
def test_a_card_that_is_not_in_the_hand_changes_nothing(practising, card):
    with pytest.raises(Refused, match="not_your_card"):
        practice.answer(practising, card=card, count=1)
    assert Event.objects.count() == 1


def test_an_answer_sent_twice_counts_once(practising):
    position = rounds.position_of(practising.round)
    practice.answer(practising, card=_right_card(position), count=1)
    with pytest.raises(Refused, match="bad_top"):
        practice.answer(practising, card=_right_card(position), count=1)
    assert rounds.position_of(practising.round).placed == 1


def test_who_comes_back_goes_on_where_they_were(practising, bea):
    assert practice.begin(bea, options=ALL) == practising
    other = practice.begin(bea, options={"corner": False, "steps": [1]})
    assert other != practising
    assert Round.objects.get(pk=practising.round_id).finished_at
