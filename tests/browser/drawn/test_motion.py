"""What moves on a table (screens 1.6), for how long, and that nothing does where somebody asks for stillness; how long
what is said stays."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from game.around_the_corner import screens
from game.screens.messages import OF_EVERY_GAME, note
from tests.browser.drawn.tables import SMALL, Opens
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import corner
from tests.browser.driving.people import PHONE

TO_THE_PILE, BACK, DRAWN, FROM_A_SEAT = 180, 120, 140, 240
"""ms."""

_RECORD = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (this.closest("#fly") && !this.matches("b, i")) moved.push(timing.duration);
    return animate.call(this, frames, timing);
  };
}"""
_FLIGHT = "() => import('/static/js/table/fly.js').then(() => true)"
_MOVED = "count => window.moved.length >= count && window.moved"


def _watched(drawn: Drawn) -> Page:
    """The page after its first touch, from which on cards fly."""
    drawn.page.locator("h1").click()
    drawn.page.evaluate(_FLIGHT)
    drawn.page.evaluate(_RECORD)
    return drawn.page


def _durations(page: Page, count: int) -> list[int]:
    return list(page.wait_for_function(_MOVED, arg=count).json_value())


def _answers(page: Page, move: str, frame: dict[str, Any]) -> None:
    page.evaluate(
        "([move, frame]) => { server.answers[move] = ({ aid }) => ({ ...frame, aid, n: server.n }); }", [move, frame]
    )


def test_a_wrong_card_goes_to_the_pile_and_back_to_its_place(opens: Opens) -> None:
    page = _watched(opens(corner()))
    _answers(page, "play", {"t": "no", "why": "wrong", "ms": 600_000, "say": "Look."})
    page.locator("#s0 .card").click()
    assert _durations(page, 2) == [TO_THE_PILE, BACK]
    assert page.locator("#fly > :is(.path, .left-slot)").count() == 0
    assert page.locator("#s0 .card.wrong").count() == 1


@pytest.mark.parametrize("stays", [True, False])
def test_the_own_card_waits_over_the_pile_until_it_is_known_who_was_first(opens: Opens, *, stays: bool) -> None:
    page = _watched(opens(corner()))
    page.evaluate("() => { server.answers.play = ({ aid }) => ((window.aid = aid), { t: 'see' }); }")
    page.locator("#s0 .card").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('#fly > b')].some(b => getComputedStyle(b).opacity == 1)"
    )
    page.wait_for_function("() => document.getAnimations().every(moving => moving.playState === 'finished')")
    assert page.locator("#fly > .card").count() == 1
    assert _durations(page, 1) == [TO_THE_PILE]
    frame = {"t": "ok"} if stays else {"t": "no", "why": "beaten", "say": "Bea was first."}
    page.evaluate("frame => server.push(JSON.stringify({ ...frame, aid, n: server.n }))", frame)
    page.wait_for_function("() => document.querySelectorAll('#fly > *').length === 1")
    assert page.locator("#says").inner_text() == frame.get("say", "")
    assert _durations(page, 1) == [TO_THE_PILE] if stays else _durations(page, 2) == [TO_THE_PILE, BACK]


def test_a_drawn_card_comes_from_the_pile(opens: Opens) -> None:
    page = _watched(opens(corner()))
    slot = page.locator("#s0").evaluate("slot => slot.outerHTML")
    _answers(page, "draw", {"t": "ok", "html": slot})
    page.evaluate(_MARKED)
    page.locator("#drawbox").click()
    assert _durations(page, 1) == [DRAWN]
    assert page.evaluate("() => window.marked")


_MARKED = """() => {
  const look = () => (window.marked ||= Boolean(document.querySelector("#s0 .card.fresh")));
  new MutationObserver(look).observe(document.getElementById("hand"), { attributes: true, subtree: true });
}"""
"""Whether the new card was ever marked."""


def test_the_card_of_another_comes_from_its_seat_unless_the_own_one_is_on_its_way(opens: Opens) -> None:
    drawn = opens(corner())
    page = _watched(drawn)
    drawn.pushes(screens.played(corner(), 1))
    assert _durations(page, 1) == [FROM_A_SEAT]
    page.evaluate("() => { server.answers.play = () => ({ t: 'see' }); }")
    page.locator("#s0 .card").click()
    assert _durations(page, 2) == [FROM_A_SEAT, TO_THE_PILE]
    drawn.pushes(screens.played(corner(), 1))
    page.evaluate(_FLIGHT)
    assert _durations(page, 2) == [FROM_A_SEAT, TO_THE_PILE]


_TWO_COME = """html => {
  for (const each of html) server.push(each);
  return new Promise(done => requestAnimationFrame(() => done(document.querySelectorAll("#fly > .card").length)));
}"""


def test_of_two_cards_of_others_the_first_is_not_in_the_way_of_the_second(opens: Opens) -> None:
    """It may be down by then, on a busy device."""
    page = _watched(opens(corner()))
    assert page.evaluate(_TWO_COME, [screens.played(corner(), seat) for seat in (1, 1)]) <= 1
    assert _durations(page, 2) == [FROM_A_SEAT] * 2


_FROM_THEIR_PLACES = """() => {
  window.off = [];
  const below = card => off.push(card.offsetTop - Math.round(parseFloat(card.style.top)));
  const added = change => [...change.addedNodes].filter(part => part.matches(".card"));
  const watcher = new MutationObserver(changes => changes.flatMap(added).forEach(below));
  watcher.observe(document.getElementById("fly"), { childList: true });
}"""


def test_a_second_card_in_the_air_flies_on_its_own_way(opens: Opens) -> None:
    """The own card comes back while the card that was first still flies: each begins at its own place."""
    page = _watched(opens(corner()))
    page.evaluate(_FROM_THEIR_PLACES)
    page.evaluate("() => { server.answers.play = () => ({ t: 'see' }); }")
    page.locator("#s0 .card").click()
    slot = page.locator("#s1").evaluate("slot => slot.outerHTML")
    _answers(page, "draw", {"t": "ok", "html": slot})
    page.locator("#drawbox").click()
    page.wait_for_function("() => window.off.length === 2")
    assert [abs(pixels) <= 1 for pixels in page.evaluate("() => window.off")] == [True, True]


_ALL_THAT_MOVES = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (!this.matches("#fly > b")) moved.push(this.className);
    return animate.apply(this, how);
  };
}"""
"""The dots over a pile, which fade in, are no movement."""


@pytest.mark.parametrize("asked", ["by the device", "by a look"])
def test_nothing_flies_where_somebody_asks_for_stillness(opens: Opens, asked: str) -> None:
    options: dict[str, Any] = {"reduced_motion": "reduce"} if asked == "by the device" else {}
    drawn = opens(corner(), SMALL, **options)
    page = _watched(drawn)
    if not options:
        page.evaluate("() => { document.documentElement.dataset.theme = 'calm'; }")
    page.evaluate(_ALL_THAT_MOVES)
    drawn.pushes(screens.played(corner(), 1))
    _answers(page, "play", {"t": "ok", "html": screens.run("en", corner().view.options, 5)})
    page.locator("#s1 .card").click()
    expect(page.locator("#run")).to_have_attribute("data-run", "5")
    _answers(page, "play", {"t": "no", "why": "wrong", "ms": 0, "say": "Look."})
    page.locator("#s0 .card").click()
    page.wait_for_function("() => document.getElementById('says').dataset.why === 'wrong'")
    assert page.evaluate("() => window.moved") == []
    assert page.locator("#s0 .card.wrong").count() == 1, "the own card is marked, also after a card of another's"
    assert page.locator("#fly > :not(b)").count() == 0


_PRESSED = """look => {
  const card = document.querySelector("#s0 .card");
  if (look === "theme") document.documentElement.dataset.theme = "calm";
  else document.getElementById("table").classList.add(look);
  card.classList.add("held", "pulse");
  const { transitionProperty, animationName } = getComputedStyle(card);
  return [transitionProperty, animationName];
}"""


@pytest.mark.parametrize("look", ["theme", "calm"])
def test_no_style_moves_anything_where_calm_is_chosen(opens: Opens, look: str) -> None:
    page = opens(corner()).page
    assert page.evaluate(_PRESSED, "alive") == ["transform", "pulse"]
    assert page.evaluate(_PRESSED, look) == ["none", "none"]


@pytest.fixture
def timed(browser: Browser) -> Iterator[Drawn]:
    """A table in a race whose time the test lets pass."""
    drawn = Drawn(browser, PHONE, corner())
    clock = drawn.page.clock
    clock.install()
    drawn.opens()
    drawn.page.evaluate("() => { server.answers.seen = () => ({ t: 'see', n: server.n }); }")
    clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    yield drawn
    drawn.leaves()


def _plays(drawn: Drawn, card: int, **answer: Any) -> None:
    drawn.answers_moves({"t": "no", "ms": 0, "html": "", **answer})
    drawn.page.locator("#hand .card").nth(card).click()
    drawn.page.clock.run_for(100)


def test_what_is_said_of_a_card_and_what_it_locks_goes_with_its_time(timed: Drawn) -> None:
    page, clock, says = timed.page, timed.page.clock, timed.page.locator("#says")
    _plays(timed, 0, why="beaten", say="Bea was first.")
    expect(says).to_have_text("Bea was first.")
    clock.run_for(2000)
    expect(says).to_have_text("")
    _plays(timed, 1, why="beaten", say="Bea was first.")
    clock.run_for(1000)
    _plays(timed, 2, why="wrong", say="It does not fit. 8 + 3 → 1", ms=3000)
    expect(page.locator("#alert")).to_have_text("It does not fit. 8 + 3, 1")
    assert 2900 < float(says.locator(".wait").evaluate("bar => parseFloat(bar.style.animationDuration)")) <= 3000
    _plays(timed, 3)
    assert page.evaluate("() => server.sent.filter(frame => frame.t === 'play').length") == 3, "the hand is locked"
    clock.run_for(1500)
    timed.pushes(screens.played(corner(), 1))
    expect(says).to_contain_text("It does not fit.")
    clock.run_for(1500)
    expect(says).to_have_text("")
    expect(page.locator("#table.locked")).to_have_count(0)


def test_what_is_said_of_a_card_goes_with_the_next_one(timed: Drawn) -> None:
    view, page, says = corner(), timed.page, timed.page.locator("#says")
    card = page.locator("#hand .card").nth(4)
    picture = screens.why_wrong(view, next(card.id for card in view.view.hand if card))
    _plays(timed, 3, why="wrong", say="It does not fit.", html=picture)
    expect(page.locator("#picture svg")).to_be_visible()
    page.evaluate("() => { server.answers.move = ({ aid }) => { window.aid = aid; return { t: 'see' }; }; }")
    card.click()
    expect(page.locator("#picture")).to_be_empty()
    page.clock.run_for(2100)
    expect(says).to_have_text("On its way…")
    expect(card).to_have_class(re.compile("pending"))
    page.evaluate("() => server.push(JSON.stringify({ t: 'ok', aid, n: server.n }))")
    expect(says).to_have_text("")
    expect(card).not_to_have_class(re.compile("pending|gone"))
    for number, why, left in ((5, "nothing", ""), (6, "beaten", "Not now.")):
        _plays(timed, number, why=why, say="Not now.")
        expect(says).to_have_text("Not now.")
        timed.pushes(screens.played(view, 1))
        expect(says).to_have_text(left)


def test_a_message_is_said_once_and_goes_by_itself(timed: Drawn) -> None:
    """Though it is shown again with a new connection."""
    page, clock = timed.page, timed.page.clock
    message, live = page.locator("#note"), page.locator("#live")
    for said in ("Well done!", ""):
        live.evaluate("live => live.replaceChildren()")
        timed.pushes(note(corner(said=(0, 5)), OF_EVERY_GAME))
        message.get_by_role("button", name="OK").wait_for()
        clock.run_for(1000)
        expect(live).to_contain_text(said) if said else expect(live).to_be_empty()
    clock.run_for(28_000)
    expect(message).to_be_visible()
    clock.run_for(1000)
    expect(message).to_be_hidden()
