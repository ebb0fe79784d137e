"""What the answers are evidence of: facts, skills and letters, held to the measures they are made of."""

import numpy as np
import pytest

from classroom.measures.mastery import LETTERS
from classroom.models import Student
from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.facts import Counts, Standings, count, known_of, standings
from classroom.reports.around_the_corner.findings.next_lesson import sentences, weakest, weakest_first
from classroom.reports.around_the_corner.findings.strata import STRATA
from classroom.reports.around_the_corner.sources.answers import read
from classroom.reports.around_the_corner.sums import CHANGES, GOES_ROUND, NUMBERS, SKILL_OF
from tests.classroom.reports.attempts_given import DREW, LOST, WRONG, card

FIVE_AND_ONE = 6 * 4 + 3


def counts_of(player):
    return count(read([player.pk], "race"))


def at(counts, fact):
    return tuple(int(part[0, fact]) for part in (counts.right, counts.answered, counts.clocked, counts.quick))


def test_there_are_sixty_facts_of_which_twelve_go_round_the_corner():
    assert len(NUMBERS) * len(CHANGES) == 60
    assert GOES_ROUND.sum() == 12
    assert np.bincount(SKILL_OF).tolist() == [9, 8, 7, 6, 9, 8, 7, 6]


def test_a_fact_is_named_as_a_sum():
    assert [words.fact(fact) for fact in (0, FIVE_AND_ONE, 59)] == ["1 − 3 = 8", "5 + 1 = 6", "10 + 3 = 3"]


def test_right_and_wrong_cards_are_evidence_only_where_the_hand_offered_one_sum(bea, give):
    give(3)
    give(2, **WRONG)
    give(3, directions="both", played=card(4), sign="-")
    give(5, directions="both", **WRONG)
    assert at(counts_of(bea), FIVE_AND_ONE) == (3, 5, 3, 3)
    assert counts_of(bea).answered.sum() == 5


def test_drawing_and_waiting_are_no_answers(bea, give):
    give(1)
    give(2, **DREW)
    give(3, **LOST, milliseconds=6500)
    assert at(counts_of(bea), FIVE_AND_ONE) == (1, 1, 1, 1)


def test_right_but_slow_is_accurate_and_quick_is_secure(bea, give):
    give(12, milliseconds=4500)
    assert letter(bea, FIVE_AND_ONE) == "A"
    give(60, milliseconds=1500)
    assert letter(bea, FIVE_AND_ONE) == "S"


def test_mostly_wrong_is_to_be_taught_and_half_wrong_grows(bea, give):
    give(2)
    give(14, **WRONG)
    assert letter(bea, FIVE_AND_ONE) == "T"
    give(26)
    assert letter(bea, FIVE_AND_ONE) == "G"


def test_cards_lost_to_others_before_one_could_be_quick_do_not_make_a_sum_slow(bea, give):
    give(20, milliseconds=1800)
    give(40, **LOST, milliseconds=700)
    assert letter(bea, FIVE_AND_ONE) == "S"


def test_of_two_modes_the_one_counts_in_which_a_sum_is_known_best_however_many_cards_the_other_has(bea, give):
    for milliseconds in (4_500, 6_000, 8_000):
        give(370, mode="solo", milliseconds=milliseconds)
    give(60, milliseconds=900)
    skill = SKILL_OF[FIVE_AND_ONE]
    found = {mode: standings(read([bea.pk], mode)).skills.letter[0, skill] for mode in ("solo", "race")}
    assert [LETTERS[found[mode]] for mode in ("solo", "race")] == ["A", "S"]
    assert LETTERS[known_of([bea.pk]).skills.letter[0, skill]] == "S"


def test_without_a_clock_nothing_is_secure(bea, give):
    give(30, timed=False)
    assert letter(bea, FIVE_AND_ONE) == "A"


def letter(player, fact):
    return LETTERS[standings(read([player.pk], "race")).facts.letter[0, fact]]


def test_below_three_answers_a_fact_has_no_letter(bea, give):
    give(2)
    assert letter(bea, FIVE_AND_ONE) == ""


def test_a_skill_is_all_its_facts_together(bea, give):
    give(6)
    give(6, top_number=2, played=card(3), hand=[card(3)])
    skills = standings(read([bea.pk], "race")).skills
    assert skills.counts.right[0].tolist() == [12, 0, 0, 0, 0, 0, 0, 0]
    assert LETTERS[skills.letter[0, 0]] == "S"


@pytest.mark.parametrize("stratum", STRATA)
def test_every_stratum_is_found_again_in_the_record(bea, give, stratum):
    step, _kind, ways = stratum.split("-")
    give(1, stratum=stratum, top_step=int(step), directions="+" if ways == "1" else "both")
    assert STRATA[read([bea.pk], "race").stratum[0]] == stratum


# What to teach next


def kinds(lacking, answered=10):
    """Return skills of six students of whom each is not there yet in a kind with these chances."""
    chances = np.tile(np.array(lacking, float), (6, 1))
    counts = Counts(*(np.full(chances.shape, answered) for _ in range(4)))
    return Standings(counts, np.full(chances.shape, LETTERS.index("G")), np.ones(chances.shape, bool), chances)


def test_the_kind_that_most_are_likely_not_to_know_is_taught():
    assert weakest(kinds([0.05, 0.9, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])).skills == [1]


def test_two_kinds_that_are_not_apart_are_both_said():
    found = weakest(kinds([0.05, 0.6, 0.1, 0.5, 0.1, 0.1, 0.1, 0.1]))
    assert found.skills == [1, 3]
    assert found.chance.tolist() == [0.6] * 6


def test_a_kind_nobody_met_is_not_taught():
    skills = kinds([0.1, 0.2, 0.9, 0.1, 0.1, 0.1, 0.1, 0.1])
    skills.counts.answered[:, 2] = 0
    assert weakest_first(skills)[0] == 1
    assert len(weakest_first(skills)) == 7


def test_a_child_who_may_be_there_already_is_named_with_perhaps():
    skills = kinds([0.05, 0.9, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])
    skills.lacking[:, 1] = [0.95, 0.9, 0.85, 0.6, 0.55, 0.2]
    students = [Student(pk=number, name=f"Child {number}") for number in range(1, 7)]
    facts = kinds([0.1] * len(SKILL_OF))
    teach = sentences(skills, facts, {}, students)[0]
    assert teach.students == students[:5]
    assert list(teach.perhaps) == students[3:5]
    assert teach.says == "Teach: +2. About 4 of 6 students are not there yet."
