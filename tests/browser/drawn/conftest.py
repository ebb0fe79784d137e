"""Opens a table's page without a server: drawn as the server draws it (`driving.drawn`)."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from game.screens.contract import Presentation
from game.screens.table_view import TableView
from tests.browser.drawn.tables import CORNER, SMALL, Opens
from tests.browser.driving.drawn import Drawn


@pytest.fixture
def opens(browser: Browser) -> Iterator[Opens]:
    """Open the page of whoever sees this view; at the end no page has complained."""
    opened: list[Drawn] = []

    def opens(view: TableView, viewport: ViewportSize = SMALL, shown: Presentation = CORNER, **options: Any) -> Drawn:
        opened.append(Drawn(browser, viewport, view, shown, **options))
        opened[-1].opens()
        return opened[-1]

    yield opens
    for drawn in opened:
        drawn.leaves()
