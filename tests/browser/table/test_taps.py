"""Every tap counts, whatever is pushed meanwhile (screens 7.1, 7.3, 7.4, 7.5): fingers, mice, sliding fingers."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from game.around_the_corner import screens
from game.screens.table_view import TableView
from tests.browser.conftest import People
from tests.browser.driving.fake_server import MANY, Table, next_top, playing, top_numbered
from tests.browser.driving.people import LAPTOP, PHONE, Child
from tests.game.around_the_corner.positions import dealt, does, seen

pytestmark = pytest.mark.long

TAPS = 60
PRESS_MS = 50
BOUNCES_AFTER = 0.05
"""Seconds between the two taps of a hand that trembles."""
BOUNCE_MS, JITTER = 8, 3
"""How long a touch screen loses a finger that lies on it, and the CSS px by which it is somewhere else then."""
DRAWS = 8
"""Taps on *Draw* in a row."""
PUSHED_EACH = 4
"""Something is pushed more often than at every fourth tap: ten times a second, about two taps, also under load."""
ROUNDED_MS = 0.5
"""Times leave the page as whole milliseconds."""
Tap = Callable[[Table, CDPSession, float, float], None]


@pytest.fixture
def table(child: Child) -> Iterator[Table]:
    table = Table(child, PHONE, has_touch=True)
    table.shows(playing())
    yield table
    table.leaves()


def with_a_finger(table: Table, cdp: CDPSession, x: float, y: float) -> None:
    _touch(cdp, "touchStart", x, y)
    table.page.wait_for_timeout(PRESS_MS)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def with_a_sliding_finger(table: Table, cdp: CDPSession, x: float, y: float) -> None:
    """18 px within the card: a small hand's smear."""
    _touch(cdp, "touchStart", x - 9, y)
    for step in range(1, 4):
        table.page.wait_for_timeout(PRESS_MS / 3)
        _touch(cdp, "touchMove", x - 9 + 6 * step, y)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def with_a_mouse(table: Table, cdp: CDPSession, x: float, y: float) -> None:
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.wait_for_timeout(PRESS_MS)
    table.page.mouse.up()


def _touch(cdp: CDPSession, kind: str, x: float, y: float) -> None:
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})


@pytest.mark.parametrize("tap", [with_a_finger, with_a_mouse, with_a_sliding_finger])
def test_sixty_taps_arrive_while_ten_pushes_a_second_come(table: Table, tap: Tap) -> None:
    cdp = table.page.context.new_cdp_session(table.page)
    places = _middles(table)
    table.pushes_ten_times_a_second(next_top(playing()), next_top(playing(), seat=0))
    for number in range(TAPS):
        tap(table, cdp, *places[number * 7 % MANY])
    table.rests()
    assert table.page.evaluate("() => window.server.seq") - 1000 > TAPS / PUSHED_EACH
    expected = [number * 7 % MANY for number in range(TAPS)]
    cards = list(table.person.hand())
    assert [frame["id"] for frame in table.sent("play")] == [cards[place] for place in expected]


def _middles(table: Table) -> list[tuple[float, float]]:
    return _middles_of(table.person.cards)


def _middles_of(parts: Locator) -> list[tuple[float, float]]:
    boxes = parts.evaluate_all(
        "parts => parts.map(part => part.getBoundingClientRect())"
        ".map(box => [box.x + box.width / 2, box.y + box.height / 2])"
    )
    return [(x, y) for x, y in boxes]


def test_taps_while_the_line_is_down_are_never_sent_later(table: Table) -> None:
    table.page.evaluate("() => window.server.refuse = true")
    table.closes(1006)
    expect(table.page.locator("#table.lost")).to_have_count(1)
    for x, y in _middles(table)[:2]:
        table.page.touchscreen.tap(x, y)
    table.page.evaluate("() => window.server.refuse = false")
    table.page.wait_for_function("() => window.server.opened === 2")
    table.pushes(screens.board(playing(n=1500)))
    assert table.sent("play") == []
    x, y = _middles(table)[0]
    table.page.touchscreen.tap(x, y)
    table.page.wait_for_function("() => window.server.sent.some(frame => frame.t === 'play')")
    assert len(table.sent("play")) == 1


WAITS_AFTER = """async code => {
  const [chance, real, waits] = [Math.random, window.setTimeout, []];
  Math.random = () => 0.999;
  window.setTimeout = (act, wait = 0) => { waits.push(wait); return real(act, wait); };
  server.close(code);
  await new Promise(next => real(next));
  [Math.random, window.setTimeout] = [chance, real];
  return waits;
}"""


@pytest.mark.parametrize("code", [1000, 1001, 1005, 1006, 1011, 1012])
def test_a_page_comes_back_by_itself_after_a_lost_connection(table: Table, code: int) -> None:
    """The first try, which is due within a second whatever chance draws, opens; so there is no second one."""
    assert [wait for wait in table.page.evaluate(WAITS_AFTER, code) if 0 < wait < 1000]
    table.page.wait_for_function("() => window.server.opened === 2")
    expect(table.page.locator("#table.lost")).to_have_count(0)
    assert table.page.evaluate("() => window.server.tried") == 2


def test_a_push_that_was_overtaken_does_not_turn_the_top_card_back(table: Table) -> None:
    table.pushes(top_numbered(playing(), 1009, 1009))
    table.pushes(top_numbered(playing(), 1008, 1008))
    table.person.sees_top(1009)


def test_an_overtaken_board_does_not_replace_a_newer_one(table: Table) -> None:
    table.shows(playing(20, n=1200))
    table.shows(playing(12, n=1100))
    expect(table.person.cards).to_have_count(20)


def test_a_finger_that_leaves_its_card_plays_nothing(table: Table) -> None:
    cdp = table.page.context.new_cdp_session(table.page)
    (x, y), *_, last = _middles(table)
    _touch(cdp, "touchStart", x, y)
    _touch(cdp, "touchMove", *last)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.page.wait_for_timeout(PRESS_MS)
    assert table.sent("play") == []


def test_two_fingers_at_once_play_two_cards(child: Child) -> None:
    table = Table(child, LAPTOP, has_touch=True)
    table.shows(playing())
    cdp = table.page.context.new_cdp_session(table.page)
    one, *_, other = _middles(table)
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate((one, other))]
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": points[1:]})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.page.wait_for_function("() => window.server.sent.filter(frame => frame.t === 'play').length === 2")
    table.leaves()


def test_the_second_tap_of_a_double_tap_is_a_bounce(table: Table) -> None:
    cdp = table.page.context.new_cdp_session(table.page)
    x, y = _middles(table)[0]
    now = time.time()
    for after in (0, BOUNCES_AFTER):
        touched = {"timestamp": now + after, "touchPoints": [{"x": x, "y": y}]}
        cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", **touched})
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", **touched, "touchPoints": []})
    table.page.wait_for_timeout(PRESS_MS)
    assert len(table.sent("play")) == 1
    presses = table.page.evaluate("() => window.server.presses")
    assert presses[1] - presses[0] == pytest.approx(BOUNCES_AFTER * 1000, abs=ROUNDED_MS)


@pytest.mark.parametrize("slower", [1, 6])
def test_every_tap_on_draw_counts_up_to_ten_a_second(people: People, slower: int) -> None:
    """A finger that taps so fast is off the glass for less time than it is on it."""
    _, (child, _) = people.in_a_race((Child, PHONE), (Child, PHONE))
    cdp = child.page.context.new_cdp_session(child.page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    (draw,) = _middles_of(child.page.locator("#drawbox"))
    for number, hertz in enumerate((5, 8, 10), 1):
        _taps(cdp, *draw, times=DRAWS, every=1 / hertz)
        expect(child.cards).to_have_count(number * DRAWS)


def _taps(cdp: CDPSession, x: float, y: float, *, times: int, every: float) -> None:
    """Tap so many times, once in so many seconds by the clock of the touch screen, six tenths of which on the glass."""
    began = time.time()
    for number in range(times):
        down = began + number * every
        _touches_at(cdp, "touchStart", down, x, y)
        _touches_at(cdp, "touchEnd", down + 0.6 * every)


def _touches_at(cdp: CDPSession, kind: str, at: float, *place: float) -> None:
    """The event says this time even where the machine was late."""
    time.sleep(max(0, at - time.time()))
    points = [{"x": place[0], "y": place[1]}] if place else []
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "timestamp": at, "touchPoints": points})


def test_a_finger_that_the_screen_loses_for_a_moment_draws_once(table: Table) -> None:
    table.shows(playing(DRAWS))
    cdp = table.page.context.new_cdp_session(table.page)
    ((x, y),) = _middles_of(table.page.locator("#drawbox"))
    lost = time.time() + PRESS_MS / 1000
    for kind, at, *place in (
        ("touchStart", lost - PRESS_MS / 1000, x, y),
        ("touchEnd", lost),
        ("touchStart", lost + BOUNCE_MS / 1000, x + JITTER, y - JITTER),
        ("touchEnd", lost + PRESS_MS / 1000),
    ):
        _touches_at(cdp, kind, at, *place)
    table.page.wait_for_timeout(PRESS_MS)
    assert len(table.sent("draw")) == 1


def test_no_card_is_taken_for_a_moment_after_the_cards_have_moved_under_the_fingers(table: Table) -> None:
    """After *Sort* a finger on its way was meant for the card that lay there before (screens 3.2)."""
    (x, y), *_ = _middles(table)
    table.page.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
    table.pushes(screens.board(_sorted()))  # and no time goes by before the tap, however busy the machine is
    table.page.touchscreen.tap(x, y)
    table.page.wait_for_timeout(PRESS_MS)
    assert table.sent("play") == []
    table.page.evaluate("() => { delete performance.now; }")
    table.person.looks()  # longer than the dead time
    table.page.touchscreen.tap(x, y)
    table.page.wait_for_function("() => window.server.sent.some(frame => frame.t === 'play')")


def test_a_board_that_moves_no_card_costs_no_tap(table: Table) -> None:
    table.pushes(screens.board(playing(n=1100)))
    table.page.touchscreen.tap(*_middles(table)[0])
    table.page.wait_for_function("() => window.server.sent.some(frame => frame.t === 'play')")


def _sorted() -> TableView:
    return seen(does(dealt(seats=2, draw=MANY), 0, "sort"), 0, n=1100)


def test_a_press_of_which_nothing_more_is_heard_is_over_when_its_pointer_comes_down_elsewhere(table: Table) -> None:
    """A mouse may be let go outside the page, and a finger be taken to scroll."""
    x, y = _middles(table)[0]
    card, is_at = table.page.locator("#s0 .card"), {"pointerId": 7, "button": 0, "clientX": x, "clientY": y}
    card.dispatch_event("pointerdown", is_at)
    table.page.locator("#board").dispatch_event("pointerdown", {"pointerId": 7, "button": 0})
    card.dispatch_event("pointerup", is_at)
    assert table.sent("play") == []
    card.dispatch_event("pointerdown", is_at)
    card.dispatch_event("pointerup", is_at)
    assert len(table.sent("play")) == 1
