"""A round that was recorded comes out today as it did then."""

import pytest

from tests.rules.played import PLAYED
from tests.rules.recordings import COMMAND, FOLDER, TAPES, Tape, replayed


@pytest.mark.parametrize("tape", TAPES, ids=Tape.__str__)
def test_a_recorded_round_comes_out_as_it_did(tape):
    assert tape.path.exists(), f"no recording of {tape.path}; make it with: {COMMAND}"
    text = tape.path.read_text(encoding="utf-8")
    assert replayed(tape, text) == text


def test_every_recording_belongs_to_an_option_set():
    assert {path for path in FOLDER.rglob("*") if path.is_file()} == {tape.path for tape in TAPES}


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: played.rules.NAME)
def test_the_recordings_hold_every_kind_of_event(played):
    text = "".join(tape.path.read_text(encoding="utf-8") for tape in TAPES if tape.game is played.rules)
    recorded = {kind for kind in played.rules.EVENTS if f"= {kind}" in text}
    assert recorded == played.rules.EVENTS - played.laws.UNRECORDED
