"""The people who use Cardinal in these tests. They tap, type and look; nothing here reaches into the server."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.browser.driving.server import Server
from tests.browser.driving.set_up import sets
from tests.browser.over_http.people import PASSWORD, RACE, HttpChild, HttpPerson, HttpTeacher, Settings, number_in

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 360, "height": 640}
FINGER_MS = 160
"""A finger needs this long between two taps; anything faster on one spot is a bounce for the table (screens 3.12)."""
LOOK_MS = 300
EXPECTED_MS, DONE_MS = 20_000, 40_000
"""What a page shows is there within the first, what a person does (a click, a way to a page) within the second."""
expect.set_options(timeout=EXPECTED_MS)

CUT_OFF = "htmx:(afterRequest|sendError)|WebSocket connection|net::ERR_"
"""What a browser itself says in its console of a line that was cut."""


class Person:
    """Somebody with a browser of their own. `strangers` are requests that left for another host: there are none."""

    def __init__(self, browser: Browser, server: Server, viewport: ViewportSize = LAPTOP, **options: Any) -> None:
        self.browser, self.server = browser, server
        self.context: BrowserContext = browser.new_context(base_url=server.url, viewport=viewport, **options)
        self.context.set_default_timeout(DONE_MS)
        self.strangers: list[str] = []
        self.complaints: list[str] = []
        self.forgiven = "$^"
        self.context.on("request", lambda request: self._watch(request.url))
        self.page = self.opens_a_page()

    def opens_a_page(self) -> Page:
        """Open another page in this browser, like a second tab."""
        page = self.context.new_page()
        page.on(
            "console", lambda said: self._hear(f"{said.text} {said.location['url']}") if said.type == "error" else None
        )
        page.on("pageerror", lambda error: self._hear(str(error)))
        return page

    def _watch(self, url: str) -> None:
        if not url.startswith((self.server.url, self.server.url.replace("http", "ws"), "data:", "blob:")):
            self.strangers.append(url)

    def _hear(self, said: str) -> None:
        if not re.search(self.forgiven, said):
            self.complaints.append(said)

    def forgives(self, said: str) -> None:
        """What the browser may complain of from now on, because the test is about just that."""
        self.forgiven = said

    def goes(self, path: str) -> None:
        self.page.goto(path)

    def uses(self, thing: Locator) -> None:
        """Press something in this person's own way."""
        thing.click()

    def presses(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        self.uses(self.page.get_by_role("button", name=name, exact=exact).first)

    def follows(self, name: str | re.Pattern[str]) -> None:
        self.uses(self.page.get_by_role("link", name=name).first)

    def arrives_at(self, url: str) -> None:
        """Wait for the page whose address matches this pattern, also where two ways lead there at once: a push and a
        press. `wait_for_url` fails when one of them overtakes the other."""
        expect(self.page).to_have_url(re.compile(url), timeout=DONE_MS)
        self.page.wait_for_load_state()

    def takes_the_place_of(self, signed_in: HttpPerson) -> None:
        """From now on this browser is that of somebody who has come in without one."""
        cookies = [{"name": each.name, "value": each.value or "", "url": self.server.url} for each in signed_in.cookies]
        self.context.add_cookies(cookies)  # type: ignore[arg-type]

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("main")).to_contain_text(text)

    def screen(self) -> str:
        """What stands on the screen, for somebody who reads why a test failed."""
        return f"{self.page.url}\n{self.page.locator('body').inner_text()}"

    def leaves(self) -> None:
        self.context.close()


class Teacher(Person):
    by_http: HttpTeacher
    """The same teacher without pages, where `People.with_a_class` has made one."""

    def signs_up(self, email: str, name: str = "Ms Okoro") -> None:
        self.goes("/accounts/sign-up/")
        self.page.get_by_label("E-mail").fill(email)
        self.page.get_by_label("Name to show to students").fill(name)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.presses("Create account")
        self.page.wait_for_url("**/classes/")

    def signs_in(self, email: str, password: str = PASSWORD) -> None:
        self.goes("/accounts/sign-in/")
        self.page.get_by_label("E-mail").fill(email)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.presses("Sign in", exact=True)
        self.page.wait_for_url("**/classes/")

    def makes_a_class(self, name: str, names: list[str]) -> None:
        self.goes("/classes/new/")
        self.page.get_by_label("Name of the class").fill(name)
        self.presses("Make the class")
        self.page.wait_for_url(re.compile(r"/classes/\d+/"))
        self.classroom = number_in(self.page.url)
        self.page.locator("textarea").fill("\n".join(names))
        self.presses("Check names")
        self.presses(re.compile(r"^Add \d"))
        expect(self.page.get_by_role("rowheader")).to_have_count(len(names))

    def opens_a_session(self, *, size: int = 4, choose: Callable[[Page], None] | None = None) -> str:
        """Open a lobby; return the join code."""
        self.goes(f"/classes/{self.classroom}/sessions/new/?game=around_the_corner")
        sets(self.page, "table_size", str(size))
        if choose:
            choose(self.page)
        self.presses("Open the lobby")
        self.page.wait_for_url(re.compile(r"/sessions/\d+/"))
        self.session = number_in(self.page.url)
        self.code = self.page.locator(".code").inner_text().replace(" ", "")
        return self.code

    def starts(self) -> None:
        self.presses(re.compile("^Start"))
        self.arrives_at("/monitor/$")

    def lets_in(self, settings: Settings = RACE) -> str:
        """Open a lobby without looking at a page of it; return the join code."""
        self.code = self.by_http.opens_a_session(settings)
        self.session = self.by_http.session
        return self.code

    def looks_at(self, page: str = "") -> None:
        """Open a page of the session: the lobby, "monitor/", "screen/"."""
        self.goes(f"/sessions/{self.session}/{page}")

    def ends(self) -> None:
        self.goes(f"/sessions/{self.session}/end/")
        self.presses("End session", exact=True)
        self.page.wait_for_url(f"**/sessions/{self.session}/")


_PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


class Child(Person):
    """A student at a device. The hand is read from the screen, as a child would; `highest` is the number before 1."""

    highest = 10

    def joins(self, code: str, name: str) -> None:
        self.name = name
        self.goes("/join/")
        self.page.get_by_label("Type the code on the board").fill(code)
        self.presses("Go", exact=True)
        self.taps_name(name)
        self.page.wait_for_url("**/waiting/")

    def comes_in(self, code: str, name: str, language: str = "") -> None:
        """The same without looking at the pages on the way: what they look like is for the tests of signing in."""
        self.name = name
        self.takes_the_place_of(HttpChild(self.server.url, code, name, language))

    def taps_name(self, name: str) -> None:
        self.page.get_by_role("button", name=name).click()

    def comes_to_the_table(self) -> None:
        self.arrives_at("/table/[^/]+/")
        expect(self.board).to_be_visible()

    def presses(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        """Press a button, also one that has just come to where the finger was."""
        self.page.wait_for_timeout(FINGER_MS)
        super().presses(name, exact=exact)

    def looks(self) -> None:
        """Take in a board or a hand that has just come: for that long the table takes no card (screens 3.2, 3.12)."""
        self.page.wait_for_timeout(LOOK_MS)

    def has_a_line(self) -> None:
        """Wait for the light in the bar, which is hidden till the page's script has a line: before it most of what is
        pressed is not sent, nor later, and links lead away instead of opening a sheet."""
        expect(self.page.locator("#net:not([hidden])")).not_to_have_attribute("data-net", "off")

    def is_ready(self) -> None:
        self.has_a_line()
        self.uses(self.page.locator("#ready"))

    def waits_for(self, phase: str) -> None:
        expect(self.page.locator("#over")).to_have_attribute("data-phase", phase)

    def draws(self) -> None:
        self.has_a_line()
        before = self.cards.count()
        self.page.wait_for_timeout(FINGER_MS)
        self.uses(self.page.locator("#drawbox"))
        expect(self.cards).to_have_count(before + 1)

    @property
    def board(self) -> Locator:
        return self.page.locator("#board")

    @property
    def cards(self) -> Locator:
        return self.page.locator("#hand button.card")

    def screen(self) -> str:
        """The same with what only the program knows: the phase, and the hand in order."""
        at_table = f"{self.phase}, hand {list(self.hand().values())}" if self.board.count() else "not at a table"
        return f"{getattr(self, 'name', '?')}: {at_table}\n{super().screen()}"

    @property
    def phase(self) -> str:
        return self.page.locator("#over").get_attribute("data-phase") or ""

    def hand(self) -> dict[str, int]:
        """The cards on screen: wire id to number."""
        read = "cards => Object.fromEntries(cards.map(card => [card.id, Number(card.dataset.n)]))"
        return dict(self.cards.evaluate_all(read))

    def answers(self) -> set[int]:
        """The two numbers that the top card asks for, round the corner after `highest`."""
        number, step = self.page.locator("#top").evaluate(
            "top => [top.querySelector('.n').textContent, top.querySelector('.k').textContent.match(/[123]/)[0]]"
        )
        number, step = int(number), int(step)
        return {(number + step - 1) % self.highest + 1, (number - step - 1) % self.highest + 1}

    def fitting(self) -> list[str]:
        answers = self.answers()
        return [card for card, number in self.hand().items() if number in answers]

    def misfits(self) -> list[str]:
        answers = self.answers()
        return [card for card, number in self.hand().items() if number not in answers]

    def sees_what_is_painted(self) -> None:
        """A press means the top card that the eye could see, painted two frames after it came (screens 3.10)."""
        self.page.wait_for_function(_PAINTED)

    def taps(self, card: str) -> None:
        self.sees_what_is_painted()
        self.looks()
        self.uses(self.page.locator(f"#{card}"))

    def goes_along_to(self, card: str) -> None:
        """With the focus in the hand: press the arrow until it is on this card."""
        for _ in range(self.cards.count()):
            if self.page.evaluate("() => document.activeElement.id") == card:
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrow never comes to {card}")

    def seq(self) -> int:
        return int(self.page.locator("#top").get_attribute("data-seq") or 0)

    def sees_top(self, seq: int) -> None:
        expect(self.page.locator("#top")).to_have_attribute("data-seq", str(seq))

    def plays(self, card: str) -> None:
        """Tap a card and see it come on top; nobody else is playing."""
        self.has_a_line()
        seq = self.seq()
        self.taps(card)
        self.sees_top(seq + 1)

    def can_draw(self) -> bool:
        return self.page.locator("#drawbox").get_attribute("aria-disabled") is None

    def is_told(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#says")).to_contain_text(words)

    def table_number(self) -> int:
        found = re.search(r"\d+", self.page.locator("h1").inner_text())
        assert found
        return int(found[0])

    def banner(self) -> Locator:
        return self.page.locator("[data-banner]")
