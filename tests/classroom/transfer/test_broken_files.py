"""What is no file of a class is refused in words, and changes nothing."""

import hashlib
import io
import json
import zipfile
from contextlib import nullcontext
from typing import Any

import pytest

from classroom.transfer import checking, schema
from classroom.transfer.archive import Archive, BrokenFileError
from tests.classroom.transfer.files import out_of, read_in, rows

pytestmark = pytest.mark.django_db(transaction=True)


def repacked(file: io.BytesIO, change: dict[str, bytes | None], method: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    packed = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(packed, "w", method) as new:
        for name in old.namelist():
            data = change.get(name, old.read(name))
            if data is not None:
                new.writestr(name, data)
    return packed


def changed_row(file: io.BytesIO, table: str, **values: Any) -> io.BytesIO:
    """Change the first row of a table, with a checksum that is right again."""
    with zipfile.ZipFile(file) as parts:
        lines, manifest = parts.read(f"{table}.jsonl").split(b"\n"), json.loads(parts.read("cardinal.json"))
    row = dict(zip(manifest["tables"][table]["columns"], json.loads(lines[0]), strict=True))
    lines[0] = json.dumps(list((row | values).values())).encode()
    return resealed(file, table, b"\n".join(lines), manifest)


def resealed(file: io.BytesIO, table: str, data: bytes, manifest: dict[str, Any]) -> io.BytesIO:
    said = manifest["tables"][table]
    said |= {"sha256": hashlib.sha256(data).hexdigest(), "rows": data.count(b"\n")}
    return repacked(file, {f"{table}.jsonl": data, "cardinal.json": json.dumps(manifest).encode()})


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("student", {"name": "=1+1"}),
    ("student", {"name": "x" * 61}),
    ("student", {"name": 7}),
    ("student", {"name": "Bea"}),
    ("student", {"classroom": 10**9}),
    ("student", {"classroom": None}),
    ("student", {"classroom": [1]}),
    ("student", {"id": "1"}),
    ("student", {"id": []}),
    ("student", {"id": -1}),
    ("student", {"needs": {"admin": True}}),
    ("student", {"needs": {"clock": [1]}}),
    ("student", {"character": "wolf"}),
    ("student", {"created_at": "yesterday"}),
    ("student", {"created_at": "2026-11-20T10:00:00"}),
    ("classroom", {"sign_in": "none"}),
    ("classroom", {"language": "xx"}),
    ("classroom", {"quick_seconds": True}),
    ("session", {"game": "poker"}),
    ("session", {"options": {"steps": "all"}}),
    ("session", {"options": []}),
    ("student", {"needs": {"hints": float("nan")}}),
    ("session", {"options": {"\0": 1}}),
    ("session", {"note": "x" * 2001}),
    ("session", {"note": "\ud800"}),
    ("table", {"game": "poker"}),
    ("table", {"seed": 2**70}),
    ("table", {"number": 1.5}),
    ("seat", {"player": 10**9}),
    ("seat", {"face": None}),
    ("attendance", {"session": 0}),
]


@pytest.mark.parametrize(("table", "values"), WRONG)
def test_a_value_that_cannot_be_is_refused_with_nothing_written(small, ana_teacher, table, values):
    counts = rows()
    with pytest.raises(BrokenFileError):
        read_in(changed_row(small, table, **values), ana_teacher, name="New")
    assert rows() == counts


def test_a_changed_byte_is_seen(small, ana_teacher):
    with zipfile.ZipFile(small) as parts:
        lines = parts.read("student.jsonl")
    with pytest.raises(BrokenFileError, match="damaged"):
        checking.check(Archive(repacked(small, {"student.jsonl": lines.replace(b"Amir", b"Emir")})))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"cardinal.json": None}, "no file of Cardinal"),
        ({"cardinal.json": b"{}"}, "damaged"),
        ({"cardinal.json": b"[" * 60_000}, "damaged"),
        ({"student.jsonl": None}, "damaged"),
        ({"student.jsonl": b"[" * 17_000}, "damaged"),
        ({"student.jsonl": b"a" * 40_000_000}, "far too much"),
    ],
)
def test_other_zips_are_refused_in_words(small, change, says):
    with pytest.raises(BrokenFileError, match=says):
        checking.check(Archive(repacked(small, change)))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_whose_method_may_unpack_more_than_it_states_is_refused(small, method):
    with pytest.raises(BrokenFileError, match="damaged"):
        Archive(repacked(small, {}, method))


def test_a_card_that_was_played_at_no_time_is_refused(played):
    """The replay of a round of millions of years has as many minutes below it as no memory holds."""
    file = out_of(played).getvalue()
    for at in (2**63 - 1, 0):
        with pytest.raises(BrokenFileError):
            checking.check(Archive(changed_row(io.BytesIO(file), "event", at=at)))


def test_a_file_without_a_class_is_refused(small):
    with zipfile.ZipFile(small) as parts:
        manifest = json.loads(parts.read("cardinal.json"))
    none = {"rows": 0, "sha256": hashlib.sha256(b"").hexdigest()}
    manifest["tables"] = {table: said | none for table, said in manifest["tables"].items()}
    change: dict[str, bytes | None] = {f"{table}.jsonl": b"" for table in manifest["tables"]}
    change["cardinal.json"] = json.dumps(manifest).encode()
    with pytest.raises(BrokenFileError):
        checking.check(Archive(repacked(small, change)))


def test_a_class_has_fewer_rows_than_a_school(small):
    """The numbers of all seats that a school may have take more memory than a small box has."""
    with zipfile.ZipFile(small) as parts:
        manifest = json.loads(parts.read("cardinal.json"))
    for kind, seats, is_read in (("class", 400_001, False), ("class", 400_000, True), ("school", 4_000_001, False)):
        manifest["kind"], manifest["tables"]["seat"]["rows"] = kind, seats
        with nullcontext() if is_read else pytest.raises(BrokenFileError):
            Archive(repacked(small, {"cardinal.json": json.dumps(manifest).encode()}))


def test_a_newer_file_says_that_it_is_newer(small):
    with zipfile.ZipFile(small) as parts:
        manifest = json.loads(parts.read("cardinal.json")) | {"version": schema.VERSION + 1}
    with pytest.raises(BrokenFileError, match="newer Cardinal"):
        Archive(repacked(small, {"cardinal.json": json.dumps(manifest).encode()}))


def test_a_log_that_the_rules_cannot_read_is_refused(played):
    with pytest.raises(BrokenFileError):
        checking.check(Archive(changed_row(out_of(played), "event", kind="teleported")))
