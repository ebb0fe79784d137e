"""What is practised next: the memory (vectors of measurement 5.1, and forgetting) and the rules of the schedule."""

import random
from collections import Counter

import pytest

from classroom.homework.around_the_corner.memory import AGAIN_MS, DAY_MS, KNOWN, Answered, Memory, predicted, recalled
from classroom.homework.around_the_corner.memory import response as worth_of
from classroom.homework.around_the_corner.schedule import (
    APART,
    DUE,
    FIRST_LOOK,
    GROWING,
    ORDER,
    RUN,
    SURE,
    PracticeRun,
    asked_again,
    choose,
    kinds_of,
)
from game.rules.around_the_corner.practice import FACTS, Fact, facts

FACT = Fact(5, 3, "+")  # step 3, plain: difficulty 0
LONG_AGO, NOW = 0, 100 * DAY_MS


def test_three_levels_learn_as_the_vectors_say():
    memory, seen = Memory(), []
    for worth in (1, 1, 0, 0.9):
        seen.append(memory.chance(FACT))
        memory.learn(FACT, worth)
        seen.append(memory.theta[FACT])
    assert seen == pytest.approx(
        [0.5, 0.4, 0.76852478, 0.57636207, 0.84929550, 0.26752734, 0.69052653, 0.41324802], abs=1e-7
    )
    assert memory.theta["all"] == memory.theta[FACT.skill] == memory.theta[FACT]


@pytest.mark.parametrize(("seconds", "worth"), [(3, 1), (10, 0.95584979), (14, 0.9), (21, 0.81)])
def test_a_slow_right_answer_is_worth_less(seconds, worth):
    assert worth_of(True, seconds * 1000) == pytest.approx(worth, abs=1e-7)


def test_an_answer_without_a_clock_is_worth_all_and_a_wrong_one_nothing():
    assert (worth_of(True, None), worth_of(False, None), predicted(0)) == (1, 0, 0.5)


def test_what_was_worked_out_does_not_show_that_it_is_known():
    assert recalled(True, 4_000, 5_000) == recalled(True, None, 5_000) == 1
    assert recalled(True, 6_000, 5_000) == 0.4
    assert recalled(False, 1_000, 5_000) == 0
    counting, knowing = (
        Memory(Answered(FACT, recalled(True, ms, 5_000), day * DAY_MS) for day in range(5)) for ms in (6_000, 2_000)
    )
    assert (FACT in counting.reached, FACT in knowing.reached) == (False, True)


def test_what_is_not_asked_is_forgotten_the_slower_the_oftener_it_was_right():
    once, often = (Memory(Answered(FACT, 1.0, day * 4 * DAY_MS) for day in range(days)) for days in (2, 6))
    for memory in (once, often):
        last = memory.last_at[FACT]
        chances = [memory.chance(FACT, last + days * DAY_MS) for days in (0, 1, 7, 30)]
        assert chances == sorted(chances, reverse=True)
        assert chances[0] == memory.chance(FACT)
    assert often.strength[FACT] > once.strength[FACT]
    often.learn(FACT, 0.0, often.last_at[FACT] + DAY_MS)
    assert often.strength[FACT] < 365 / 2 + 1


def test_right_again_at_once_shows_little():
    spaced, massed = (Memory(Answered(FACT, 1.0, place * gap) for place in range(4)) for gap in (DAY_MS, AGAIN_MS // 2))
    assert spaced.theta[FACT] > massed.theta[FACT]
    assert spaced.strength[FACT] > massed.strength[FACT]


def test_a_late_card_of_a_race_weighs_half():
    late, in_time = (Memory([Answered(FACT, 1.0, 0, weight)]) for weight in (0.5, 1.0))
    assert late.theta[FACT] == in_time.theta[FACT] / 2


def known_for(facts_known, times=4, at=LONG_AGO):
    """Return the memory of a child that has answered these facts right on so many days, up to `at`."""
    days = range(1 - times, 1)
    return Memory(Answered(fact, 1.0, at + 3 * day * DAY_MS) for day in days for fact in facts_known)


def asked(memory, among=FACTS, run=RUN, *, wrong=lambda fact: False, questions=RUN, now=NOW, seed=1):
    """Return a run's questions; what is `wrong` is missed each time."""
    dice, facts_asked, missed = random.Random(seed), [], set()
    for place in range(1, questions + 1):
        fact = choose(
            memory, among, PracticeRun(tuple(facts_asked), frozenset(missed), run), now + place * 10_000, dice
        )
        memory.learn(fact, float(not wrong(fact)), now + place * 10_000)
        facts_asked.append(fact)
        missed |= {place} if wrong(fact) else set()
    return facts_asked


def test_a_run_is_sixty_percent_due_a_quarter_growing_and_the_rest_sure():
    assert Counter(ORDER) == {DUE: 12, GROWING: 5, SURE: 3}
    easy = [fact for fact in FACTS if fact.step == 1 and not fact.goes_round]
    due = [fact for fact in FACTS if fact.step == 2 and not fact.goes_round]
    memory = known_for(easy + due)
    for fact in easy:
        memory.last_at[fact] = NOW
        memory.strength[fact] = 365.0
    kinds = kinds_of(memory, FACTS, NOW)
    assert (set(kinds[SURE]), set(kinds[DUE])) == (set(easy), set(due))
    run = asked(memory)
    assert Counter(SURE if fact in easy else DUE if fact in due else GROWING for fact in run) == Counter(ORDER)
    assert run[0] in easy, "a run begins with something one can do"


def test_no_fact_comes_twice_in_a_run_or_within_five_questions_where_there_are_few():
    assert len(set(asked(known_for(FACTS)))) == RUN
    few = facts(False, (1,))[:8]
    for now in (LONG_AGO, NOW):
        run = asked(known_for(few), few, questions=60, now=now)
        assert all(fact not in run[max(0, place - APART) : place] for place, fact in enumerate(run))


def test_so_few_facts_that_none_is_fresh_take_turns():
    few = facts(False, (1,))[:3]
    run = asked(known_for(few), few, questions=12)
    assert all(set(run[place : place + 3]) == set(few) for place in range(3, 9))


@pytest.mark.parametrize("place", [1, 4, 9])
def test_a_wrong_one_comes_again_after_two_others_five_more_and_at_the_end(place):
    before = tuple(FACTS[:place])
    missed, run = before[-1], list(before)
    spare = iter(FACTS[20:])
    while len(run) < RUN:
        again = asked_again(PracticeRun(tuple(run), frozenset({place})))
        run.append(again or next(spare))
    assert [at for at, fact in enumerate(run, start=1) if fact == missed] == [place, place + 3, place + 9, RUN]
    assert asked_again(PracticeRun(tuple(run), frozenset({place}))) is None, "the next run begins anew"


@pytest.mark.parametrize("misses", [2, 3, 4])
def test_every_one_of_many_missed_sums_comes_three_times_more(misses):
    missed, spare = FACTS[:misses], iter(FACTS[20:])
    run = list(missed)
    while len(run) < RUN:
        run.append(asked_again(PracticeRun(tuple(run), frozenset(range(1, misses + 1)))) or next(spare))
    places = {fact: [at for at, other in enumerate(run) if other == fact] for fact in missed}
    assert {len(found) for found in places.values()} == {4}
    assert all(again - first > 2 and then - again > 5 for first, again, then, _end in places.values())
    assert set(run[-misses:]) == set(missed)


def test_of_a_child_who_misses_everything_every_sum_comes_again_at_the_end():
    run = asked(known_for(FACTS), wrong=lambda fact: True)
    met = len(set(run))
    assert set(run[-met:]) == set(run)
    assert all(before != fact for before, fact in zip(run, run[1:], strict=False))
    assert max(Counter(run).values()) <= 4
    assert met >= RUN / 4


def test_skills_are_mixed_unless_a_fact_is_new():
    run = asked(known_for(FACTS), questions=RUN)
    repeats = sum(before.skill == fact.skill for before, fact in zip(run, run[1:], strict=False))
    assert repeats <= 2


def test_the_first_look_begins_easily_and_meets_all_eight_skills():
    first = asked(Memory(), wrong=lambda fact: fact.goes_round, questions=FIRST_LOOK)
    assert first[0].step == 1
    assert not first[0].goes_round
    assert {fact.skill for fact in first} == {fact.skill for fact in FACTS}


def test_after_the_first_look_what_was_lacking_is_asked():
    memory = Memory()
    asked(memory, wrong=lambda fact: fact.goes_round, questions=FIRST_LOOK, now=LONG_AGO)
    run = asked(memory, now=DAY_MS)
    assert sum(fact.goes_round for fact in run) >= RUN / 4
    assert all(memory.chance(fact, DAY_MS) >= KNOWN for fact in kinds_of(memory, FACTS, DAY_MS)[SURE])


def test_a_week_of_practice_meets_every_fact():
    memory = Memory()
    met = {fact for day in range(5) for fact in asked(memory, now=day * DAY_MS, seed=day)}
    assert met == set(FACTS)
