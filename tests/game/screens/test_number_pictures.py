"""Number pictures: where the numbers of a sum stand, where its hops end, what is said of them."""

import re
import zlib

import pytest

from game.screens.number_pictures import Walk, in_words, lines, number_picture, steps_both_ways, ten_frames


def numbers(picture: str) -> list[tuple[str, str]]:
    """Each number of the picture in its order: which part it is, and what stands there."""
    return re.findall(r'<g(?: class="(\w*)")?><circle[^>]*/><text[^>]*>([^<]*)<', picture)


def marked(picture: str) -> dict[str, str]:
    return {text: part for part, text in numbers(picture) if part}


def test_a_line_shows_both_ways_of_a_card_and_the_number_that_was_tried():
    picture = number_picture("line", steps_both_ways(6, 2, corner=False, tried=5), "in words")
    assert [text for _, text in numbers(picture)] == ["3", "4", "5", "6", "7", "8", "9"]
    assert marked(picture) == {"6": "me", "4": "to", "8": "to", "5": "no"}
    assert 'role="img" aria-label="in words"' in picture


def test_where_hints_are_off_a_line_asks_where_the_ways_end():
    picture = number_picture("line", steps_both_ways(6, 2, corner=False, named=False), "")
    assert [text for part, text in numbers(picture) if part == "to"] == ["?", "?"]


def test_round_the_corner_a_line_goes_on_with_1_behind_a_gate():
    picture = number_picture("line", steps_both_ways(9, 3, corner=True), "")
    assert [text for _, text in numbers(picture)] == ["5", "6", "7", "8", "9", "10", "1", "2", "3"]
    assert picture.count('class="gate"') == 1
    assert marked(picture) == {"9": "me", "6": "to", "2": "to"}


def test_without_a_corner_a_line_ends_at_10_and_only_the_way_back_is_there():
    picture = number_picture("line", steps_both_ways(9, 3, corner=False), "")
    assert [text for _, text in numbers(picture)] == ["5", "6", "7", "8", "9", "10"]
    assert picture.count('class="head"') == 1


def test_a_sum_hops_card_by_card_from_0_past_what_it_was_to_reach():
    picture = number_picture("line", Walk(0, ((0, 6, 4, -3),), target=7), "")
    assert marked(picture) == {"0": "me", "6": "by", "4": "by", "−3": "to", "7": "goal"}
    assert (picture.count('class="hop"'), picture.count('class="hop back"')) == (1, 2)


def test_a_long_sum_names_only_the_numbers_that_matter():
    picture = number_picture("line", Walk(0, ((0, 9, 18),), target=9), "")
    assert [text for _, text in numbers(picture)] == ["0", "9", "18"]


@pytest.mark.parametrize("number", range(1, 11))
@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_hops_on_a_circle_end_where_the_card_fits(number: int, step: int):
    picture = number_picture("hops", steps_both_ways(number, step, corner=True), "")
    plus, minus = (number + step - 1) % 10 + 1, (number - step - 1) % 10 + 1
    assert marked(picture) == {str(number): "me", str(plus): "to", str(minus): "to"}
    assert picture.count('<path class="hop') == 2 * step
    assert picture.count('<path class="head"') == 2


def test_a_circle_of_ten_is_open_where_there_is_no_corner():
    with_corner, without = (number_picture("circle", Walk(0, (), corner=corner), "") for corner in (True, False))
    assert [text for _, text in numbers(with_corner)] == [str(n) for n in range(1, 11)]
    assert marked(with_corner) == marked(without) == {}
    assert ('class="gate"' in with_corner, 'class="gap"' in without) == (True, True)


@pytest.mark.parametrize("size", [5, 10])
@pytest.mark.parametrize("corner", [True, False])
def test_the_hops_of_every_card_end_where_it_fits_on_a_line_and_on_a_circle(size: int, corner: bool):
    for number, step in [(number, step) for number in range(1, size + 1) for step in (1, 2, 3)]:
        walk = steps_both_ways(number, step, corner, size)
        ends = {number + step, number - step}
        fits = {(end - 1) % size + 1 if corner else end for end in ends if corner or 1 <= end <= size}
        for shape in ("line", "circle"):
            drawn = marked(number_picture(shape, walk, ""))
            assert drawn == {str(number): "me", **{str(end): "to" for end in fits}}


def test_a_circle_of_five_has_five_numbers_and_1_follows_5():
    walk = steps_both_ways(5, 2, True, 5)
    assert [text for _, text in numbers(number_picture("circle", walk, ""))] == ["1", "2", "3", "4", "5"]
    assert lines(walk) == ["5 → 4 → 3", "5 → 1 → 2"]


def test_the_hops_are_said_number_by_number():
    assert in_words(steps_both_ways(9, 3, corner=True)) == "Back: 9, 8, 7, 6. On: 9, 10, 1, 2."
    assert in_words(steps_both_ways(9, 3, corner=False)) == "Back: 9, 8, 7, 6."
    assert in_words(steps_both_ways(6, 2, corner=True, named=False)) == "Back: 6, 5, ?. On: 6, 7, ?."


@pytest.mark.parametrize("number", [*range(-9, 0), *range(1, 11)])
def test_a_ten_frame_has_so_many_counters_hollow_ones_below_zero(number: int):
    frame = ten_frames((number,))
    assert frame.count("<circle") == abs(number)
    assert frame.count('<circle cx="7" cy="7" r="5" fill="none"') == (number < 0)


def test_the_ten_frames_of_a_table_weigh_little():
    symbols = ten_frames(tuple(range(1, 11)))
    assert [f'id="t{number}"' in symbols for number in (0, 1, 10, 11)] == [False, True, True, False]
    assert len(zlib.compress(symbols.encode())) < 600


def test_a_picture_is_small():
    assert len(number_picture("line", steps_both_ways(9, 3, corner=True), "").encode()) < 2000
