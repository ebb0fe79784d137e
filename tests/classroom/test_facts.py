"""What the answers are evidence of: facts, skills and letters, held to the measures they are made of."""

import numpy as np
import pytest

from classroom.reports import words
from classroom.reports.answers import read
from classroom.reports.facts import (
    CHANGES,
    GOES_ROUND,
    LETTERS,
    NUMBERS,
    SKILL_OF,
    Counts,
    count,
    fact_standings,
    skill_standings,
)
from classroom.reports.measures import FactShare, Standing, skill_share_of
from classroom.reports.measures.strata import STRATA
from tests.classroom.attempts_given import DREW, LOST, WRONG, card

FIVE_AND_ONE = 6 * 4 + 3


def counts_of(player):
    return count(read([player.pk], "race"))


def at(counts, fact):
    return tuple(int(part[0, fact]) for part in (counts.right, counts.chances, counts.quick, counts.clocked))


def test_there_are_sixty_facts_of_which_twelve_go_round_the_corner():
    assert len(NUMBERS) * len(CHANGES) == 60
    assert GOES_ROUND.sum() == 12
    assert np.bincount(SKILL_OF).tolist() == [9, 8, 7, 6, 9, 8, 7, 6]


def test_a_fact_is_named_as_a_sum():
    assert [words.fact(fact) for fact in (0, FIVE_AND_ONE, 59)] == ["1 − 3 = 8", "5 + 1 = 6", "10 + 3 = 3"]


def test_a_right_card_is_evidence_of_the_sum_that_was_made(bea, give):
    give(3, directions="both", played=card(4), sign="-")
    assert at(counts_of(bea), 6 * 4 + 2) == (3, 3, 3, 3)


def test_a_wrong_card_is_evidence_only_where_the_hand_offered_one_sum(bea, give):
    give(2, **WRONG)
    give(5, directions="both", **WRONG)
    assert at(counts_of(bea), FIVE_AND_ONE) == (0, 2, 0, 0)
    assert counts_of(bea).chances.sum() == 2


def test_drawing_and_waiting_long_are_chances_that_were_let_go(bea, give):
    give(1)
    give(2, **DREW)
    give(3, **LOST, milliseconds=6500)
    give(4, **LOST, milliseconds=2000)
    assert at(counts_of(bea), FIVE_AND_ONE) == (1, 6, 1, 6)


def test_what_was_cut_off_before_the_criterion_says_nothing_about_quickness(bea, give):
    give(4, **LOST, milliseconds=2000)
    give(2, **LOST, milliseconds=4000)
    assert at(counts_of(bea), FIVE_AND_ONE) == (0, 0, 0, 2)


def test_right_but_slow_is_accurate_and_quick_is_secure(bea, give):
    give(12, milliseconds=4500)
    assert letter(bea, FIVE_AND_ONE) == "A"
    give(60)
    assert letter(bea, FIVE_AND_ONE) == "S"


def letter(player, fact):
    return LETTERS[fact_standings(counts_of(player)).letter[0, fact]]


@pytest.mark.parametrize("right", range(13))
def test_letters_are_those_of_the_measure_for_single_facts(right):
    """Of 12 answers on the clock so many are quick, the others wrong: S and T are FLUENT and LACKING."""
    parts = [np.zeros((1, 60), int) for _ in range(4)]
    for part, value in zip(parts, (right, 12, right, 12), strict=True):
        part[0, FIVE_AND_ONE] = value
    standings = fact_standings(Counts(*parts))
    share = FactShare(right, 12, skill_share_of(right, 12))
    expected = {Standing.FLUENT: "S", Standing.LACKING: "T", Standing.BETWEEN: "G"}[share.standing]
    assert LETTERS[standings.letter[0, FIVE_AND_ONE]] == expected
    if expected != "G":
        assert bool(standings.sure[0, FIVE_AND_ONE]) is (share.showing.value == "firm")


def test_below_three_answers_a_fact_has_no_letter(bea, give):
    give(2)
    assert letter(bea, FIVE_AND_ONE) == ""


def test_a_skill_is_all_its_facts_together(bea, give):
    give(6)
    give(6, top_number=2, played=card(3), hand=[card(3)])
    standings = skill_standings(counts_of(bea))
    assert standings.counts.right[0].tolist() == [12, 0, 0, 0, 0, 0, 0, 0]
    assert LETTERS[standings.letter[0, 0]] == "S"


@pytest.mark.parametrize("stratum", STRATA)
def test_every_stratum_is_found_again_in_the_record(bea, give, stratum):
    step, _kind, ways = stratum.split("-")
    give(1, stratum=stratum, top_step=int(step), directions="+" if ways == "1" else "both")
    assert STRATA[read([bea.pk], "race").stratum[0]] == stratum
