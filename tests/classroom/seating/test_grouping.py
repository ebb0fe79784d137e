"""Who sits together, as plain lists: nobody alone, tables as even as can be."""

import pytest

from classroom.sessions.seating import grouping


@pytest.mark.parametrize(
    ("people", "size", "tables"),
    [
        (5, 2, [3, 2]),
        (2, 4, [2]),
        (3, 2, [3]),
        (5, 4, [3, 2]),
        (7, 2, [3, 2, 2]),
        (8, 4, [4, 4]),
        (23, 3, [3] * 7 + [2]),
    ],
)
def test_tables_are_as_even_as_can_be(people, size, tables):
    assert [len(table) for table in grouping.random_groups(range(people), size)] == tables


@pytest.mark.parametrize("size", [2, 3, 4])
def test_nobody_ever_sits_alone_and_everybody_sits_once(size):
    for people in range(2, 60):
        tables = grouping.random_groups(range(people), size)
        assert sorted(person for table in tables for person in table) == list(range(people))
        assert all(2 <= len(table) <= max(size, 3) for table in tables)


@pytest.mark.parametrize(
    ("before", "size", "after"),
    [
        (["ab", "cd"], 2, ["ab", "cd"]),
        (["ab", "cd", "e"], 4, ["abe", "cd"]),
        (["ab", "c", "d"], 2, ["ab", "cd"]),
        (["ab", "cd", "e"], 2, ["abe", "cd"]),
        (["abcd", "e"], 4, ["abc", "de"]),
        (["a", "b"], 2, ["ab"]),
    ],
)
def test_the_same_tables_take_in_whoever_would_be_alone(before, size, after):
    assert ["".join(table) for table in grouping.same_groups([list(table) for table in before], size)] == after


def test_one_student_is_too_few():
    with pytest.raises(grouping.TooFew):
        grouping.random_groups(["a"], 2)
    with pytest.raises(grouping.TooFew):
        grouping.same_groups([["a"]], 2)


def test_seating_lines_are_kept_by_swapping_children_nearest_in_level():
    levels = {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}
    found = grouping.with_lines(["ab", "cd"], [("a", "d", True)], levels)
    assert {frozenset(group) for group in found} == {frozenset("ad"), frozenset("bc")}
    apart = grouping.with_lines(["ab", "cd"], [("a", "b", False)], levels)
    assert [set(group) for group in apart] == [{"a", "c"}, {"b", "d"}], "b and c are nearest"


def test_seating_lines_that_cannot_all_hold_are_broken_as_seldom_as_can_be():
    lines = [("a", "b", True), ("a", "b", False), ("c", "x", True)]
    found = grouping.with_lines(["ac", "bd"], lines, {})
    assert len(grouping.broken(found, lines)) == 1
    assert sorted(len(group) for group in found) == [2, 2]
