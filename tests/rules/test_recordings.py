"""A round that was recorded comes out today as it did then."""

import pytest

from tests.rules.recordings import COMMAND, FOLDER, path_of, replayed
from tests.rules.rounds import OPTION_SETS


@pytest.mark.parametrize("name", OPTION_SETS)
def test_a_recorded_round_comes_out_as_it_did(name):
    assert path_of(name).exists(), f"no recording of {name}; make it with: {COMMAND}"
    text = path_of(name).read_text(encoding="utf-8")
    assert replayed(name, text) == text


def test_every_recording_belongs_to_an_option_set():
    assert set(FOLDER.iterdir()) == {path_of(name) for name in OPTION_SETS}


def test_the_recordings_hold_every_kind_of_event():
    texts = "".join(path_of(name).read_text(encoding="utf-8") for name in OPTION_SETS)
    kinds = (
        "go",
        "drew",
        "played",
        "finished",
        "wrong",
        "beaten",
        "passed",
        "time_up",
        "sorted",
        "standstill",
        "folded",
    )
    assert [kind for kind in kinds if f"= {kind}" not in texts] == []
