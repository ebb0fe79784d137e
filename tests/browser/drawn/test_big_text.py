"""With text twice as big (WCAG 1.4.4) no button is covered by another part, and no line of words is cut."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize

from game.screens.table_view import TableView
from tests.browser.drawn.tables import CORNER, NINE, SMALL, Opens
from tests.browser.driving.drawn_views import by_turns, corner, nine
from tests.browser.driving.people import LAPTOP, PHONE

pytestmark = pytest.mark.long


def others_turn() -> TableView:
    """What the one sees who waits for the other."""
    return corner(2, 12, seat=0, options={"mode": "turns"})


TABLES: dict[str, tuple[Callable[[], TableView], ViewportSize]] = {
    "nine, small phone": (nine, SMALL),
    "turns, laptop": (lambda: by_turns(2), LAPTOP),
    "turns of others, laptop": (others_turn, LAPTOP),
    "turns, phone": (lambda: by_turns(2), PHONE),
    "turns of others, phone": (others_turn, PHONE),
}


@pytest.mark.parametrize("table", TABLES)
def test_text_twice_as_big_covers_and_cuts_nothing(opens: Opens, table: str) -> None:
    view, screen = TABLES[table]
    page = opens(view(), screen, NINE if table.startswith("nine") else CORNER).page
    page.evaluate(_TWICE)
    found = [page.evaluate(_COVERED), page.evaluate(_CUT)]
    page.evaluate("() => document.documentElement.removeAttribute('style')")
    assert found == [[], []]


_TWICE = """() => { document.documentElement.style.fontSize = '200%';
  const says = document.getElementById('says');
  says.textContent = 'Wait for Mohammed.';
  says.style.pointerEvents = 'auto';
  return document.fonts.ready.then(() => 1); }"""
_COVERED = """() => [...document.querySelectorAll('#board button')].filter(button => {
  button.scrollIntoView({ block: 'center' });
  const box = button.getBoundingClientRect();
  if (!box.width) return false;
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !at || !(button.contains(at) || at.contains(button) && at.matches('.slot'));
}).map(button => button.id || button.textContent)"""
_CUT = """() => [...document.querySelectorAll('#board .said, #board .whose, #board .news, #board .help, #board .to-do')]
  .filter(part => part.textContent.trim() && part.getClientRects().length).filter(part => {
    const style = getComputedStyle(part), clips = style.overflowY !== 'visible' || style.overflowX !== 'visible';
    const range = document.createRange(); range.selectNodeContents(part);
    const text = range.getBoundingClientRect(), hand = document.querySelector('#hand').getBoundingClientRect();
    const over = text.bottom > hand.top + 2 && text.top < hand.bottom - 2
      && text.right > hand.left + 2 && text.left < hand.right - 2;
    return over || (clips && part.scrollWidth > part.clientWidth + 2);
  }).map(part => part.textContent)"""
