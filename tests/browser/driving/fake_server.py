"""A table's real page with a server that the test speaks for: real HTML from `screens`, a fake socket
(fake_socket.js)."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from game.around_the_corner import screens
from game.rules import Event
from game.rules import around_the_corner as rules
from game.screens.table_view import TableView
from tests.browser.driving.people import Child
from tests.game.around_the_corner.positions import dealt, seen

FAKE = (Path(__file__).parent / "fake_socket.js").read_text()
MANY = 36
"""The most cards a hand can hold."""


class Table:
    """The page of a child whose place at a real table is known, in a context of its own, with a fake server."""

    def __init__(self, child: Child, viewport: ViewportSize, in_browser: Browser | None = None, **options: Any) -> None:
        cookies: Any = child.context.storage_state()
        self.person = Child(in_browser or child.browser, child.server, viewport, storage_state=cookies, **options)
        self.page: Page = self.person.page
        self.page.add_init_script(FAKE)
        self.page.goto(child.page.url)
        expect(self.page.locator("#board")).to_be_attached()
        self.page.wait_for_function("() => window.server.opened")

    def pushes(self, html: str) -> None:
        self.page.evaluate("html => window.server.push(html)", html)

    def shows(self, view: TableView) -> None:
        """Show this board, as the server's greeting would."""
        self.pushes(screens.board(view))
        self.person.looks()

    def pushes_ten_times_a_second(self, *texts: str) -> None:
        self.page.evaluate("texts => window.server.every(100, texts)", list(texts))

    def rests(self) -> None:
        self.page.evaluate("() => window.server.rest()")

    def closes(self, code: int) -> None:
        self.page.evaluate("code => window.server.close(code)", code)

    def sent(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in self.page.evaluate("() => window.server.sent") if frame["t"] == kind]

    def leaves(self) -> None:
        self.person.leaves()
        assert (self.person.complaints, self.person.strangers) == ([], [])


def playing(cards: int = MANY, seats: int = 2, **changes: Any) -> TableView:
    """What seat 0 sees with so many cards in its hand."""
    return seen(dealt(seats=seats, draw=cards), 0, **{"n": 1000, "code": "BCDFGHJK", **changes})


def waiting(**changes: Any) -> TableView:
    return seen(rules.deal({}, 3, seed=7), 0, **{"n": 1000, "phase": "waiting", "ready": frozenset({1}), **changes})


def counting_down(go_at: int) -> TableView:
    return seen(rules.deal({}, 3, seed=7), 0, n=1001, phase="countdown", go_at=go_at)


def at_a_standstill(go_at: int) -> TableView:
    """Hands lie face down."""
    position = rules.apply(dealt(seats=2, draw=MANY), Event("standstill", at=20))
    return seen(position, 0, n=1002, phase="standstill", go_at=go_at)


def over() -> TableView:
    position = rules.apply(dealt(seats=3, draw=12), Event("stopped", at=20))
    return seen(position, 0, n=1003, phase="over")


def next_top(view: TableView, seat: int = 1) -> str:
    """The fragments of somebody's play, with holes for the counts: SEQ and NNN (see fake_socket.js)."""
    html = screens.played(view, seat)
    return html.replace(f'data-seq="{view.view.top}"', 'data-seq="SEQ"').replace(f'data-n="{view.n}"', 'data-n="NNN"')


def top_numbered(view: TableView, seq: int, n: int) -> str:
    return next_top(view).replace("SEQ", str(seq)).replace("NNN", str(n))
