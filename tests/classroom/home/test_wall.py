"""The wall of a week's goal on a teacher's first page: it shows what was learnt, from below, and no more than was."""

from classroom.home.wall import COLUMNS, MOST, wall_of
from classroom.live.projector.goal import Goal


def turned(goal: Goal, sums: list[str]) -> list[str]:
    return [tile.sum for tile in wall_of(goal, sums).tiles if tile.sum]


def test_a_small_share_has_a_tile_for_each_sum():
    wall = wall_of(Goal(now=3, last=0, goal=10), ["5 + 1", "6 + 1", "7 + 1"])
    assert [tile.sum for tile in wall.tiles] == ["5 + 1", "6 + 1", "7 + 1", *[""] * 7]
    assert wall.tiles[0].y > wall.tiles[COLUMNS].y


def test_a_large_share_has_36_tiles_and_the_goal_turns_the_last():
    sums = [f"sum {number}" for number in range(100)]
    assert len(wall_of(Goal(950, 900, 1000), sums).tiles) == MOST
    assert len(turned(Goal(950, 900, 1000), sums[:50])) == MOST // 2
    assert turned(Goal(999, 900, 1000), sums[:99])[-1] == "sum 96"
    assert len(turned(Goal(999, 900, 1000), sums[:99])) == MOST - 1
    assert len(turned(Goal(1010, 900, 1000), sums)) == MOST


def test_where_fewer_sums_are_known_than_a_week_ago_no_tile_is_turned():
    assert turned(Goal(now=180, last=185, goal=200), ["5 + 1"]) == []
