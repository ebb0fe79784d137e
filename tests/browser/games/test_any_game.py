"""The script of a game that brings none of its own, and what every table's script keeps."""

import re
from urllib.parse import parse_qs

from playwright.sync_api import Browser, Route, expect

from game.around_the_corner import screens
from tests.browser.drawn.tables import KINDS
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import corner, nine
from tests.browser.driving.patience import patiently
from tests.browser.driving.people import FINGER_MS, PHONE

PLAYED = "() => window.server.sent.find(frame => frame.t === 'play')"
DRAWN_BY = "() => server.sent.findLast(({ t }) => t === 'draw').by"
LONG_PRESS = "card => card.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))"
HAS_THE_STYLE_OF_THE_END = """() => performance.getEntriesByType("resource")
  .some(({ name }) => name.endsWith(document.getElementById("table").dataset.over))"""
LOSES = "() => { server.refuse = true; server.close(1006); }"
FINDS = "() => { server.refuse = false; dispatchEvent(new Event('online')); }"
LOST = "() => document.getElementById('table').classList.contains('lost')"


def test_a_board_of_buttons_is_played_without_a_script_of_its_game(browser: Browser) -> None:
    drawn = Drawn(browser, PHONE, corner())
    drawn.html = drawn.html.replace("js/around_the_corner.js", "js/table/any_game.js")
    page = drawn.opens()
    card = page.locator("#hand .card").first
    assert not card.evaluate(LONG_PRESS), "a finger that rests on a card opens no menu"
    card.click(button="right")
    card.click(delay=FINGER_MS)
    played = page.wait_for_function(PLAYED).json_value()
    assert played["id"] == card.get_attribute("id")
    assert played["seq"] == int(page.locator("#top").get_attribute("data-seq") or 0)
    assert played["hold"] >= FINGER_MS / 2
    page.wait_for_function(HAS_THE_STYLE_OF_THE_END)
    page.locator("#drawbox").click()
    page.wait_for_function("() => window.server.sent.some(frame => frame.t === 'draw')")
    draw = page.locator("#drawbox").element_handle()
    card.focus()
    page.keyboard.down(" ")
    page.keyboard.press("ArrowRight")
    page.keyboard.up(" ")
    draw.evaluate("draw => draw.click()")
    assert page.evaluate(DRAWN_BY) == "click", "a key let go elsewhere has nothing to do with it"
    page.locator("#mine summary").dispatch_event("keydown", {"key": "Enter"})
    draw.evaluate("draw => draw.click()")
    assert page.evaluate(DRAWN_BY) == "click", "nor has another key"
    drawn.leaves()


def test_ready_said_while_the_line_is_down_is_kept_also_where_moves_are_forms(browser: Browser) -> None:
    """The first time it does not go out at all; the second time the line is lost before there is an answer."""
    posted: list[Route] = []
    drawn = Drawn(browser, PHONE, nine()._replace(phase="waiting"), KINDS["nine"][1])
    drawn.context.route("**/move/", lambda route: posted.append(route))
    drawn.context.route("**/board/**", lambda _route: None)
    page = drawn.opens()
    page.evaluate(LOSES)
    page.wait_for_function(LOST)
    page.locator("#ready").click()
    assert posted == []
    for again in (True, False):
        with page.expect_request("**/move/") as request:
            page.evaluate(FINDS)
        assert "t=ready" in (request.value.post_data or "")
        if again:
            page.evaluate(LOSES)
            page.wait_for_function(LOST)
            patiently(lambda: posted, "the move", meanwhile=lambda: page.wait_for_timeout(50))
            posted[0].abort()
            expect(page.locator("#ready")).to_have_class(re.compile("held"))
    patiently(lambda: posted[1:], "the move again", meanwhile=lambda: page.wait_for_timeout(50))
    (move,) = parse_qs(posted[1].request.post_data or "")["aid"]
    posted[1].fulfill(json={"t": "ok", "aid": move})
    expect(page.locator("#ready")).not_to_have_class(re.compile("held"))
    page.evaluate(LOSES)
    page.wait_for_function(LOST)
    page.evaluate(FINDS)
    page.wait_for_function(f"() => !({LOST})()")
    assert len(posted) == 2
    drawn.leaves()


QUICK = "{ const real = setInterval; window.setInterval = (act, ms) => real(act, ms / 20); }"
AWAY_AND_BACK = """() => {
  for (const state of ["hidden", "visible"]) {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }
}"""
ALL_PLAYED = "() => server.sent.filter(({ t }) => t === 'play')"
TOLD = "() => server.sent.flatMap(({ s }) => s ?? [])"


def test_a_page_tells_once_what_it_has_painted_and_whether_it_was_hidden(browser: Browser) -> None:
    """Of itself, every five seconds: of a table at which nobody presses anything, too."""
    drawn = Drawn(browser, PHONE, corner())
    page = drawn.page
    page.add_init_script(QUICK)
    drawn.opens()
    page.wait_for_function("() => server.sent.some(({ t, s }) => t === 'seen' && s.length)")
    page.evaluate(AWAY_AND_BACK)
    page.locator("#s0 .card").click()
    top = page.locator("#top")
    after = corner(n=60)
    drawn.pushes(screens.played(after._replace(view=after.view._replace(top=after.view.top + 1)), 1))
    page.wait_for_function(f"() => ({TOLD})().filter(([what]) => what === 't').length === 2")
    expect(top).to_have_attribute("data-seq", str(after.view.top + 1))
    page.locator("#s1 .card").click()
    page.wait_for_function(f"() => ({ALL_PLAYED})().length === 2")
    before, now = page.evaluate(ALL_PLAYED)
    assert (before["vis"], now["vis"]) == ("h", "v")
    assert now["rtop"] < now["rprev"] == now["rhand"]
    told = page.evaluate(TOLD)
    assert [what for what, *_ in told].count("h") == 1
    assert {what for what, *_ in told} == {"t", "h", "x", "v"}
    drawn.leaves()
