"""A table's page without a server: drawn as a server draws it, with files from the source tree and a fake server."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.http import HttpRequest
from django.shortcuts import render
from django.test import RequestFactory
from playwright.sync_api import Browser, Page, ViewportSize

from classroom.joining.visitor import Visitor
from classroom.sessions.own_choices import OwnTable
from game.around_the_corner.presentation import GAME as CORNER
from game.screens.contract import Presentation
from game.screens.table_view import TableView
from tests.browser.driving.fake_server import FAKE
from tests.browser.driving.people import EXPECTED_MS as DONE_MS
from tests.browser.driving.site import HTML, JSON, Reply, answering

AT_REST = """async () => {
  await document.fonts.ready;
  const moves = each => each.playState === "running" && each.effect.getComputedTiming().endTime < 5000;
  await Promise.allSettled(document.getAnimations().filter(moves).map(each => each.finished));
}"""


class Drawn:
    """The page of whoever sees `view`, in a browser of its own at an address of its own. Options are the browser's."""

    def __init__(
        self,
        browser: Browser,
        viewport: ViewportSize,
        view: TableView,
        shown: Presentation = CORNER,
        **options: Any,
    ) -> None:
        self.complaints: list[str] = []
        self._begins(view, shown)
        self.scripted = options.get("java_script_enabled", True)
        self.open = ExitStack()
        here = self.open.enter_context(answering(self._answer))
        self.context = browser.new_context(base_url=here, viewport=viewport, **options)
        self.context.set_default_timeout(DONE_MS)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.add_init_script(FAKE)

    def _begins(self, view: TableView, shown: Presentation) -> None:
        self.html = page_of(view, shown)
        self.asked: list[str] = []
        self.move: dict[str, Any] = {}
        self.broken: set[str] = set()

    def shows_next(self, view: TableView, viewport: ViewportSize, shown: Presentation) -> None:
        """Open another table in the same window, as if nobody had been here: that costs less than a new window."""
        self._begins(view, shown)
        self.page.evaluate("() => localStorage.clear()")
        self.page.mouse.move(0, 0)
        self.page.emulate_media(color_scheme="light", contrast="no-preference")
        self.page.set_viewport_size(viewport)
        self.opens()

    def opens(self) -> Page:
        """Load the page and wait for its socket and its fonts; a page without scripts is just loaded."""
        self.page.goto("/table/")
        if self.scripted:
            self.page.wait_for_function("() => window.server.opened && document.fonts.status === 'loaded'")
        return self.page

    def at(self, *screens: ViewportSize) -> Iterator[tuple[str, Page]]:
        """Yield the page as it stands on each of these screens: one that is only looked at is loaded once."""
        for screen in screens:
            self.page.set_viewport_size(screen)
            self.page.evaluate(AT_REST)
            yield f"{screen['width']} x {screen['height']}", self.page

    def leaves(self) -> None:
        self.closes()
        assert self.complaints == []

    def closes(self) -> None:
        self.context.close()
        self.open.close()

    def pushes(self, html: str) -> None:
        self.page.evaluate("html => window.server.push(html)", html)

    def answers_moves(self, answer: dict[str, Any]) -> None:
        """Answer every move from now on with this frame, whether it comes over the socket or as a form."""
        self.move = answer
        self.page.evaluate(
            "answer => Object.assign(server.answers, {"
            " move: ({aid}) => ({...answer, aid, n: server.n}), hello: () => ({t: 'see', n: server.n}) })",
            answer,
        )

    def _answer(self, address: str, posted: bytes | None) -> Reply | None:
        if "/board/" in address:
            self.asked.append(address)
            return None
        if "/my-picture/" in address:
            return None
        if posted is not None:
            fields = parse_qs(posted.decode())
            aid = fields["aid"][0] if "aid" in fields else json.loads(fields["frame"][0])["aid"]
            return Reply(json.dumps({**self.move, "aid": aid}).encode(), JSON)
        if address in self.broken:
            return Reply(b"this is no script", "text/javascript")
        return None if address.startswith("/static/") else Reply(self.html.encode(), HTML)


def page_of(view: TableView, shown: Presentation) -> str:
    """Return the whole page of a table, as a browser gets it."""
    return page_from(shown.page, shown.page_context(view, {}))


def page_from(template: str, context: dict[str, Any]) -> str:
    """Return a page drawn from this context, its files under their plain names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(staticfiles_storage, "_wrapped", StaticFilesStorage())
        return render(_a_childs_request(), template, context).content.decode()


def _a_childs_request() -> HttpRequest:
    """Of a child that has chosen nothing for its table."""
    request: Any = RequestFactory().get("/")
    request.visitor = Visitor(request)
    request.visitor.own_table = OwnTable("", frozenset(), frozenset())
    asked: HttpRequest = request
    return asked
