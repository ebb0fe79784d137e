"""How children play at a table, from the cards on their own screens."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from playwright.sync_api import Page

from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.driving.people import Child
from tests.browser.driving.set_up import is_drawn

C = TypeVar("C", bound=Child)
EYE_MS = 650
"""For 600 ms after a change of top a card that fitted the one before is beaten, not wrong (rules 1.4)."""

LAID_DOWN = "() => document.getElementById('over').dataset.phase == 'over' || document.getElementById('done')"
"""Whether a last card lies there: it ends the round, or against the sun what its player can do in it."""

STANDSTILL_LOOK_MS = 100
"""How often a page is asked whether its countdown is over: asked at each frame, it takes 4 % of a processor."""


def somebody_plays(*children: Child) -> Child:
    """One of them plays a card that fits, all drawing in turn until somebody has one; return who played."""
    child, card = _drawing(children, "a card that fits", Child.fitting)
    child.plays(card)
    _all_see(child.seq(), children)
    return child


def somebody_misfits(*children: Child) -> tuple[Child, str]:
    """One of them who holds a card that fits and one that does not, and the latter, once it no longer counts for the
    top before: a card that is played while nothing fits is no answer."""
    child, card = _drawing(children, "a card that does not fit", lambda child: child.fitting() and child.misfits())
    child.page.wait_for_timeout(EYE_MS)
    return child, card


def draws_one_that_fits(child: Child) -> str:
    """Draw until there is one; return it."""
    return _drawing([child], "a card that fits", Child.fitting)[1]


def draws_one_that_does_not_fit(child: Child) -> str:
    return _drawing([child], "a card that does not fit", Child.misfits)[1]


def _drawing(children: Sequence[Child], wanted: str, cards: Callable[[Child], list[str]]) -> tuple[Child, str]:
    """All draw in turn until somebody has such a card; return who, and the card."""

    def found() -> tuple[Child, str] | None:
        return next(((child, held[0]) for child in children if (held := cards(child))), None)

    return patiently(found, wanted, *children, meanwhile=lambda: _draw_once(children))


def two_could_play(*children: Child) -> list[tuple[Child, str]]:
    """Draw until two hold a card that fits the same top card; where that does not come, play on. Return who and which.

    Who has one does not draw: that would be an answer to the top card, and only the first one counts in a report."""

    def found() -> list[tuple[Child, str]] | None:
        able = [(child, cards[0]) for child in children if (cards := child.fitting())]
        return able[:2] if len(able) > 1 else None

    def goes_on() -> None:
        if not _draw_once([child for child in children if not child.fitting()]):
            somebody_plays(*children)

    return patiently(found, "two who could play", *children, meanwhile=goes_on)


def play_to_the_end(children: list[Child], pace: int = 20) -> None:
    """Play on until the round is over, standstills included; the last card is laid face down."""
    first = children[0]

    def goes_on() -> None:
        if first.phase != "playing":
            wait_until_settled(first)
            first.looks()
        elif not any(_plays_something(child, children) for child in children):
            _draw_once(children)
            first.page.wait_for_timeout(pace)

    patiently(lambda: first.phase == "over", "the end of the round", *children, meanwhile=goes_on, seconds=A_ROUND)


def whose(children: Sequence[C]) -> tuple[C, C]:
    """The one whose turn it is, and one who waits; once the screens agree."""

    def found() -> tuple[C, C] | None:
        mine = ["Your turn" in child.page.locator("#turn").inner_text() for child in children]
        return (children[mine.index(True)], children[mine.index(False)]) if sum(mine) == 1 else None

    wait = children[0].page.wait_for_timeout
    return patiently(found, "one whose turn it is", *children, meanwhile=lambda: wait(50))


def wait_until_settled(child: Child) -> None:
    """Until a countdown or a standstill is over: that may be several, one card turned up after the other."""
    settled = "() => ['playing', 'over'].includes(document.getElementById('over').dataset.phase)"
    child.page.wait_for_function(settled, timeout=A_ROUND * 1000, polling=STANDSTILL_LOOK_MS)


def has_last_card(child: Child) -> bool:
    return child.cards.count() == 1 and not child.can_draw()


def _plays_something(child: Child, children: list[Child]) -> bool:
    if has_last_card(child):
        child.taps(next(iter(child.hand())))
        child.page.wait_for_function(LAID_DOWN)
        for each in children if child.phase == "over" else ():
            each.waits_for("over")
        return True
    if fitting := child.fitting():
        seq = child.seq()
        child.taps(fitting[0])
        child.page.wait_for_function("seq => Number(document.getElementById('top').dataset.seq) > seq", arg=seq)
        _all_see(child.seq(), children)
        return True
    return False


def _draw_once(children: Sequence[Child]) -> bool:
    """Everybody who can draws a card; say whether anybody did."""
    able = [child for child in children if child.can_draw()]
    for child in able:
        child.draws()
    return bool(able)


def _all_see(seq: int, children: Sequence[Child]) -> None:
    """Wait until every screen shows this top card, or a newer one (a standstill turns one by itself)."""
    for child in children:
        child.page.wait_for_function("seq => Number(document.getElementById('top').dataset.seq) >= seq", arg=seq)


def only_step_one(page: Page) -> None:
    """Choose the small deck of 24 cards, so that a round is short."""
    for step in ("2", "3"):
        page.locator(f'input[name="steps"][value="{step}"]').uncheck()
    is_drawn(page)
