"""Migrations are only ever added: a school's database of November 2026 is brought up to date and read.

`stored.sql.gz` was written by the migrations of 22 November 2026, with rows in every table of game and classroom: two
school years of a class, a race, a round of Nine to Nothing, homework, an open lobby. A migration that has landed is
pinned by its hash: whoever needs another column adds a file, and a line here.
"""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from classroom.audit import log
from classroom.management.commands.serve import Command
from classroom.models import AuditEntry, Classroom, ClassSession, Knock, Practice, Student, Teacher
from classroom.server.database import checks
from game.models import Attempt, Claim, Event, Round
from tests.conftest import PASSWORD, words
from tests.migrations.stored_data import in_place_of_the_tests, unpacked

pytestmark = pytest.mark.sqlite

SCRIPT = gzip.decompress(Path(__file__).with_name("stored.sql.gz").read_bytes()).decode()
PINNED = {
    "classroom/migrations/0001_initial.py": "3769d22dcb120cba4d4a2f8f33418273538f4be481c9e1e6290bb06ab99b51ef",
    "classroom/migrations/0002_homework_for_some.py": "1a6ef6c492eb48c84f8eaf97c69c87c4865ac776ff8f802823d4476cb8360770",
    "classroom/migrations/0003_removed_classes_are_kept.py": (
        "7f4eb2b1ee3fe302ccc15928e4fe66e46aee69e69a5c963664f36493de6a4933"
    ),
    "classroom/migrations/0004_characters.py": "020e6708786d61a254e3ff9a6c51cc31f56c06581a109cff0cf1c4f6f27fd929",
    "classroom/migrations/0005_name_keys.py": "81f1fc302eedb26a2f122eb816e509b80665a364388f1c78857c770e22bf0f9f",
    "classroom/migrations/0006_audit_log.py": "8c8ce99c75b7b9a992c1959cb7bb386208928d883cb32e10c8dae98f640823fc",
    "classroom/migrations/0007_classes_taken_back.py": "f303ef985af73d7e1e24c0f74fbe28cb851c06a3ff89b9ba5be02216d761f435",
    "classroom/migrations/0008_languages.py": "a9bff388b1bddc86c6edde0af6b32832d55734443fba82548d6debffbbb7c7c3",
    "classroom/migrations/0009_audit_of_second_factors.py": "c81cbc56dd212c5e01c852b5c039e1fb39e84fee5614f07d9e44f08b5e1e9347",
    "classroom/migrations/0010_session_presets.py": "86a2e7935ceca3fd85a7791bd81794d7bc859baeabd876ecebd7389f27f45cf0",
    "classroom/migrations/0011_words_for_the_family.py": "072f576fcb7df38c57cd1e3e84b76b7afcdcc76045eec42389244b39d0d5aa82",
    "classroom/migrations/0012_themes_and_the_tour.py": "a9a9ef897b636b758f69fc13f765112531a8ae038af87e8574292dc19e51ce81",
    "classroom/migrations/0013_words_of_secrets.py": "0f2f9da2a6aa1c9dcaf04f2d5711a5c3c39b4eb5f62bbb6c3b7335ec98f842c6",
    "classroom/migrations/0014_faces_on_the_board.py": "86d84b232d1fb634088f7d71c6c172ad6a102a016ebcd1d774e528a31f0e04e2",
    "classroom/migrations/0015_sign_ins.py": "10298b48e59f2834380e70314d983a6a4675d4059441d0db0940478b5aedd9f1",
    "classroom/migrations/0016_recordings_of_teachers.py": (
        "d7e1287301f7a407afefcda04227df71844d4604c91de83d9d9d04c8502f8cb1"
    ),
    "classroom/migrations/0017_merged_and_warned.py": (
        "fd41d797923cebf3c88fc11eda0c51aceb5c30702e73c706ce389a7050191cee"
    ),
    "classroom/migrations/0018_learning_platforms.py": "ac23b26e9a4bfb35f9b19418336a1b99b916e900f7ebb26ff3cbd7d4e98b70de",
    "classroom/migrations/0019_typed_names.py": "e4e74647a668f625d35681d808c29adccb19412540f3e30c06163a655de23ef0",
    "classroom/migrations/0020_cards_in_hours.py": "643d82addc4b56b5caf6ff406ffab50a1bf4166b3dae398b04d6ed0edb992e02",
    "classroom/migrations/0021_moves_in_the_audit_log.py": "584763ed95fe71fdaf7978d55f3fb7ab305ed611a30ecfc29b5e18a87a08cad8",
    "classroom/migrations/0022_chosen_by_the_child.py": "1dc1289a1a0f809579141bbb5e42ceff0ed6bab55b174ce575c655489f6b19aa",
    "classroom/migrations/0023_number_known.py": "ad0a0d3390006d75d249c980f1124e3de66eb046e9f4a669c0da07f9698fe061",
    "classroom/migrations/0024_chain_of_the_audit_log.py": (
        "5b82342fe633e59766dfa640369588b19f6b2eb4f94f76c34624d0fc44ba78c7"
    ),
    "game/migrations/0001_initial.py": "baad6f9a74fbb598b4d8229b3d5c421c43d0e24a4c54c1ee0424e73ede2451ff",
    "game/migrations/0002_languages_of_seats.py": "fa8e6816d24f01d80dd97fc66f9220f8b3441991777fdfeca7ca8e3e96ff9bff",
    "game/migrations/0003_order_of_evidence.py": "2bb918db69f6801feb8a1da9b3eb487d28b9286df6b2aafb217c969d2c3f4d8e",
    "game/migrations/0004_faces_at_seats.py": "27b5dcb7d5970f904e20b788788ceeda65b9ab652770a507e211e901b8db8b19",
    "game/migrations/0005_codes_with_places.py": "a2ddd5dce94345224bc74caa3fc1ec1e6c935f6d9b71ec185c91ecc89360d8ea",
    "game/migrations/0006_number_pictures.py": "016c436ecc6f057edfb9d9e41e047dbaa478121d12dc5abe1a9ca4b812205cce",
    "game/migrations/0007_numbers_and_signs.py": "89bd12d3dd1f6e34c85ca8c1269a3fc60feb4af24a6da39d24d5eddd8e8e4703",
    "game/migrations/0008_answers_with_pictures.py": "5f08741eeae245aee31a31efce35fff541d426db4f0f92b08cf02877f871439d",
}


@pytest.mark.parametrize("path", PINNED)
def test_a_migration_that_has_landed_is_never_changed(path):
    found = sha256((settings.BASE_DIR / path).read_bytes()).hexdigest()
    assert found == PINNED[path], "add another migration; databases that ran this one will never run it again"


@pytest.fixture
def stored(tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The stored database in place of the test's."""
    with in_place_of_the_tests(unpacked(tmp_path / "cardinal.sqlite3", SCRIPT), django_db_blocker):
        yield


@pytest.fixture(scope="module")
def migrated_once(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Path:
    """The file of the stored database, brought up to date once for all."""
    path = unpacked(tmp_path_factory.mktemp("stored") / "cardinal.sqlite3", SCRIPT)
    with in_place_of_the_tests(path, django_db_blocker):
        call_command("migrate", interactive=False, verbosity=0)
    return path


@pytest.fixture
def migrated(migrated_once: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A copy of it in place of the test's."""
    path = tmp_path / "cardinal.sqlite3"
    with closing(sqlite3.connect(migrated_once)) as once, closing(sqlite3.connect(path)) as copy:
        once.backup(copy)
    with in_place_of_the_tests(path, django_db_blocker):
        yield


@pytest.fixture
def anas_browser(migrated: None) -> Client:
    browser = Client()
    browser.force_login(Teacher.objects.get())
    return browser


def test_a_migration_of_the_stored_database_loses_no_row(stored):
    counted = (Classroom, Student, ClassSession, Round, Event, Attempt, Claim, Practice, Knock)
    with connection.cursor() as cursor:
        before = [cursor.execute(f"SELECT count(*) FROM {m._meta.db_table}").fetchone()[0] for m in counted]
    call_command("migrate", interactive=False, verbosity=0)
    assert all(before)
    assert [model._default_manager.count() for model in counted] == before
    assert checks.lacking() == []


def test_entries_of_the_audit_log_that_were_there_get_their_chain(stored):
    call_command("migrate", "classroom", "0023", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        for number in (7, 8, 12):
            cursor.execute(
                "INSERT INTO classroom_auditentry (id, at, kind, who, page, about, source) "
                f"VALUES ({number}, '2026-11-22 10:00:00', 'sign_in', 'ana@school.example', '', '{{}}', '')"
            )
    call_command("migrate", interactive=False, verbosity=0)
    entry = AuditEntry.objects.create(kind=AuditEntry.Kind.SIGN_OUT)
    assert AuditEntry.objects.exclude(before="").count() >= 3
    assert len(entry.before) == 64
    assert log.gap() is None
    with pytest.raises(DatabaseError, match="append-only"):
        AuditEntry.objects.update(who="")


def test_every_child_is_a_person_of_its_own_and_the_same_one_as_last_year(migrated):
    now = Student.objects.filter(classroom__archived_at=None)
    assert now.values("person").distinct().count() == now.count()
    for child in now.exclude(previous=None).select_related("previous"):
        assert (child.person, child.card) == (child.previous.person, child.previous.card)
    assert not Student.everybody.filter(person="").exists()


def test_its_teacher_signs_in_and_reads_every_report(anas_browser):
    classroom, child = Classroom.objects.get(name="4B"), Student.objects.get(name="Bea")
    assert anas_browser.login(username="ana@school.example", password=PASSWORD)
    pages = [(name, classroom.pk) for name in ("class", "class_sessions", "class_report", "class_facts", "class_plays")]
    pages += [("student_report", child.pk), ("student_json", child.pk), ("class_xlsx", classroom.pk)]
    pages += [("session_report", session.pk) for session in classroom.sessions.exclude(state="lobby")]
    for name, pk in pages:
        assert anas_browser.get(reverse(name, args=[pk])).status_code == 200, name
    assert "Bea" in words(anas_browser.get(f"{reverse('class_report', args=[classroom.pk])}?since="))


def test_every_round_is_told_again_from_its_log(anas_browser):
    played = Round.objects.exclude(finished_at=None).filter(table__seats__sitting__isnull=False).distinct()
    assert {one.table.game for one in played} == {"around_the_corner", "nine_to_nothing"}
    for one in played:
        session = ClassSession.objects.filter(sittings__seat__table=one.table).first()
        assert anas_browser.get(reverse("round_replay", args=[session.pk, one.pk])).status_code == 200


def test_its_open_lobby_shows_who_is_in_and_who_knocks(anas_browser):
    lobby = ClassSession.objects.get(state="lobby")
    assert "Chen" in words(anas_browser.get(reverse("session", args=[lobby.pk])))
    assert "Zoe" in words(anas_browser.get(reverse("session", args=[lobby.pk])))


def test_a_database_that_lacks_something_is_refused_in_words(migrated):
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE game_claim")
        cursor.execute("ALTER TABLE classroom_student RENAME COLUMN needs TO old_needs")
    assert checks.lacking() == ["classroom_student.needs", "game_claim"]
    with pytest.raises(CommandError, match=r"lacks classroom_student\.needs, game_claim\. It was made by"):
        Command()._check_schema()
