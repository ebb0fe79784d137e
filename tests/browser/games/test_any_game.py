"""The script of a game that brings none of its own, and what every table's script keeps."""

from playwright.sync_api import Browser, Route

from tests.browser.drawn.tables import KINDS
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import corner, nine
from tests.browser.driving.people import PHONE

PLAYED = "() => window.line.sent.find(frame => frame.t === 'play')"


def test_a_board_of_buttons_is_played_without_a_script_of_its_game(browser: Browser) -> None:
    drawn = Drawn(browser, PHONE, corner())
    drawn.html = drawn.html.replace("js/around_the_corner.js", "js/table/any_game.js")
    page = drawn.opens()
    card = page.locator("#hand .card").first
    card.click()
    played = page.wait_for_function(PLAYED).json_value()
    assert played["id"] == card.get_attribute("id")
    assert played["seq"] == int(page.locator("#top").get_attribute("data-seq") or 0)
    page.locator("#drawbox").click()
    page.wait_for_function("() => window.line.sent.some(frame => frame.t === 'draw')")
    drawn.leaves()


def test_ready_said_while_the_line_is_down_is_kept_also_where_moves_are_forms(browser: Browser) -> None:
    posted: list[str] = []
    drawn = Drawn(browser, PHONE, nine()._replace(phase="waiting"), KINDS["nine"][1])

    def take(route: Route) -> None:
        posted.append(route.request.post_data or "")
        route.fulfill(status=204)

    drawn.context.route("**/move/", take)
    page = drawn.opens()
    page.evaluate("() => { line.refuse = true; line.close(1006); }")
    page.wait_for_function("() => document.getElementById('table').classList.contains('lost')")
    page.locator("#ready").click()
    assert posted == []
    with page.expect_request("**/move/") as request:
        page.evaluate("() => { line.refuse = false; }")
    assert "t=ready" in (request.value.post_data or "")
    drawn.leaves()
