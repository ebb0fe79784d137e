"""Hostile input by the thousand at forms, uploads, frames and files of classes: no 500, and no row changed by what was
refused.
"""

import io
import zipfile
from contextlib import suppress
from hashlib import sha256
from json import dumps, loads
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given
from hypothesis import strategies as st

from classroom.transfer import checking
from classroom.transfer.archive import Archive, BrokenFileError
from game.wire import BadFrame, posted_frame, read_frame
from tests.classroom.rosters.imports.bundles import SCHOOL, files, packed
from tests.doors.laid_out import address
from tests.doors.table import AT_TABLES, ROWS
from tests.hostile.sending import BENT, FORM, JSON, SENT, SHARES, VALUES, answered, bent, fingerprint, hostile

SLOW = {"class_demo"}
"""Pages that play four weeks of lessons at a press."""
POSTS = sorted({page for method, page, *_row in ROWS if method == "POST" and page not in {*AT_TABLES, *SLOW}})


@hostile(SHARES["forms"])
@given(page=st.sampled_from(POSTS), who=st.sampled_from(["ana", "ana", "ben", "bea", "nobody"]), form=FORM)
def test_any_form_is_answered_and_a_refused_one_changes_nothing(laid_out, before, page, who, form):
    things, browsers = laid_out
    answered(browsers[who], address(page, things), form, before)
    SENT["forms"] += 1


@pytest.mark.django_db
def test_a_changed_row_is_seen(class_4b):
    before = fingerprint()
    class_4b.students.filter(name="Bea").update(name="Bee")
    assert fingerprint() != before


KINDS = ("bundle", "class", "noise")
UPLOADS = ("roster", "import_several", "class_read_in")


@hostile(SHARES["uploads"])
@given(
    page=st.sampled_from(UPLOADS), form=FORM, changes=BENT, kind=st.sampled_from(KINDS), noise=st.binary(max_size=300)
)
def test_any_upload_is_answered_and_a_refused_one_changes_nothing(
    laid_out, archive, before, page, form, changes, kind, noise
):
    things, browsers = laid_out
    data = {"bundle": packed(files(SCHOOL)), "class": archive, "noise": noise}[kind]
    file = SimpleUploadedFile("list.zip", bent(data, changes) if data else b"")
    answered(browsers["ana"], address(page, things), form | {"file": file}, before)
    SENT["uploads"] += 1


KEYS = [
    "kind",
    "aid",
    "card",
    "cards",
    "top",
    "number",
    "seq",
    "rtop",
    "rtt",
    "by",
    "vis",
    "s",
    "p",
    "seen",
    "since_top",
]
SAID = st.sampled_from(["play", "draw", "ready", "lay", "pass", "9±3"])
FRAME = st.dictionaries(st.sampled_from(KEYS), JSON | SAID)


@hostile(SHARES["frames"])
@given(said=FRAME | JSON, raw=st.text(max_size=60), is_raw=st.booleans())
def test_any_frame_is_read_or_refused(said, raw, is_raw):
    with suppress(BadFrame):
        read_frame(raw if is_raw else dumps(said))
    SENT["frames"] += 1


@hostile(SHARES["posted"])
@given(st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_any_posted_frame_is_read_or_refused(posted):
    with suppress(BadFrame):
        posted_frame(posted)
    SENT["posted"] += 1


@hostile(SHARES["archives"])
@given(part=st.integers(0, 20), cells=st.lists(JSON, max_size=14), changes=BENT)
def test_any_archive_of_a_class_is_checked_or_refused(laid_out, archive, part, cells, changes):
    """Rows of nonsense with a right checksum, or bytes that are bent."""
    with suppress(BrokenFileError):
        checking.check(Archive(io.BytesIO(with_row(archive, part, cells) if cells else bent(archive, changes))))
    SENT["archives"] += 1


def with_row(archive: bytes, part: int, cells: list[Any]) -> bytes:
    """Put a row at the end of one of the tables."""
    with zipfile.ZipFile(io.BytesIO(archive)) as parts:
        content = {name: parts.read(name) for name in parts.namelist()}
    manifest = loads(content["cardinal.json"])
    table = sorted(manifest["tables"])[part % len(manifest["tables"])]
    width = len(manifest["tables"][table]["columns"])
    row = [10**6, *cells, *[None] * width][:width]
    content[f"{table}.jsonl"] += dumps(row).encode() + b"\n"
    said = manifest["tables"][table]
    said |= {"rows": said["rows"] + 1, "sha256": sha256(content[f"{table}.jsonl"]).hexdigest()}
    return packed(content | {"cardinal.json": dumps(manifest).encode()})
