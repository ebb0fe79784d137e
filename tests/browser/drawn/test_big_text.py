"""With text twice as big (WCAG 1.4.4) no button is covered by another part, and no line of words is cut."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize

from game.screens.table_view import TableView
from tests.browser.drawn.tables import CORNER, NINE, SMALL, Opens
from tests.browser.driving.drawn_views import by_turns, corner, finished, nine, solo, solo_over
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


TABLET: ViewportSize = {"width": 768, "height": 1024}
PHONE_390: ViewportSize = {"width": 390, "height": 844}
AT_EVERY_SIZE: dict[str, Callable[[], TableView]] = {
    "race of two": corner,
    "race of four": lambda: corner(4),
    "race with sums": lambda: corner(2, options={"hints": True}),
    "solo": solo,
    "sun": lambda: corner(3, options={"mode": "sun"}),
    "round over": lambda: finished(0),
    "round won": lambda: finished(1),
    "solo over": solo_over,
}


@pytest.mark.parametrize("table", AT_EVERY_SIZE)
def test_text_twice_as_big_fits_every_screen(opens: Opens, table: str) -> None:
    """Nothing is covered, cut, or reached by scrolling sideways."""
    drawn = opens(AT_EVERY_SIZE[table]())
    drawn.page.evaluate(_TWICE)
    for screen, page in drawn.at(SMALL, PHONE_390, TABLET, LAPTOP):
        found = [page.evaluate(_COVERED), page.evaluate(_CUT), page.evaluate(_WORDS_CUT)]
        sideways = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (found, sideways) == ([[], [], []], 0), screen


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
  if (button.closest('[inert]')) return false;
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
_WORDS_CUT = """() => [...document.querySelectorAll('#over *, #board .name, #board .left, #drawbox *, #run b, #sun *')]
  .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .filter(part => part.getClientRects().length && !part.closest('.vh, [aria-hidden=true]')).filter(part => {
    const style = getComputedStyle(part);
    const clips = style.overflowY !== 'visible' || style.overflowX !== 'visible';
    if (style.textOverflow === 'ellipsis') return false;
    const words = [...part.childNodes].find(node => node.nodeType === 3 && node.data.trim());
    const range = document.createRange(); range.selectNodeContents(words);
    const text = range.getBoundingClientRect();
    if (part.querySelector('.vh')) return text.left < -1 || text.right > innerWidth + 1;
    return (clips && (part.scrollWidth > part.clientWidth + 2 || part.scrollHeight > part.clientHeight + 2))
      || text.left < -1 || text.right > innerWidth + 1;
  }).map(part => part.className + ': ' + part.textContent)"""
