"""The data of every released version migrates, folds, replays and reports the same.

`released/` holds a small played class of each version, and what its logs came to there. `make keep-release` writes
both, once, when a version is released.
"""

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from classroom import __version__
from classroom.models import ClassSession, Student, Teacher
from classroom.server.database import checks
from classroom.sessions import counts
from game.models import Round, Table
from tests.migrations.stored_data import in_place_of_the_tests, unpacked

RELEASED = Path(__file__).with_name("released")
KEPT_SESSIONS = (5, 11, 12)
"""Of the demo class's lessons: a race with two steps, one with three, and a Nine to Nothing."""
VERSIONS = sorted(path.name.removesuffix(".json") for path in RELEASED.glob("*.json"))


def facts() -> dict[str, Any]:
    """Return what the database's logs come to: the counts of every round and of every lesson, by the one fold."""
    found: dict[str, Any] = {}
    for session in ClassSession.objects.order_by("pk"):
        counted = counts.of_session(session)
        rounds = {
            str(played.pk): one._asdict()
            | {
                "first": sorted(one.first),
                "by_computers": sorted(one.by_computers),
                "end": one.end and one.end._asdict(),
            }
            for played, one in counted.rounds
        }
        tries = {student: list(of_student) for student, of_student in sorted(counts.tries_of(session).items())}
        found[str(session.pk)] = {"rounds": rounds, "placed": dict(sorted(counted.placed.items())), "tries": tries}
    told: dict[str, Any] = json.loads(json.dumps(found))
    return told


def kept_facts(version: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RELEASED / f"{version}.json").read_text())
    return found


def kept_facts_now(version: str) -> dict[str, Any]:
    """Return what the logs come to now, without the numbers that the version did not count yet."""
    found = facts()
    for session, kept in kept_facts(version).items():
        rounds = found[session]["rounds"]
        found[session]["rounds"] = {
            key: {name: rounds[key][name] for name in names} for key, names in kept["rounds"].items()
        }
    return found


@pytest.mark.django_db
def keep_data_of_this_release() -> None:
    """Write the data of this version, for `make keep-release`; pytest runs this only when it is named."""
    call_command("demo")
    others = ClassSession.objects.exclude(pk__in=KEPT_SESSIONS)
    Table.objects.filter(seats__sitting__session__in=others).delete()
    others.delete()
    connection.ensure_connection()
    dumped = "\n".join(connection.connection.iterdump())
    (RELEASED / f"{__version__}.sql.xz").write_bytes(lzma.compress(dumped.encode(), preset=9))
    (RELEASED / f"{__version__}.json").write_text(json.dumps(facts(), sort_keys=True) + "\n")


@pytest.fixture(params=VERSIONS)
def version(
    request: pytest.FixtureRequest, tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """The data of a released version in place of the test's, brought up to date."""
    script = lzma.decompress((RELEASED / f"{request.param}.sql.xz").read_bytes()).decode()
    with in_place_of_the_tests(unpacked(tmp_path / "cardinal.sqlite3", script), django_db_blocker):
        call_command("migrate", interactive=False, verbosity=0)
        yield request.param


def test_this_version_has_kept_its_data():
    assert __version__ in VERSIONS, "make keep-release"


@pytest.mark.sqlite
def test_its_logs_come_to_the_same(version):
    assert checks.lacking() == []
    assert kept_facts_now(version) == kept_facts(version)


@pytest.mark.sqlite
def test_its_evidence_is_the_same_when_it_is_read_out_of_the_logs_again(version):
    call_command("reproject", verbosity=0)
    assert kept_facts_now(version) == kept_facts(version)


@pytest.mark.sqlite
def test_its_rounds_are_replayed_and_its_pages_open(version):
    browser = Client()
    browser.force_login(Teacher.objects.get())
    for session in ClassSession.objects.all():
        assert browser.get(reverse("session_report", args=[session.pk])).status_code == 200
        for played in Round.objects.filter(table__seats__sitting__session=session).distinct():
            assert browser.get(reverse("round_replay", args=[session.pk, played.pk])).status_code == 200
    for student in Student.objects.all()[:3]:
        assert browser.get(reverse("student_report", args=[student.pk])).status_code == 200
