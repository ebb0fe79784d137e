"""A real server and real browsers. The people are in `people`, how they play in `play`, the fake server in
`fake_server`.

Everything lives as long as this package only: Playwright keeps an event loop running that asyncio tests cannot share.
"""

import itertools
import os
import shutil
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, ViewportSize, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser.driving.people import LAPTOP, PHONE, Child, Person, Teacher
from tests.browser.driving.server import Server
from tests.browser.figures import FIGURES
from tests.browser.over_http.people import RACE, HttpTeacher, Settings
from tests.browser.prepared import copied, prepared, prepared_school

__all__ = ["prepared", "prepared_school"]

CHROMIUM = (
    os.environ.get("BROWSER_PATH")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
    or "/usr/bin/chromium"
)
"""The same browser without its windows where it is installed: a page costs 0.3 instead of 0.65 s of processor."""
PLAYWRIGHT_DOES_WITHOUT = (
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,TcpPortRandomizationWin,ThirdPartyStoragePartitioning"
)
"""Named here because a second list replaces the first."""
ADDRESS_BAR = "WebUIOmniboxPopup,WebUIOmniboxAimPopup"
"""What it suggests is a page of its own, made for every page of ours: half a second of processor each, and unseen."""
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
QUIET += [f"--disable-features={PLAYWRIGHT_DOES_WITHOUT},{ADDRESS_BAR}"]
FAKE_MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
"""It beeps once a second, and is allowed without a question."""
NAMES = ["Amir", "Bea", "Chen", "Dana"]
TWO = ((Child, LAPTOP), (Child, PHONE))
P = TypeVar("P", bound=Person)
C = TypeVar("C", bound=Child)
Device = tuple[type[C], ViewportSize]
"""What a child has before it."""
TOUCHED = 400
"""CSS px: what is narrower is a phone."""
_numbers = itertools.count(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in str(item.path):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What another process of the same run has measured is printed at the end, too."""
    FIGURES.extend(getattr(node, "workeroutput", {}).get("figures", []))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["figures"] = FIGURES


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if FIGURES:
        terminalreporter.section("figures")
        terminalreporter.write("\n".join(FIGURES) + "\n")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With a test that fails goes what everybody's screen showed."""
    report = yield
    if report.when != "teardown" and report.failed:
        casts = [cast for name in ("people", "same_people") if isinstance(cast := item.funcargs.get(name), People)]
        screens = [_screen_of(person) for cast in casts for person in cast.met]
        report.sections.append(("everybody's screen", "\n\n".join(screens)))
    return report


def _screen_of(person: Person) -> str:
    try:
        return person.screen()
    except PlaywrightError as gone:
        return f"{type(person).__name__}: {gone}"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *FAKE_MICROPHONE])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    """One server for all files that a process is given: each test makes its own teacher and class. A file that kills
    it, or needs an empty one or the demo class, has a server of its own (`alone`)."""
    with alone(copied(prepared, tmp_path_factory.mktemp("cardinal"))) as server:
        yield server


@contextmanager
def alone(data: Path, kind: type[Server] = Server) -> Iterator[Server]:
    server = kind(data)
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.log(), server.log()


@pytest.fixture(scope="module")
def server(running: Server) -> Iterator[Server]:
    """The server of the tests of a file; while they ran it has met nothing unforeseen."""
    before = len(running.log())
    yield running
    assert "Traceback" not in (said := running.log()[before:]), said


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory, prepared_school: Path) -> Iterator[Server]:
    """A server for the tests of a file alone, with the demo class."""
    with alone(copied(prepared_school, tmp_path_factory.mktemp("school"))) as server:
        yield server


class People:
    """Makes people: `people(Teacher)`, `people(Child, PHONE)`. At the end no browser has met an error or asked
    another host."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.met: list[Person] = []

    def __call__(self, kind: type[P], viewport: ViewportSize = LAPTOP, **options: object) -> P:
        person = kind(self.browser, self.server, viewport, **options)
        self.met.append(person)
        return person

    def with_a_class(self, names: list[str] | None = None) -> Teacher:
        """A teacher who has signed up and made a class. How that looks is for the tests of the lesson, the keyboard and
        the lists: here it would only cost a second each time."""
        made = HttpTeacher(self.server.url, f"teacher{next(_numbers)}@school.example", names or NAMES)
        teacher = self(Teacher)
        teacher.takes_the_place_of(made)
        teacher.by_http, teacher.classroom = made, made.classroom
        return teacher

    def come_in(self, code: str, *who: Device[C]) -> list[C]:
        """So many children who wait, Amir first; none of them has opened a page."""
        children = [self(kind, viewport, has_touch=viewport["width"] < TOUCHED) for kind, viewport in who]
        for child, name in zip(children, NAMES, strict=False):
            child.comes_in(code, name)
        return children

    def at_a_table(
        self, *who: Device[C], settings: Settings = RACE, teacher: Teacher | None = None
    ) -> tuple[Teacher, list[C]]:
        """A teacher, and children whose pages show their table; they play together as far as there is room."""
        teacher = teacher or self.with_a_class()
        code = teacher.lets_in(Settings(settings.way, {"table_size": str(max(2, len(who))), **settings.chosen}))
        children = self.come_in(code, *who)
        teacher.by_http.starts()
        for child in children:
            child.goes("/waiting/")
        self.go_to_their_tables(children)
        return teacher, children

    def in_a_race(self, *who: Device[C], **choices: Any) -> tuple[Teacher, list[C]]:
        """The same after GO."""
        teacher, children = self.at_a_table(*who, **choices)
        self.hear_go(children)
        return teacher, children

    def go_to_their_tables(self, children: Sequence[Child]) -> None:
        for child in children:
            child.comes_to_the_table()

    def hear_go(self, children: Sequence[Child]) -> None:
        """All say that they are ready, and wait until play begins."""
        for child in children:
            child.is_ready()
        for child in children:
            child.waits_for("playing")

    def forgive(self, said: str) -> None:
        """What all browsers may complain of, because the test is about just that."""
        for person in self.met:
            person.forgives(said)

    def say_goodbye(self) -> None:
        for person in self.met:
            person.leaves()
        assert [person.strangers for person in self.met if person.strangers] == []
        assert [person.complaints for person in self.met if person.complaints] == []


@pytest.fixture(scope="module")
def same_people(browser: Browser, server: Server) -> Iterator[People]:
    """People who stay for all tests of a file."""
    people = People(browser, server)
    yield people
    people.say_goodbye()


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    people = People(browser, server)
    yield people
    people.say_goodbye()


@pytest.fixture(scope="module")
def child(same_people: People) -> Child:
    """Somebody at a table that waits; each test opens its page with a fake server."""
    _, (child, _) = same_people.at_a_table(*TWO)
    return child
