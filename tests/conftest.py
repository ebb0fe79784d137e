"""The cast: two teachers, a class each, and the browsers of whoever is signed in.

Ana teaches 4B (Amir, Bea, Chen, Dana), Ben teaches 5C (Eli, Fay). A client is a browser: `ana_client` is Ana's,
`bea_client` that of a student who has joined Ana's lesson, `client` (pytest-django's) that of nobody.
"""

import fcntl
import gc
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
import time_machine
from django.conf import settings
from django.contrib import auth
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models.signals import post_migrate
from django.test import Client
from django.utils import translation
from pytest_django import DjangoDbBlocker

from classroom import sign_ins
from classroom.joining.device import DEVICE
from classroom.models import Attendance, BrowserSession, Classroom, ClassSession, Student, Teacher, Teaching
from classroom.server.http import static_files as statics
from classroom.server.http.pages import read_addresses
from classroom.sessions import lifecycle
from game import clock
from game.log import journal
from game.models import Table
from tests import chance, kept
from tests.at_once.lock_order import locked_wrongly, locks_in_one_order  # noqa: F401 -- fixtures of all tests
from tests.classroom.demo.short import shorten_demo
from tests.game.projecting import project_no_more
from tests.postgresql import HANG_UP_ON_OTHERS, MEMORY

PASSWORD = "seven ate nine"
AHEAD = clock._AHEAD

# As seldom as the server: to look for circles time and again while tests are collected takes an eighth of that.
gc.set_threshold(50_000, 20, 50)

# The first hasher hashes: argon2 is dear on purpose, and every test makes two teachers.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]

# Every test's first request makes the middleware anew: it must not look at every static file each time.
settings.WHITENOISE_AUTOREFRESH = True

# The template of the third game is there for the whole run: where a test brings a folder along, all templates of all
# pages are compiled anew, which takes longer than most tests.
cast(list[Path], settings.TEMPLATES[0]["DIRS"]).append(Path(__file__).parent / "third_game/templates")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--at", help="the moment at which the clocks of the run start, e.g. 2028-02-29T23:50")
    parser.addoption("--chance", default=chance.USUAL, help="draw other numbers than usual, e.g. 1")


def pytest_configure(config: pytest.Config) -> None:
    number = config.getoption("--chance")
    chance.hold_hypothesis(number)
    config.pluginmanager.register(chance.Chance(number))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Run at another hour than now (--at), from before any test is read; clocks go on from there. The process that only
    hands tests out to others stays where it is."""
    moment = session.config.getoption("--at")
    if moment and session.config.getoption("dist", "no") == "no":
        time_machine.travel(datetime.fromisoformat(moment).replace(tzinfo=UTC), tick=True).start()
        global AHEAD
        AHEAD = clock._AHEAD = time.time_ns() - clock.steady_ns()  # as if the process had started then


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what is about the other database; begin with what is long, or one processor waits for it at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[connection.vendor]
    for item in items:
        if item.get_closest_marker(other):
            item.add_marker(pytest.mark.skip(reason=f"about {other}"))


def pytest_collection_finish() -> None:
    """What is loaded and collected by now stays; look for circles in the rest alone."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """Keep SQLite's file in memory, in a folder of this process alone: no commit of a test waits for the disk."""
    if connection.vendor != "sqlite":
        yield
        return
    with tempfile.TemporaryDirectory(prefix="cardinal-tests-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        file = connection.settings_dict["TEST"]["NAME"] = Path(folder) / "test.sqlite3"
        with suppress(FileNotFoundError):  # none is kept, or it has just made room for others
            shutil.copyfile(kept.migrated(), file)
        yield


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """SQLite's file may have its tables already; it goes with its folder."""
    return connection.vendor == "sqlite" or bool(request.config.getvalue("reuse_db"))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """All migrations of an empty database take a second and a half of processor: the next run begins with their end.
    Where no test wants a database there is none but somebody's own."""
    is_ours = connection.settings_dict["NAME"] == connection.settings_dict["TEST"]["NAME"]
    if connection.vendor == "sqlite" and is_ours and not kept.migrated().is_file():
        with django_db_blocker.unblock():
            kept.keep_database()


@pytest.fixture(scope="session", autouse=True)
def all_let_go(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """PostgreSQL removes no test database that somebody still has open: the journal, and the threads of pages."""
    yield
    journal._database.close()
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(HANG_UP_ON_OTHERS)


@pytest.fixture(scope="session", autouse=True)
def data_folder_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What tests forget or save stands in a list and in files of their own, not among somebody's real data."""
    settings.DATA = tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session", autouse=True)
def static_files() -> None:
    """Collect the static files, as `make run` does: a page that names a missing one fails. Of several processes that
    share a test run the first one does it."""
    with (kept.beside_static_files() / "static.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        statics.collect()


@pytest.fixture(scope="session", autouse=True)
def addresses_are_read() -> None:
    """As before a server's first request: with them come the listeners to sign-ins."""
    read_addresses()


@pytest.fixture(scope="session", autouse=True)
def bare_flush(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """A flush after a test with real transactions leaves tables empty: nobody here asks for Django's permissions."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    with django_db_blocker.unblock():
        if ContentType._meta.db_table in connection.introspection.table_names():  # where no test wants a database: none
            kept.keep_content_types()


@pytest.fixture(autouse=True)
def in_english() -> None:
    """The page of the test before may have been in another language; nothing but a request sets it back."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Let no projection go on after a test: its rows are gone then. Set back a clock that a log has set ahead."""
    project_no_more()
    clock._AHEAD = AHEAD


@pytest.fixture
def ana_teacher(db: None) -> Teacher:
    return Teacher.objects.create_user("ana@school.example", PASSWORD, name="Ms Ana")


@pytest.fixture
def ben_teacher(db: None) -> Teacher:
    return Teacher.objects.create_user("ben@school.example", PASSWORD, name="Mr Ben")


@pytest.fixture
def class_4b(ana_teacher: Teacher) -> Classroom:
    return make_class(ana_teacher, "4B", ["Amir", "Bea", "Chen", "Dana"])


@pytest.fixture
def class_5c(ben_teacher: Teacher) -> Classroom:
    return make_class(ben_teacher, "5C", ["Eli", "Fay"])


@pytest.fixture
def bea(class_4b: Classroom) -> Student:
    return class_4b.students.get(name="Bea")


@pytest.fixture
def lesson(class_4b: Classroom) -> ClassSession:
    """A class session of 4B that has started: Amir and Bea sit at its one table."""
    return make_lesson(class_4b, ["Amir", "Bea"])


@pytest.fixture
def their_table(lesson: ClassSession) -> Table:
    return Table.objects.get(seats__name="Bea")


@pytest.fixture
def ana_client(ana_teacher: Teacher) -> Client:
    return signed_in(ana_teacher)


@pytest.fixture
def ben_client(ben_teacher: Teacher) -> Client:
    return signed_in(ben_teacher)


@pytest.fixture
def bea_client(lesson: ClassSession, bea: Student) -> Client:
    return seated(Attendance.objects.get(session=lesson, student=bea))


@pytest.fixture
def short_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo class as two days of the fewest that a challenge needs, with short lessons, for tests that are not about
    what it shows."""
    shorten_demo(monkeypatch)


@contextmanager
def written_once(blocker: DjangoDbBlocker) -> Iterator[None]:
    """A transaction round those of the tests, for a fixture of a class or a module whose rows are dear to make.

    What is written in it is there for all its tests, each of which is rolled back by itself, and gone after the last.
    A test with real transactions (`transaction=True`) cannot stand inside: there such a fixture returns values alone.
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


def make_class(teacher: Teacher, name: str, students: Sequence[str]) -> Classroom:
    classroom = Classroom.objects.create(name=name)
    Teaching.objects.create(classroom=classroom, teacher=teacher)
    Student.objects.bulk_create(Student(classroom=classroom, name=student) for student in students)
    return classroom


def make_lesson(classroom: Classroom, here: Sequence[str]) -> ClassSession:
    """A class session that has started, for tables of two of these students."""
    session = lifecycle.open_session(classroom=classroom, game="around_the_corner", options={}, table_size=2)
    for name in here:
        lifecycle.arrive(session=session, student=classroom.students.get(name=name))
    lifecycle.start(session=session)
    return session


def signed_in(teacher: Teacher) -> Client:
    """A browser in which this teacher has just signed in, by its session and the list of browsers.

    Written straight into the database: a test of the sign-in itself, or of what the audit log says of it, signs in.
    """
    backend, known_by = settings.AUTHENTICATION_BACKENDS[0], teacher.get_session_auth_hash()
    signed = {auth.SESSION_KEY: str(teacher.pk), auth.BACKEND_SESSION_KEY: backend, auth.HASH_SESSION_KEY: known_by}
    client = browser_with({**signed, sign_ins.SIGNED_IN: time.time()})
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    BrowserSession.objects.create(session_key=key, teacher=teacher)
    sign_ins._remember(key)
    return client


def seated(attendance: Attendance) -> Client:
    """A browser that stands for this student in this class session."""
    return browser_with({DEVICE: attendance.device})


def browser_with(kept: Mapping[str, Any]) -> Client:
    """A browser whose session holds this."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session.update(kept)
    session.save()
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


def words(answer: Any) -> str:
    """What a page says, without its tags: a token or an address never passes for a word."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())
