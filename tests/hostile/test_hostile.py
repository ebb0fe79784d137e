"""Hostile input by the thousand at forms, uploads, frames and files of classes: no 500, and no row changed by what was
refused.

`make test` sends some hundreds; HOSTILE=100000 sends so many in all (`make hostile`, half an hour). What was found with
it stands as a test of its own where it was mended.
"""

import io
import os
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from json import dumps, loads
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from classroom.models import Classroom
from classroom.transfer import checking, scope, writing
from classroom.transfer.archive import Archive, BrokenFileError
from game.wire import BadFrame, posted_frame, read_frame
from tests.classroom.rosters.imports.bundles import SCHOOL, files, packed
from tests.conftest import written_once
from tests.doors.laid_out import LaidOut, address, lay_out
from tests.doors.table import AT_TABLES, ROWS
from tests.hostile.corpus import TEXTS, field_names

ALL = int(os.environ.get("HOSTILE") or 600)
"""Inputs of the whole run, shared out by SHARES."""
SHARES = {"forms": 0.4, "uploads": 0.1, "frames": 0.3, "posted": 0.1, "archives": 0.1}
SENT: Counter[str] = Counter()

SLOW = {"class_demo"}
"""Pages that play two weeks of lessons at a press."""
POSTS = sorted({page for method, page, *_row in ROWS if method == "POST" and page not in {*AT_TABLES, *SLOW}})
NAMES = field_names()
VALUES = st.one_of(st.sampled_from(TEXTS), st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
FORM = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=8)


def hostile(share: str) -> Callable[[Any], Any]:
    """Send as many examples as this share of the run has."""
    count = max(20, int(ALL * SHARES[share]))
    is_short = ALL < 1000
    checks = list(HealthCheck)
    return settings(max_examples=count, database=None, suppress_health_check=checks, derandomize=is_short)


@pytest.fixture(scope="module", autouse=True)
def told(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    reporter = request.config.pluginmanager.get_plugin("terminalreporter")
    assert reporter
    reporter.write_line(f"hostile inputs: {dict(SENT)}, {SENT.total()} in all")


@pytest.fixture(scope="module")
def laid_out(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[LaidOut]:
    """Ana's lesson, once for all: what a request did is rolled back."""
    with written_once(django_db_blocker):
        yield lay_out()


KEPT = [model for model in apps.get_models() if model._meta.app_label in ("game", "classroom")]


@pytest.fixture(scope="module")
def before(laid_out: LaidOut) -> list[Any]:
    """What stands in our tables before each request, as all of them are rolled back."""
    return fingerprint()


def answered(browser: Any, path: str, data: dict[str, Any], before: list[Any]) -> None:
    """Post this. A 500 is raised by the client; what is refused has changed no row of ours."""
    with transaction.atomic():
        answer = browser.post(path, data)
        assert answer.status_code < 500
        if answer.status_code >= 400:
            assert fingerprint() == before, f"{path} answered {answer.status_code} and changed rows"
        transaction.set_rollback(True)
    cache.clear()


def fingerprint() -> list[Any]:
    """What stands in our tables: their rows' numbers, and all of the small ones."""
    small = ("Classroom", "Student", "ClassSession", "Teaching", "Teacher", "Attendance", "Homework", "SessionPreset")
    return [
        list(model._base_manager.order_by("pk").values_list(*(["pk"] if model.__name__ not in small else [])))
        for model in KEPT
        if model.__name__ not in ("AuditEntry", "Guesses", "BrowserSession")
    ]


@hostile("forms")
@given(page=st.sampled_from(POSTS), who=st.sampled_from(["ana", "ana", "ben", "bea", "nobody"]), form=FORM)
def test_forms(laid_out, before, page, who, form):
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
BENT = st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), max_size=4)


def bent(data: bytes, changes: list[tuple[float, int]]) -> bytes:
    changed = bytearray(data)
    for place, value in changes:
        changed[int(place * len(changed))] = value
    return bytes(changed)


@hostile("uploads")
@given(
    page=st.sampled_from(UPLOADS), form=FORM, changes=BENT, kind=st.sampled_from(KINDS), noise=st.binary(max_size=300)
)
def test_uploads(laid_out, archive, before, page, form, changes, kind, noise):
    things, browsers = laid_out
    data = {"bundle": packed(files(SCHOOL)), "class": archive, "noise": noise}[kind]
    file = SimpleUploadedFile("list.zip", bent(data, changes) if data else b"")
    answered(browsers["ana"], address(page, things), form | {"file": file}, before)
    SENT["uploads"] += 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | VALUES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(VALUES, inner, max_size=4),
    max_leaves=8,
)
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


@hostile("frames")
@given(said=FRAME | JSON, raw=st.text(max_size=60), is_raw=st.booleans())
def test_frames(said, raw, is_raw):
    with suppress(BadFrame):
        read_frame(raw if is_raw else dumps(said))
    SENT["frames"] += 1


@hostile("posted")
@given(st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_posted_frames(posted):
    with suppress(BadFrame):
        posted_frame(posted)
    SENT["posted"] += 1


@pytest.fixture(scope="module")
def archive(laid_out) -> bytes:
    """4B as a file."""
    things, _browsers = laid_out
    file = io.BytesIO()
    room = Classroom.objects.get(pk=things["classroom"])
    writing.write(scope.of_class(room, Classroom.objects.all()), file)
    return file.getvalue()


@hostile("archives")
@given(part=st.integers(0, 20), cells=st.lists(JSON, max_size=14), changes=BENT)
def test_archives(laid_out, archive, part, cells, changes):
    """Rows of nonsense with a checksum that is right, and bytes that are bent."""
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
