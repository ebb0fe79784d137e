"""The rating for matching tables against the vectors of measurement 1.3 and 1.4 and the laws of 6.3."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.measures.rating import (
    Rated,
    answered,
    beaten,
    expected_score,
    score_when_beaten,
    step,
)


@pytest.mark.parametrize(
    ("x", "score"),
    [
        (0, 0),
        (1e-4, 0.0000333333),
        (0.1, 0.033311132254),
        (0.5, 0.163953413739),
        (1, 0.313035285499),
        (log(3), 0.339760773373),
        (2, 0.537314720728),
        (3, 0.671636489980),
        (5, 0.800090803982),
    ],
)
def test_the_expected_score_is_langevins(x, score):
    assert expected_score(x) == pytest.approx(score, abs=1e-10)
    assert expected_score(-x) == -expected_score(x)


@pytest.mark.parametrize(
    ("own", "other", "k"), [(0, 0, 0.0075), (1, 1, 0.03375), (1, 0, 0.0375), (0, 1, 0.00375), (0.5, 0.2, 0.02175)]
)
def test_a_step_is_larger_the_less_is_known(own, other, k):
    assert step(own, other) == pytest.approx(k)


def test_a_sequence_of_answers_moves_student_and_card_as_in_the_vector():
    student, top, seen = Rated(), Rated(), []
    for right, seconds, days in [(True, 2, 0), (True, 5, 0), (False, 1, 0), (True, 1.5, 3), (False, 7, 0)]:
        student, top = answered(student, top, right=right, seconds=seconds, idle_days=days, deadline=8)
        seen.append((student.doubt, student.rating, top.rating))
    student, top = beaten(student, top, seconds=2, deadline=8)
    seen.append((student.doubt, student.rating, top.rating))
    student, top = answered(student, top, right=True, seconds=9, deadline=8)
    seen.append((student.doubt, student.rating, top.rating))
    ratings = [0.0248203125, 0.0364477239, 0.0078671674, 0.0351120341, 0.0302009106, 0.0299152902, 0.0292816112]
    assert [rating for _, rating, _ in seen] == pytest.approx(ratings, abs=1e-9)
    assert [rating for *_, rating in seen] == pytest.approx([-rating for rating in ratings], abs=1e-9)
    assert [doubt for doubt, *_ in seen] == pytest.approx([0.975, 0.950, 0.925, 1, 0.975, 0.950, 0.925])


@pytest.mark.parametrize(
    ("x", "share", "score"),
    [
        (log(3), 0.05, 0.30874443),
        (log(3), 0.25, 0.19723111),
        (log(3), 0.5, 0.08976077),
        (log(3), 0.75, 0.02277348),
        (log(3), 0.95, 0.00091533),
        (-1, 0.25, -0.18082538),
    ],
)
def test_being_beaten_has_the_expected_score_of_silence(x, share, score):
    assert score_when_beaten(x, 8 * share, deadline=8) == pytest.approx(score, abs=1e-8)


@given(st.floats(-30, 30), st.floats(0, 8))
def test_the_score_of_silence_is_odd_lies_between_its_ends_and_falls(x, seconds):
    score = score_when_beaten(x, seconds, deadline=8)
    assert score == pytest.approx(-score_when_beaten(-x, seconds, deadline=8))
    assert abs(score) <= abs(expected_score(x)) + 1e-9
    assert score_when_beaten(x, 0, deadline=8) == pytest.approx(expected_score(x))
    assert score_when_beaten(x, 8, deadline=8) == 0


def test_each_side_moves_by_its_own_doubt():
    student, top = answered(Rated(0.0, 0.0), Rated(0.0, 1.0), right=True, seconds=0.0)
    assert (student.rating, top.rating) == (step(0.0, 0.975), -step(0.975, 0.0))
