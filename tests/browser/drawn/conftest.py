"""Opens a table's page without a server: drawn as the server draws it (`driving.drawn`)."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from game.screens.contract import Presentation
from game.screens.table_view import TableView
from tests.browser.drawn.tables import CORNER, SMALL, Opens
from tests.browser.driving.drawn import Drawn


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Iterator[list[Drawn]]:
    """The window in which one table after the other is shown, once there is one."""
    windows: list[Drawn] = []
    yield windows
    for window in windows:
        window.leaves()


@pytest.fixture
def opens(browser: Browser, windows: list[Drawn]) -> Iterator[Opens]:
    """Open the page of whoever sees this view, one at a time; at the end it has not complained. A browser with options
    is a new one."""
    opened: list[Drawn] = []

    def opens(view: TableView, viewport: ViewportSize = SMALL, shown: Presentation = CORNER, **options: Any) -> Drawn:
        assert not opened, "a test looks at one page"
        if windows and not options:
            windows[0].shows_next(view, viewport, shown)
            opened.append(windows[0])
            return windows[0]
        opened.append(Drawn(browser, viewport, view, shown, **options))
        if not options:
            windows.append(opened[0])
        opened[0].opens()
        return opened[0]

    yield opens
    for drawn in opened:
        if drawn not in windows:
            drawn.leaves()
        assert drawn.complaints == []
