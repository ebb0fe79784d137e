"""A round that was recorded comes out today as it did then."""

import pytest

from tests.rules.recordings import COMMAND, FOLDER, TAPES, replayed

KINDS = {
    "around_the_corner": "go drew played finished wrong beaten passed time_up sorted standstill folded",
    "nine_to_nothing": "go drew took laid wrong discarded done checked caught took_back okayed asked sorted folded "
    "skipped finished",
}


@pytest.mark.parametrize("tape", TAPES, ids=lambda tape: tape.path.stem)
def test_a_recorded_round_comes_out_as_it_did(tape):
    assert tape.path.exists(), f"no recording of {tape.path.stem}; make it with: {COMMAND}"
    text = tape.path.read_text(encoding="utf-8")
    assert replayed(tape, text) == text


def test_every_recording_belongs_to_an_option_set():
    assert set(FOLDER.iterdir()) == {tape.path for tape in TAPES}


@pytest.mark.parametrize("name", KINDS)
def test_the_recordings_hold_every_kind_of_event(name):
    text = "".join(tape.path.read_text(encoding="utf-8") for tape in TAPES if name == tape.game.NAME)
    assert [kind for kind in KINDS[name].split() if f"= {kind}" not in text] == []
