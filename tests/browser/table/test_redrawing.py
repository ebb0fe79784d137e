"""What a frame of play costs the browser of a slow device: what did not change is neither restyled nor replaced."""

import json
from collections.abc import Iterator

import pytest

from game.around_the_corner import screens
from game.screens.table_view import OwnCards
from tests.browser.driving.fake_server import Table, playing, top_numbered
from tests.browser.driving.people import PHONE, Child

pytestmark = pytest.mark.long

TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
NO_CONTAINERS = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync("* { container-type: normal !important; }");
    document.adoptedStyleSheets = [style];
}"""
"""A container restyles what it holds while it is laid out, and does not say how much that was."""
FOCUSED = "() => document.activeElement === window.drawbox && window.drawbox.querySelector('.count').textContent"


@pytest.fixture
def table(child: Child) -> Iterator[Table]:
    table = Table(child, PHONE, has_touch=True)
    table.shows(playing())
    yield table
    table.leaves()


def test_a_play_restyles_nothing_of_ones_own_hand(table: Table) -> None:
    """A rule for any element after any other (`* + *`) would make the browser restyle all of the board each time."""
    table.page.evaluate(NO_CONTAINERS)
    table.person.looks()
    in_hand = table.page.locator("#hand *").count()
    browser = table.person.browser
    browser.start_tracing(page=table.page, categories=TRACED)
    table.pushes(top_numbered(playing(), 2001, 2001))
    table.person.looks()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    restyled = [event["args"]["elementCount"] for event in events if "elementCount" in event.get("args", {})]
    assert 0 < max(restyled) < in_hand


def test_a_button_that_has_the_focus_is_changed_and_not_replaced(table: Table) -> None:
    """Taking the focus away and giving it back makes the browser lay out the page twice at each card that is drawn."""
    view = playing(12)
    table.shows(view)
    table.page.evaluate("() => { window.drawbox = document.getElementById('drawbox'); window.drawbox.focus(); }")
    after = playing(13)
    own = OwnCards(after.language, after.labels, after.view)
    table.pushes(screens.drew(own, 12))
    assert str(table.page.evaluate(FOCUSED)).startswith(str(after.view.draw_pile))
