"""Hostile files and packs beside the forms: lists and workbooks, the nightly folder, sums of a device, recordings.

Each is read, or refused by the one error that its page says in words.
"""

import json
import os
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from classroom.homework.around_the_corner.offline.handing_in import Impossible, WrongStudent, hand_in
from classroom.homework.around_the_corner.offline.packs import Pack, packs_for
from classroom.models import Student
from classroom.rosters.imports import nightly
from classroom.speech.recordings import NotARecording, checked
from game.clock import now_ms
from tests.classroom.rosters.imports.bundles import SCHOOL, files, packed
from tests.classroom.rosters.imports.clever_set import clever
from tests.classroom.rosters.imports.sheets import excel, libre
from tests.classroom.rosters.imports.test_hostile import reads_or_refuses
from tests.classroom.speech.sounds import sound
from tests.hostile.sending import BENT, JSON, SENT, SHARES, VALUES, bent, fingerprint, hostile

pytestmark = pytest.mark.django_db

GRID = [["Vorname", "Nachname", "Klasse"], ["Anna", "Müller", "4b"], ["Jón Þór", "Ægisson", "4b"]]
CLEVER = clever(
    [{"School_id": "s1", "Student_id": "c1", "First_name": "Amir", "Last_name": "Aslan"}],
    [{"School_id": "s1", "Section_id": "t1", "Name": "4B"}],
    [{"School_id": "s1", "Section_id": "t1", "Student_id": "c1"}],
)
LISTS = [
    *(
        "\n".join(sign.join(row) for row in GRID).encode(name)
        for sign in ",;\t"
        for name in ("utf-8", "utf-16", "cp1252")
    ),
    *(packed(files(SCHOOL)), CLEVER),
]
CELLS = st.lists(st.lists(VALUES, max_size=5), max_size=8)


@hostile(SHARES["lists"])
@given(data=st.sampled_from(LISTS), changes=BENT, cells=CELLS, sign=st.sampled_from(",;\t|"))
def test_a_bent_list_is_read_or_refused(data, changes, cells, sign):
    typed = "\n".join(sign.join(row) for row in cells).encode()
    reads_or_refuses(typed if cells else bent(data, changes))
    SENT["lists"] += 1


@hostile(SHARES["workbooks"])
@given(data=st.sampled_from([excel(GRID), libre(GRID)]), changes=BENT)
def test_a_bent_workbook_is_read_or_refused(data, changes):
    reads_or_refuses(bent(data, changes))
    SENT["workbooks"] += 1


@pytest.fixture(scope="module")
def night_folder(tmp_path_factory: pytest.TempPathFactory) -> Any:
    where = tmp_path_factory.mktemp("rosters")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "ROSTERS", str(where))
        yield where


@hostile(SHARES["nightly"])
@given(data=st.sampled_from([LISTS[-2], CLEVER]), changes=BENT)
def test_a_bent_file_of_the_night_is_read_or_changes_nothing(laid_out, before, night_folder, data, changes):
    file = night_folder / "school.zip"
    file.write_bytes(bent(data, changes))
    os.utime(file, (10**9, 10**9 + SENT["nightly"]))
    with transaction.atomic():
        report = nightly.read_next()
        assert report
        assert not report.trouble or fingerprint() == before
        transaction.set_rollback(True)
    (settings.DATA / nightly.FILE).unlink()
    SENT["nightly"] += 1


@pytest.fixture(scope="module")
def given_out(laid_out) -> Pack:
    """Bea's sums, given out ten minutes ago."""
    pack, _task = packs_for(Student.objects.get(name="Bea"))[0]
    return replace(pack, given_at=pack.given_at - 600_000)


TAP = st.tuples(st.integers(-1, 45), st.integers(-1, 70), st.integers(-1, 2**50), st.integers(0, 9000))
KEPT = st.one_of(st.lists(TAP, max_size=6).map(json.dumps), JSON.map(json.dumps), VALUES)
SENT_AT = st.one_of(st.integers(-5000, 5000).map(lambda off: str(now_ms() + off)), VALUES)


@hostile(SHARES["packs"])
@given(changes=BENT, kept=KEPT, sent=SENT_AT, name=st.sampled_from(["Bea", "Bea", "Bea", "Amir"]))
def test_bent_sums_of_a_device_are_refused_or_count_for_their_own_child(
    laid_out, before, given_out, changes, kept, sent, name
):
    """What is refused changes nothing, and nobody hands in what another child was given."""
    signed = bent(given_out.signed().encode(), changes).decode("latin-1")
    with transaction.atomic():
        try:
            hand_in(Student.objects.get(name=name), signed=signed, kept=kept, sent=sent)
            assert name == "Bea"
        except (Impossible, WrongStudent):
            assert fingerprint() == before
        transaction.set_rollback(True)
    SENT["packs"] += 1


SOUNDS = [sound(0.1), sound(0.1, channels=2), sound(0.1, rate=8000), sound(0.1, width=1), b"RIFF", b""]


@hostile(SHARES["recordings"])
@given(data=st.sampled_from(SOUNDS), changes=BENT, noise=st.binary(max_size=60))
def test_a_bent_recording_is_refused_or_made_into_a_sound_of_our_own(data, changes, noise):
    """What is kept is written anew: to check it again changes nothing."""
    with suppress(NotARecording):
        kept = checked(bent(data, changes) + noise if data else noise)
        assert kept == checked(kept)
    SENT["recordings"] += 1
