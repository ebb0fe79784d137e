"""Options as JSON has them: every field is read, and none without a check."""

from dataclasses import fields

import pytest

from game.rules import around_the_corner, nine_to_nothing
from game.rules.options import one_of, truth, whole

every_game = pytest.mark.parametrize("rules", [around_the_corner, nine_to_nothing], ids=lambda rules: rules.NAME)


@every_game
def test_every_field_is_read_and_checked(rules):
    for field in fields(rules.Options):
        with pytest.raises(ValueError, match=f"{field.name}: "):
            rules.Options.from_json({field.name: object()})


@every_game
def test_what_is_not_a_games_own_is_left_alone(rules):
    assert rules.Options.from_json({"away": "wait", "tables": 4}) == rules.Options()


def test_a_whole_number_is_no_truth_value_and_a_word_no_list():
    assert [whole(0, 3)(value) for value in (0, 3, 4, -1, True, "1", 1.0)] == [True, True] + [False] * 5
    assert [one_of(("a", "b"))(value) for value in ("a", "c", ["a"], None)] == [True, False, False, False]
    assert [truth(value) for value in (True, False, 1, None)] == [True, True, False, False]
