"""Practice: what an answer leaves behind in the log and among the attempts, and how a practice goes on."""

from itertools import product

import pytest

from classroom.homework.around_the_corner import practice
from game.around_the_corner import practice as rounds
from game.models import Attempt, Event, Round
from game.projection.project import project
from game.rules import Refused
from game.rules.around_the_corner.cards import DECK, Sums
from game.rules.around_the_corner.facts import FACTS, Fact, fact_of, facts
from game.rules.around_the_corner.practice import apply as follow
from game.rules.around_the_corner.practice import ask, start

ALL = {"corner": True, "steps": [1, 2, 3]}
CARD_6 = next(card.id for card in DECK if card.number == 6)


def test_there_are_sixty_facts_twelve_of_them_round_the_corner():
    assert len(FACTS) == 60
    assert sum(fact.goes_round for fact in FACTS) == 12
    assert len(facts(Sums(False), (1, 2, 3))) == 48


def test_a_hand_of_eight_holds_the_answer_and_never_the_other_answer():
    for corner, steps, seed in product((True, False), ((1,), (2, 3), (1, 2, 3)), (1, 2)):
        for fact in facts(Sums(corner), steps):
            empty = start({"corner": corner, "steps": list(steps)}, seed)
            question = follow(empty, ask(empty, fact, 0)).question
            assert question is not None
            held = [card.number for card in question.hand]
            assert (len(held), held.count(fact.answer)) == (8, 1)
            assert {n for n in Sums(corner).answers(fact.number, fact.step) if n} & set(held) == {fact.answer}
            assert question.top.id not in {card.id for card in question.hand}


@pytest.mark.parametrize("only_plus", [False, True])
@pytest.mark.parametrize("corner", [True, False])
def test_practice_of_one_to_five_asks_and_shows_nothing_else(corner, only_plus):
    empty = start({"corner": corner, "steps": [1, 2, 3], "highest": 5, "only_plus": only_plus}, 1)
    assert len(empty.facts) == {(True, False): 30, (False, False): 18}.get((corner, only_plus), 15)
    for fact in empty.facts:
        question = follow(empty, ask(empty, fact, 0)).question
        assert question is not None
        assert question.fact == fact
        assert {card.number for card in question.hand} <= {1, 2, 3, 4, 5}
        assert [card.number for card in question.hand].count(fact.answer) == 1


def test_a_sum_is_a_fact_of_its_own_only_round_the_corner_of_five():
    assert fact_of(5, 1, 1, corner=True, highest=5) == Fact(5, 1, "+", 5) != Fact(5, 1, "+")
    assert fact_of(4, 1, 5, corner=True, highest=5) == Fact(4, 1, "+")
    assert fact_of(5, 1, 4, corner=False, highest=5) == Fact(5, 1, "-")


def test_another_range_begins_another_practice(bea):
    first = practice.begin(bea, options=ALL)
    assert practice.begin(bea, options={**ALL, "highest": 10, "only_plus": False}) == first
    low = practice.begin(bea, options={**ALL, "highest": 5})
    assert low != first
    assert low.round.options["highest"] == 5


def test_what_was_answered_round_the_corner_of_five_says_nothing_of_ten(bea):
    low = practice.begin(bea, options={**ALL, "highest": 5})
    for _ in range(20):
        question = rounds.position_of(low.round).question
        practice.answer(low, count=question.place, card=next(
            held.id for held in question.hand if held.number == question.fact.answer))  # fmt: skip
    practice.stop(low)
    known = practice.history(bea)
    assert {each.fact.highest for each in known} == {5, 10}
    assert all(each.fact.goes_round == (each.fact.highest == 5) for each in known)


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
    assert (after.placed, after.question.place, after.missed) == (1, 2, {1})
    assert [(answer.fact, answer.right) for answer in after.answers] == [(position.question.fact, False)]
    practice.stop(practising)
    rows = Attempt.objects.filter(player=bea.pk).order_by("pk")
    assert [(row.ending, row.retry, row.mode, row.timed) for row in rows] == [
        ("W", False, "practice", False),
        ("W", True, "practice", False),
        ("C", True, "practice", False),
    ]
    assert [answered[:2] for answered in practice.history(bea)] == [(position.question.fact, False)]


def test_what_is_answered_with_a_hint_is_no_evidence(practising, bea):
    first = rounds.position_of(practising.round)
    for _twice in range(2):
        assert rounds.hint(practising.round, count=1).hinted
    assert Event.objects.filter(kind="hinted").count() == 1
    second = practice.answer(practising, card=_right_card(first), count=1)
    assert (second.placed, second.hinted, second.answers) == (1, False, ())
    practice.answer(practising, card=_wrong_cards(second)[0], count=2)
    rounds.hint(practising.round, count=2)
    practice.answer(practising, card=_right_card(second), count=2)
    practice.stop(practising)
    rows = Attempt.objects.filter(player=bea.pk).order_by("pk")
    assert [(row.ending, row.retry) for row in rows] == [("C", True), ("W", False), ("C", True)]
    assert [answered[:2] for answered in practice.history(bea)] == [(second.question.fact, False)]


def test_a_hint_for_a_question_that_has_gone_is_refused(practising):
    position = rounds.position_of(practising.round)
    practice.answer(practising, card=_right_card(position), count=1)
    with pytest.raises(Refused, match="bad_top"):
        rounds.hint(practising.round, count=1)
    practice.stop(practising)
    with pytest.raises(Refused, match="over"):
        rounds.hint(practising.round, count=2)
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


def test_a_wrong_card_that_was_tried_is_gone(practising):
    wrong = _wrong_cards(rounds.position_of(practising.round))[0]
    practice.answer(practising, card=wrong, count=1)
    with pytest.raises(Refused, match="not_your_card"):
        practice.answer(practising, card=wrong, count=1)


def test_a_practice_with_a_new_answer_is_not_forgotten(practising, bea, class_4b):
    practice.answer(practising, card=_wrong_cards(rounds.position_of(practising.round))[0], count=1)
    practice.end_forgotten(class_4b)
    assert practice.present(bea) == practising


def test_a_sum_beside_its_picture_is_never_quick():
    assert [practice.is_quick(900, 5_000, pictured) for pictured in (False, True)] == [True, False]


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


def test_a_wrong_one_comes_again_after_two_others_and_if_wrong_then_after_five(practising):
    position, missed = rounds.position_of(practising.round), None
    for place in range(1, 21):
        if place in (4, 7):
            missed = position.question.fact
            practice.answer(practising, card=_wrong_cards(position)[0], count=place)
        position = practice.answer(practising, card=_right_card(position), count=place)
    assert [place for place, fact in enumerate(position.asked[:20], start=1) if fact == missed] == [4, 7, 13]


def test_a_first_answer_knows_how_long_it_took(practising):
    position = rounds.position_of(practising.round)
    after = practice.answer(practising, card=_right_card(position), count=1)
    (answer,) = after.answers
    assert answer.right
    assert answer.milliseconds == answer.at - position.asked_at


@pytest.mark.parametrize(("mode", "timed", "own", "late", "quick"), [
    ("race", True, "", False, False), ("race", True, "clock", False, True), ("race", True, "clock", True, False),
    ("practice", False, "", False, False), ("turns", False, "", False, True),
])  # fmt: skip
def test_games_count_too_and_a_slow_or_late_card_moves_nothing_up(their_table, bea, mode, timed, own, late, quick):
    played = their_table.rounds.get()
    Attempt.objects.create(
        round=played, seat=1, player=bea.pk, ending="C", started_at=1_000, milliseconds=6_000, timed=timed, own=own,
        mode=mode, late=late, top=1, top_number=4, top_step=2, corner=True, directions="both", opponents=1,
        played=CARD_6, sign="+", stratum="2-plain-1",
    )  # fmt: skip
    assert practice.history(bea) == [(Fact(4, 2, "+"), True, quick, 7_000)]
