"""How children play at a table, from the cards on their own screens."""

from playwright.sync_api import Page

from tests.browser.people import Child

EYE_MS = 650
"""For 600 ms after a change of top a card that fitted the one before is beaten, not wrong (rules.md 1.4)."""


def somebody_plays(*children: Child) -> Child:
    """One of them plays a card that fits, all drawing in turn until somebody has one; return who played."""
    while True:
        for child in children:
            if fitting := child.fitting():
                child.plays(fitting[0])
                _all_see(child.seq(), children)
                return child
        _draw_once(children)


def somebody_misfits(*children: Child) -> tuple[Child, str]:
    """One of them who holds a card that does not fit, and that card, once it no longer counts for the top before."""
    while True:
        for child in children:
            if misfits := child.misfits():
                child.page.wait_for_timeout(EYE_MS)
                return child, misfits[0]
        _draw_once(children)


def both_could_play(one: Child, other: Child) -> tuple[str, str]:
    """Draw until both hold a card that fits the same top card; where they cannot, play on. Return the two cards."""
    while True:
        if (mine := one.fitting()) and (theirs := other.fitting()):
            return mine[0], theirs[0]
        if not _draw_once((one, other)):
            somebody_plays(one, other)


def play_to_the_end(children: list[Child], pace: int = 20) -> None:
    """Play on until the round is over, standstills included; the last card is laid face down."""
    first = children[0]
    while first.phase != "over":
        if first.phase != "playing":
            first.page.wait_for_function(
                "() => ['playing', 'over'].includes(document.getElementById('over').dataset.phase)"
            )
        elif not any(_plays_something(child, children) for child in children):
            _draw_once(children)
            first.page.wait_for_timeout(pace)


def has_last_card(child: Child) -> bool:
    return child.cards.count() == 1 and not child.can_draw()


def _plays_something(child: Child, children: list[Child]) -> bool:
    if has_last_card(child):
        child.taps(next(iter(child.hand())))
        for each in children:
            each.waits_for("over")
        return True
    if fitting := child.fitting():
        seq = child.seq()
        child.taps(fitting[0])
        child.page.wait_for_function("seq => Number(document.getElementById('top').dataset.seq) > seq", arg=seq)
        _all_see(child.seq(), children)
        return True
    return False


def _draw_once(children: tuple[Child, ...] | list[Child]) -> bool:
    """Everybody who can draws a card; say whether anybody did."""
    able = [child for child in children if child.can_draw()]
    for child in able:
        child.draws()
    return bool(able)


def _all_see(seq: int, children: tuple[Child, ...] | list[Child]) -> None:
    """Wait until every screen shows this top card, or a newer one (a standstill turns one by itself)."""
    for child in children:
        child.page.wait_for_function("seq => Number(document.getElementById('top').dataset.seq) >= seq", arg=seq)


def only_step_one(page: Page) -> None:
    """Choose the small deck of 24 cards, so that a round is short."""
    for step in ("2", "3"):
        page.locator(f'input[name="steps"][value="{step}"]').uncheck()
