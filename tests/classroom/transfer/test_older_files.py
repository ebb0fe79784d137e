"""A file that an older Cardinal wrote is read, with defaults for what it does not know.

`stored/class_of_version_1.zip` was written by the first Cardinal that wrote such files (22 November 2026): a class of
six, four ended sessions of both games, twelve rounds. Those of versions 2 and 3 are the same class, read and written by
the last Cardinal of that version (23 and 24 November 2026), the latter with a round on paper. Whoever adds a column
gives it a default in `schema.TABLES`, raises the version, and adds a file of today's.
"""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from classroom.models import Attendance, ClassSession
from classroom.transfer import checking, schema
from classroom.transfer.archive import Archive, BrokenFileError
from tests.classroom.transfer.files import out_of, read_in
from tests.classroom.transfer.test_broken_files import repacked
from tests.conftest import words

pytestmark = pytest.mark.django_db(transaction=True)

STORED = Path(__file__).with_name("stored")


def manifest_of(file: io.BytesIO) -> Any:
    with zipfile.ZipFile(file) as parts:
        return json.loads(parts.read("cardinal.json"))


def stored(version: int) -> io.BytesIO:
    return io.BytesIO((STORED / f"class_of_version_{version}.zip").read_bytes())


def test_a_class_of_the_first_version_is_read_with_defaults(ana_teacher, ana_client):
    assert manifest_of(stored(1))["version"] == 1
    (classroom,) = read_in(stored(1), ana_teacher)
    assert (classroom.typed_names, classroom.cards_in_hours) == (False, False)
    assert classroom.students.count() == 6
    assert classroom.sessions.count() == 4
    assert "Bence K." in words(ana_client.get(f"/classes/{classroom.pk}/report/?since="))


def test_a_class_of_the_second_version_has_no_rounds_on_paper(ana_teacher):
    (classroom,) = read_in(stored(2), ana_teacher)
    held = ClassSession.everything.filter(classroom=classroom)
    assert (held.count(), held.filter(on_paper=True).count()) == (4, 0)
    assert not Attendance.objects.filter(session__in=held).exclude(won=False, cards_left=None).exists()


def test_children_of_a_class_of_the_third_version_are_each_their_own(ana_teacher):
    (classroom,) = read_in(stored(3), ana_teacher)
    assert ClassSession.everything.filter(classroom=classroom, on_paper=True).count() == 1
    known = [*classroom.students.values_list("person", flat=True)]
    assert len({*known}) == len(known) == 6
    assert "" not in known


def test_each_version_has_a_stored_file(class_4b):
    """All that were, and the one of today, which is written by the test."""
    written = {int(file.stem.rpartition("_")[2]) for file in STORED.glob("*.zip")}
    assert written == set(range(1, schema.VERSION))
    assert manifest_of(out_of(class_4b))["version"] == schema.VERSION


def test_a_column_that_was_always_there_must_be(small):
    manifest = manifest_of(small)
    manifest["tables"]["student"]["columns"].remove("name")
    with pytest.raises(BrokenFileError, match="damaged"):
        checking.check(Archive(repacked(small, {"cardinal.json": json.dumps(manifest).encode()})))


@pytest.mark.parametrize("version", [0, -1, True, "1", None, 1.0])
def test_a_version_that_never_was_is_damaged(small, version):
    manifest = manifest_of(small) | {"version": version}
    with pytest.raises(BrokenFileError, match="damaged"):
        Archive(repacked(small, {"cardinal.json": json.dumps(manifest).encode()}))


@pytest.mark.parametrize("table", schema.TABLES)
def test_what_stands_for_a_later_column_is_a_value_of_it(table):
    stored_table = schema.TABLES[table]
    assert {column: stored_table.columns[column](value) for column, value in stored_table.later.items()} == (
        stored_table.later
    )
