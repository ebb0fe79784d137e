"""A real server and real browsers. The people are in `people`, how they play in `play`, the fake line in `fake_line`.

Everything lives as long as this package only: Playwright keeps an event loop running that asyncio tests cannot share.
"""

import itertools
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser.driving.people import LAPTOP, PHONE, Child, Person, Teacher
from tests.browser.driving.robots import HttpTeacher
from tests.browser.driving.server import Server, prepare, server_on_a_copy
from tests.browser.figures import FIGURES

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
P = TypeVar("P", bound=Person)
_numbers = itertools.count(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in str(item.path):
            item.add_marker(pytest.mark.browser)


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
def prepared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A data directory as a first start leaves it, made once in a test run."""
    mine = tmp_path_factory.getbasetemp()
    of_the_run = (mine if worker_id == "master" else mine.parent) / "prepared"
    prepare(of_the_run)
    return of_the_run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    """One server for the tests of a file; each test makes its own teacher and class."""
    server = server_on_a_copy(prepared, tmp_path_factory.mktemp("cardinal"))
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.log(), server.log()


class People:
    """Makes people: `people(Teacher)`, `people(Child, PHONE)`. At the end nobody has seen an error or a stranger."""

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
        teacher.context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": self.server.url} for one in made.cookies]
        )
        teacher.classroom = made.classroom
        teacher.goes(f"/classes/{made.classroom}/")
        return teacher

    def at_a_table(
        self, count: int = 2, *, choose: Callable[[Page], None] | None = None, kind: type[Child] = Child
    ) -> tuple[Teacher, list[Child]]:
        """A teacher and so many children who have come to their table, phones and laptops in turn."""
        teacher = self.with_a_class()
        code = teacher.opens_a_session(size=count, choose=choose)
        children = [self(kind, (LAPTOP, PHONE)[place % 2], has_touch=bool(place % 2)) for place in range(count)]
        for child, name in zip(children, NAMES, strict=False):
            child.joins(code, name)
        teacher.starts()
        for child in children:
            child.comes_to_the_table()
        return teacher, children

    def in_a_race(self, count: int = 2, **choices: object) -> tuple[Teacher, list[Child]]:
        """The same after GO."""
        teacher, children = self.at_a_table(count, **choices)  # type: ignore[arg-type]
        for child in children:
            child.is_ready()
        for child in children:
            child.waits_for("playing")
        return teacher, children

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
