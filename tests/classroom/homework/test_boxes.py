"""What is practised next: boxes that know time (practice 8.2)."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from classroom.homework.around_the_corner.boxes import (
    APART,
    DAY_MS,
    GAPS,
    KNOWN_FROM,
    MOST_AGAIN,
    Answered,
    Boxes,
    PracticeRun,
    choose,
)
from game.rules.around_the_corner.cards import Sums
from game.rules.around_the_corner.facts import FACTS, Fact, facts
from game.rules.around_the_corner.practice import RUN

FACT = Fact(5, 3, "+")
HOUR_MS = DAY_MS // 24
NOW = 100 * DAY_MS


def after(*answers: tuple[bool, bool, int]) -> Boxes:
    return Boxes(Answered(FACT, *answer) for answer in answers)


@pytest.mark.parametrize(("right", "quick", "box"), [(True, True, 3), (True, False, 2), (False, True, 0)])
def test_quick_and_right_moves_up_slow_stays_and_wrong_goes_back(right, quick, box):
    boxes = after((True, True, 0), (True, True, DAY_MS), (right, quick, 5 * DAY_MS))
    assert boxes.box[FACT] == box
    assert FACT in boxes.reached


def test_a_sum_moves_up_only_when_it_is_due_and_not_twice_in_a_lesson():
    assert after(*[(True, True, minute * 60_000) for minute in range(9)]).box[FACT] == 1
    assert after((False, True, 0), (True, True, 60_000)).box[FACT] == 0
    boxes = after((True, True, 0), (True, True, DAY_MS))
    assert (boxes.is_due(FACT, 2 * DAY_MS), boxes.is_due(FACT, 4 * DAY_MS - HOUR_MS)) == (False, True)


def test_no_box_is_above_the_last():
    boxes = after(*[(True, True, 40 * day * DAY_MS) for day in range(20)])
    assert boxes.box[FACT] == len(GAPS) - 1


def known_for(known, at=0):
    """Return the boxes of a child that was right and quick with these sums on KNOWN_FROM days, up to `at`."""
    days = range(1 - KNOWN_FROM, 1)
    return Boxes(Answered(fact, True, True, at + day * DAY_MS) for day in days for fact in known)


def asked(boxes, among=FACTS, *, wrong=lambda fact: False, questions=RUN, now=NOW, seed=1):
    """Return a run's questions; what is `wrong` is missed each time."""
    dice, met, missed = random.Random(seed), [], set()
    for place in range(1, questions + 1):
        at = now + place * 10_000
        fact = choose(boxes, among, PracticeRun(tuple(met), frozenset(missed)), at, dice)
        boxes.learn(Answered(fact, not wrong(fact), True, at))
        met.append(fact)
        missed |= {place} if wrong(fact) else set()
    return met


def test_what_is_due_comes_before_what_is_not_and_a_run_begins_with_a_sure_one():
    due, sure = FACTS[:RUN], FACTS[RUN : 2 * RUN]
    boxes = known_for(due)
    for fact in sure:
        boxes.learn(Answered(fact, True, True, NOW))
    first, *others = asked(boxes, due + sure)
    assert first in sure
    assert set(others) < set(due)


def test_no_sum_comes_twice_in_a_run_or_within_five_where_there_are_few():
    assert len(set(asked(known_for(FACTS)))) == RUN
    few = facts(Sums(False), (1,))[:8]
    run = asked(known_for(few), few, questions=60)
    assert all(fact not in run[max(0, place - APART) : place] for place, fact in enumerate(run))


def test_so_few_sums_that_none_is_fresh_take_turns():
    few = facts(Sums(False), (1,))[:3]
    run = asked(known_for(few), few, questions=12)
    assert all(set(run[place : place + 3]) == set(few) for place in range(3, 9))


@pytest.mark.parametrize(("misses", "places"), [((4,), [4, 7]), ((4, 7), [4, 7, 13]), ((4, 7, 13), [4, 7, 13])])
def test_a_wrong_one_comes_again_after_two_others_and_if_wrong_then_after_five(misses, places):
    run, spare = [], iter(FACTS)
    while len(run) < RUN:
        missed = frozenset(place for place in misses if place <= len(run))
        run.append(PracticeRun(tuple(run), missed).again or next(spare))
    assert [place for place, fact in enumerate(run, start=1) if fact == FACTS[3]] == places
    assert PracticeRun(tuple(run), frozenset(misses)).again is None, "the next run begins anew"


def test_of_a_child_who_misses_everything_only_the_first_sums_come_again():
    run = asked(Boxes(), wrong=lambda fact: True)
    assert Counter(run).most_common(MOST_AGAIN) == [(run[0], 3), (run[1], 3)]
    assert len(set(run)) == RUN - 2 * MOST_AGAIN


def test_kinds_are_mixed():
    run = asked(known_for(FACTS))
    assert sum(before.skill == fact.skill for before, fact in pairwise(run)) <= 2


def test_the_first_look_begins_easily_and_meets_every_kind_soon():
    run = asked(Boxes(), wrong=lambda fact: fact.goes_round, questions=10)
    assert (run[0].step, run[0].goes_round) == (1, False)
    assert {fact.skill for fact in run} == {fact.skill for fact in FACTS}


def test_what_was_missed_is_asked_the_next_day():
    boxes = Boxes()
    missed = {fact for fact in asked(boxes, wrong=lambda fact: fact.goes_round) if fact.goes_round}
    assert missed <= set(asked(boxes, now=NOW + DAY_MS)[: len(missed) + 1])


def test_a_week_of_practice_meets_every_sum():
    boxes = Boxes()
    met = {fact for day in range(5) for fact in asked(boxes, now=NOW + day * DAY_MS, seed=day)}
    assert met == set(FACTS)
