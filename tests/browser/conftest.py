"""A real server, real browsers, and the people who use them.

The server is `make run`'s own command on a fresh data directory, so these tests see what a school sees; it can be
killed and started again. Nothing here reaches into it: a teacher and children tap, type and look.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("BROWSER_PATH") or shutil.which("chromium") or "/usr/bin/chromium"
LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 360, "height": 640}
PASSWORD = "seven ate nine"
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
FINGER_MS = 160
"""A finger needs this long between two taps; the table takes anything faster on one spot for a bounce (ui.md 3.12)."""
expect.set_options(timeout=10_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in str(item.path):
            item.add_marker(pytest.mark.browser)


class Server:
    """Cardinal as `make run` serves it."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data, self.url = data, f"http://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port), "--host", "127.0.0.1"]
        log = (self.data / "server.log").open("ab")
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment(), stdout=log, stderr=log)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise TimeoutError((self.data / "server.log").read_text())

    def environment(self) -> dict[str, str]:
        return {**os.environ, "CARDINAL_DATA": str(self.data), "DJANGO_SETTINGS_MODULE": "classroom.settings"}

    def kill(self) -> None:
        """As if somebody had pulled the plug."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        assert self.process
        self.process.terminate()
        self.process.wait(20)

    def log(self) -> str:
        return (self.data / "server.log").read_text()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a file; each test makes its own teacher and class."""
    server = Server(tmp_path_factory.mktemp("cardinal"))
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.log(), server.log()


class Person:
    """Somebody with a browser of their own. `strangers` are requests that left for another host: there are none."""

    def __init__(self, browser: Browser, server: Server, viewport: dict[str, int], **options: object) -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(base_url=server.url, viewport=viewport, **options)  # type: ignore[arg-type]
        self.page: Page = self.context.new_page()
        self.strangers: list[str] = []
        self.complaints: list[str] = []
        self.context.on("request", lambda request: self._watch(request.url))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _watch(self, url: str) -> None:
        if not url.startswith((self.server.url, self.server.url.replace("http", "ws"), "data:", "blob:")):
            self.strangers.append(url)

    def goes(self, path: str) -> None:
        self.page.goto(path)

    def presses(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        self.page.get_by_role("button", name=name, exact=exact).first.click()

    def follows(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("link", name=name).first.click()

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("body")).to_contain_text(text)

    def leaves(self) -> None:
        self.context.close()


class Teacher(Person):
    def signs_up(self, email: str, name: str = "Ms Okoro") -> None:
        self.goes("/accounts/sign-up/")
        self.page.get_by_label("E-mail").fill(email)
        self.page.get_by_label("Name to show to students").fill(name)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.presses("Create account")
        self.page.wait_for_url("**/classes/")

    def makes_a_class(self, name: str, names: list[str]) -> None:
        self.goes("/classes/new/")
        self.page.get_by_label("Name of the class").fill(name)
        self.presses("Make the class")
        self.page.wait_for_url(re.compile(r"/classes/\d+/"))
        self.classroom = int(re.search(r"/classes/(\d+)/", self.page.url)[1])  # type: ignore[index]
        self.goes(f"/classes/{self.classroom}/students/add/")
        self.page.locator("textarea").fill("\n".join(names))
        self.presses(re.compile("Check"))
        self.presses(re.compile("^Add"))
        self.page.wait_for_url(f"**/classes/{self.classroom}/")

    def opens_a_session(self, *, size: int = 4, choose: Callable[[Page], None] | None = None) -> str:
        """Open a lobby; return the join code."""
        self.goes(f"/classes/{self.classroom}/sessions/new/")
        self.page.locator(f'input[name="table_size"][value="{size}"]').check()
        if choose:
            choose(self.page)
        self.presses("Open the lobby")
        self.page.wait_for_url(re.compile(r"/sessions/\d+/"))
        self.session = int(re.search(r"/sessions/(\d+)/", self.page.url)[1])  # type: ignore[index]
        return self.page.locator(".code").inner_text().replace(" ", "")

    def starts(self) -> None:
        self.presses(re.compile("^Start"))
        self.page.wait_for_url("**/monitor/")


class Child(Person):
    """A student at a device. The hand is read from the screen, as a child would."""

    def joins(self, code: str, name: str) -> None:
        self.goes("/join/")
        self.page.get_by_label("Type the code on the board").fill(code)
        self.presses("Go", exact=True)
        self.page.get_by_role("button", name=name).click()
        self.page.wait_for_url("**/waiting/")

    def comes_to_the_table(self) -> None:
        self.page.wait_for_url("**/table/*/")
        expect(self.page.locator("#board")).to_be_visible()

    def is_ready(self) -> None:
        self.page.locator("[data-act=ready]").click()

    def waits_for_go(self) -> None:
        expect(self.page.locator("#over")).to_have_attribute("data-phase", "playing", timeout=15_000)

    def draws(self) -> None:
        before = self.cards().count()
        self.page.wait_for_timeout(FINGER_MS)
        self.page.locator("#drawbox").click()
        expect(self.cards()).to_have_count(before + 1)

    def cards(self) -> Locator:
        return self.page.locator("#hand button.card")

    def hand(self) -> dict[str, int]:
        """The cards on screen: wire id to number."""
        read = "cards => Object.fromEntries(cards.map(card => [card.id, Number(card.dataset.n)]))"
        return dict(self.cards().evaluate_all(read))

    def answers(self) -> set[int]:
        """The two numbers that the top card asks for, with the corner."""
        number, step = self.page.locator("#top").evaluate(
            "top => [top.querySelector('.n').textContent, top.querySelector('.k').textContent.match(/[123]/)[0]]"
        )
        number, step = int(number), int(step)
        return {(number + step - 1) % 10 + 1, (number - step - 1) % 10 + 1}

    def fitting(self) -> list[str]:
        answers = self.answers()
        return [card for card, number in self.hand().items() if number in answers]

    def misfits(self) -> list[str]:
        answers = self.answers()
        return [card for card, number in self.hand().items() if number not in answers]

    def taps(self, card: str) -> None:
        self.page.wait_for_timeout(FINGER_MS)
        self.page.locator(f"#{card}").click()

    def seq(self) -> int:
        return int(self.page.locator("#top").get_attribute("data-seq") or 0)

    def plays(self, card: str) -> None:
        """Tap a card and see it come on top; nobody else is playing."""
        seq = self.seq()
        self.taps(card)
        expect(self.page.locator("#top")).to_have_attribute("data-seq", str(seq + 1))

    def can_draw(self) -> bool:
        return self.page.locator("#drawbox").get_attribute("aria-disabled") is None


def somebody_plays(*children: Child) -> Child:
    """One of them plays a card that fits, all drawing in turn until somebody has one; return who played."""
    while True:
        for child in children:
            if fitting := child.fitting():
                child.plays(fitting[0])
                return child
        for child in children:
            if child.can_draw():
                child.draws()


AXE = Path(__file__).parent / "axe" / "axe.min.js"


def axe_violations(page: Page) -> list[str]:
    """Run axe on the page as it is now; return one line per violation."""
    page.evaluate(AXE.read_text())
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = page.evaluate("tags => axe.run({runOnly: tags})", tags)
    return [
        f"{page.url}: {rule['id']}: {json.dumps([node['target'] for node in rule['nodes']])}"
        for rule in found["violations"]
    ]


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Make people: `people(Teacher)`, `people(Child, PHONE)`. At the end nobody has seen an error or a stranger."""
    met: list[Person] = []

    def meet(kind: type[Person], viewport: dict[str, int] = LAPTOP, **options: object) -> Person:
        met.append(kind(browser, server, viewport, **options))
        return met[-1]

    yield meet
    for person in met:
        person.leaves()
    assert [person.strangers for person in met if person.strangers] == []
    assert [person.complaints for person in met if person.complaints] == []
