"""Evidence: every game's rows about students have the same first columns, and are found without naming the game."""

from game.models import Attempt, Claim, Evidence


def test_the_rows_of_every_game_are_found_as_evidence():
    assert Evidence.kinds() == (Attempt, Claim)


def test_every_kind_of_evidence_says_who_when_where_and_what_came_of_it():
    for kind in Evidence.kinds():
        columns = {field.name for field in kind._meta.get_fields()}
        assert {"round", "seat", "player", "line", "hand", "ending", "retry", "started_at", "milliseconds"} <= columns
        assert set(kind.Ending.values) >= {"C", "W"}
