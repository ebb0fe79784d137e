"""Error codes against the table of 300 cells and the vectors of measurement 4.2 and 4.3."""

import csv
import hashlib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.around_the_corner import Sums
from game.rules.around_the_corner.diagnosis import (
    Code,
    Mistake,
    at_least,
    codes,
    is_rapid,
    patterns,
)
from tests.rules.around_the_corner.attribution import RANDOM, attribution

TABLE = Path(__file__).with_name("error_table.csv")
SHA_OF_MEASUREMENT = "0c3ec9ad921f91ed9aa446f217e5b0d972ab80ff2ae125aa915215394f1e1870"
ROWS = list(csv.DictReader(TABLE.open()))
SEVEN = [
    Mistake(7, 2, 8, (8, 5, 3, 10, 8)),
    Mistake(4, 3, 6, (6, 1, 9, 2, 10)),
    Mistake(9, 2, 10, (10, 4, 7, 6, 3)),
    Mistake(6, 3, 4, (4, 8, 3, 1, 10)),
    Mistake(5, 2, 4, (4, 9, 1, 6, 6)),
    Mistake(2, 1, 5, (5, 7, 9, 4, 10)),
    Mistake(6, 1, 6, (6, 2, 9, 10, 3)),
]
CELLS = st.tuples(st.integers(1, 10), st.integers(1, 3), st.integers(1, 10))


def test_the_table_is_that_of_measurement():
    assert hashlib.sha256(TABLE.read_bytes()).hexdigest() == SHA_OF_MEASUREMENT
    assert len(ROWS) == 300


def test_every_cell_has_the_codes_of_the_table():
    found = {tuple(row.values()): codes(int(row["n"]), int(row["k"]), int(row["played"])) for row in ROWS}
    wrong = [row for row in ROWS if "|".join(found[tuple(row.values())]) != row["candidates"]]
    assert wrong == []
    assert [row for row in ROWS if found[tuple(row.values())][0] != row["primary"]] == []


def test_the_cells_are_counted_as_in_measurement():
    cells = [codes(number, step, played) for number in range(1, 11) for step in (1, 2, 3) for played in range(1, 11)]
    wrong = [found for found in cells if found != (Code.CORRECT,)]
    assert len(cells) - len(wrong) == 60
    assert Counter(map(len, wrong)) == {1: 185, 2: 50, 3: 5}


@given(CELLS, st.booleans())
def test_a_card_is_correct_exactly_where_it_is_an_answer(cell, corner):
    number, step, played = cell
    assert (codes(*cell, corner=corner) == (Code.CORRECT,)) == (played in Sums(corner).answers(number, step))


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ((9, 3, 2), (Code.WRAP_NOT_ALLOWED,)),
        ((9, 2, 10), (Code.OTHER,)),
        ((10, 1, 1), (Code.WRAP_NOT_ALLOWED, Code.USED_K)),
        ((10, 2, 1), (Code.OTHER,)),
        ((1, 3, 2), (Code.REVERSED, Code.WRONG_K)),
        ((5, 3, 6), (Code.WRONG_K,)),
        ((5, 3, 7), (Code.ONE_SHORT,)),
    ],
)
def test_without_the_corner_no_code_counts_round_it(cell, expected):
    assert codes(*cell, corner=False) == expected


def test_seven_errors_of_which_six_are_one_short_are_flagged():
    found = {pattern.code: pattern for pattern in patterns(SEVEN)}
    short = found[Code.ONE_SHORT]
    assert (short.observed, short.flagged) == (6, True)
    assert (short.expected, short.p) == pytest.approx((2.55, 0.00375))
    assert [mistake.chances.get(Code.ONE_SHORT, 0) for mistake in SEVEN] == pytest.approx(
        [0.5, 0.5, 0.25, 0.5, 0.6, 0, 0.2]
    )
    for code, observed, expected, p in [
        (Code.SAME, 1, 0.2, 0.2), (Code.STOP_END, 1, 0.25, 0.25), (Code.WRONG_K, 1, 0.8, 0.64),
    ]:  # fmt: skip
        assert found[code][:4] == pytest.approx((code, observed, expected, p))
    assert not any(found[code].flagged for code in found if code is not Code.ONE_SHORT)
    assert sum(mistake.chances.get(Code.ONE_OVER, 0) for mistake in SEVEN) == pytest.approx(1.4)


def test_soft_attribution_shares_the_seven_errors_as_measurement_does():
    shares = attribution(SEVEN)
    expected = dict.fromkeys(shares, 0.04) | {
        Code.ONE_SHORT: 0.464668, RANDOM: 0.105875, Code.WRONG_K: 0.095406, Code.SAME: 0.047065,
        Code.STOP_END: 0.046985,
    }  # fmt: skip
    assert len(shares) == 11
    assert shares == pytest.approx(expected, abs=1e-6)


def test_nothing_is_flagged_on_one_top_number_or_beyond_the_last_thirty():
    same = [Mistake(5, 3, 7, (7, 1, 9, 10))] * 20
    assert not any(pattern.flagged for pattern in patterns(same))
    assert patterns([*SEVEN, *[Mistake(5, 3, 10, (10, 9, 3))] * 30]) == []


def test_no_mistakes_and_an_unknown_hand_divide_by_nothing():
    assert patterns([]) == []
    assert sum(attribution([]).values()) == pytest.approx(1)
    assert sum(attribution([Mistake(5, 3, 7, ())]).values()) == pytest.approx(1)
    assert patterns([Mistake(5, 3, 7, ())])[0].p == 1


@given(st.lists(st.floats(0, 1), max_size=12), st.randoms(use_true_random=False))
def test_the_tail_is_a_probability_that_falls_and_does_not_mind_the_order(chances, dice):
    tail = [at_least(observed, chances) for observed in range(len(chances) + 2)]
    assert tail[0] == pytest.approx(1)
    assert tail == pytest.approx(sorted(tail, reverse=True))  # sums of floats: 1.0 may stand after .9999999999999999
    assert tail[-1] == 0
    dice.shuffle(chances)
    assert [at_least(observed, chances) for observed in range(len(tail))] == pytest.approx(tail)


def test_a_rapid_tap_is_a_guess():
    assert is_rapid(0.49, 2.0)
    assert not is_rapid(0.5, 2.0)
    assert is_rapid(0.69, 7.0)
