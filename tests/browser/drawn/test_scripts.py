"""A table's page while its connection breaks or overtakes itself, and where its scripts do not start."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from game.around_the_corner import screens
from game.nine_to_nothing import screens as nine_screens
from game.screens.contract import Presentation
from game.wire import MOST_PAINTED
from tests.browser.drawn.tables import CORNER, KINDS, NINE, Opens
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import SOON, corner, finished, nine
from tests.browser.driving.people import PHONE

PICTURE = '<h2>Your picture</h2><form method="dialog"><button>Back</button></form>'


def test_a_card_tapped_as_the_connection_breaks_is_on_its_way_until_it_is_back(opens: Opens) -> None:
    drawn = opens(corner())
    page = drawn.page
    page.evaluate("() => { server.answers.move = () => ({ t: 'nothing' }); }")
    card = page.locator("#s0 .card")
    label = card.get_attribute("id")
    card.press("Enter")
    page.wait_for_function("() => server.sent.some(frame => frame.t === 'play')")
    card.evaluate("card => card.click()")  # again, before there is an answer
    page.locator("#s1 .card").hover()
    page.mouse.down()
    page.evaluate("() => server.close(1006)")
    expect(page.locator("#table.lost")).to_have_count(1)
    expect(page.locator(f"#{label}")).to_have_class(re.compile("pending"))
    expect(page.locator("#says")).to_have_text("On its way…")
    page.wait_for_function("() => server.opened === 2")
    expect(page.locator(f"#{label}")).to_have_class(re.compile("pending"))
    drawn.pushes(screens.board(corner(n=60)))
    expect(page.locator(f"#{label}")).not_to_have_class(re.compile("pending|gone"))
    expect(page.locator("#says")).to_have_text("")
    page.mouse.up()
    assert _plays(page) == 1


def _plays(page: Page) -> int:
    """How many cards the page has sent."""
    return int(page.evaluate("() => server.sent.filter(frame => frame.t === 'play').length"))


def test_a_refusal_does_not_stand_for_what_the_page_missed(opens: Opens) -> None:
    """Its n is the newest, and nothing of what others did comes with it: the next heartbeat still has to say so."""
    page = opens(corner()).page
    page.evaluate("() => { server.n += 1; }")
    page.locator("#s0 .card").click()
    expect(page.locator("#says")).to_have_attribute("data-why", "beaten")
    page.evaluate(COMES_BACK)
    page.wait_for_function("() => server.sent.some(frame => frame.t === 'hello')")


COMES_BACK = "() => document.dispatchEvent(new Event('visibilitychange'))"


def test_a_page_that_was_put_away_often_tells_no_more_than_a_frame_may_hold(opens: Opens) -> None:
    page = opens(corner()).page
    page.evaluate(f"() => Array.from({{ length: 150 }}, {COMES_BACK})")
    page.locator("#s0 .card").click()
    page.wait_for_function("() => server.sent.some(frame => frame.t === 'play')")
    assert page.evaluate("() => Math.max(...server.sent.map(({ s }) => s?.length ?? 0))") == MOST_PAINTED


def test_a_page_that_comes_while_its_hand_waits_after_a_wrong_card_locks_it(opens: Opens) -> None:
    view = corner()
    page = opens(view._replace(view=view.view._replace(paused_until=SOON))).page
    expect(page.locator("#table.locked")).to_have_count(1)
    page.locator("#s0 .card").click()
    assert _plays(page) == 0


def test_a_board_that_was_overtaken_takes_nothing_back_and_the_next_one_is_asked_for(opens: Opens) -> None:
    """A board that is longer on its way than something that was told after it is older than what the page shows."""
    drawn = opens(corner(n=50))
    left = CORNER.seat(corner(n=52, away=frozenset({1})), 1)
    drawn.page.evaluate("html => server.socket.say(JSON.stringify({ t: 'see', n: 52, html }))", left)
    drawn.pushes(screens.board(corner(n=51)))
    expect(drawn.page.locator("#seat-1.away")).to_have_count(1)
    drawn.page.wait_for_function("() => server.sent.some(frame => frame.t === 'hello')")
    drawn.pushes(screens.board(corner(n=53)))
    expect(drawn.page.locator("#seat-1.away")).to_have_count(0)


def test_an_answer_that_was_overtaken_takes_no_card_out_of_the_hand_again(opens: Opens) -> None:
    """A sum was laid; classmates checked it, and its cards were back, before the answer to the lay was here."""
    table = nine(turns=0)
    hand, changes = table.view.hand, table.view.hand_changes
    drawn = opens(table, shown=NINE)
    fewer = table.view._replace(hand=hand[2:], hand_changes=changes + 1)
    back = table.view._replace(hand=hand, hand_changes=changes + 2)
    drawn.pushes(nine_screens.hand(table._replace(view=back)))
    drawn.page.evaluate(LATE_ANSWER, nine_screens.hand(table._replace(view=fewer)))
    expect(drawn.page.locator("#says")).to_have_attribute("data-why", "")
    assert drawn.page.locator("#hand button.card").count() == len(hand)


LATE_ANSWER = """html => {
  document.getElementById("says").dataset.why = "asked";
  server.socket.say(JSON.stringify({ t: "ok", n: Number(document.getElementById("board").dataset.n), html }));
}"""


def test_what_overtook_an_answer_stands_and_the_rest_of_the_answer_is_shown(opens: Opens) -> None:
    """A seat was away before the answer to the own lay was here: the page left out all that the answer said."""
    page = opens(nine(turns=0), shown=NINE).page
    page.evaluate(SAYS, [60, '<li id="seat-1">away</li>'])
    page.evaluate(SAYS, [59, '<div id="turn">You say 3.</div><li id="seat-1">here</li>'])
    expect(page.locator("#turn")).to_have_text("You say 3.")
    expect(page.locator("#seat-1")).to_have_text("away")
    page.evaluate(SAYS, [58, '<div id="turn">Draw a card.</div>'])
    page.evaluate(SAYS, [61, '<li id="seat-1">here</li>'])
    expect(page.locator("#seat-1")).to_have_text("here")
    expect(page.locator("#turn")).to_have_text("You say 3.")


SAYS = """([n, html]) => server.socket.say(JSON.stringify({ t: "see", n, html }))"""


def test_after_two_silent_connections_in_a_row_the_page_asks_instead(opens: Opens) -> None:
    drawn = opens(corner())
    page = drawn.page
    page.evaluate("() => { server.answers.ping = () => ({ t: 'nothing' }); server.close(1006); }")
    page.wait_for_function(
        "() => server.opened === 3 && document.getElementById('net').dataset.net === 'slow'", timeout=60_000
    )
    assert drawn.asked
    expect(page.locator("#table.lost")).to_have_count(0)


def test_a_page_that_asks_does_so_for_what_others_did_before_its_own_move(opens: Opens) -> None:
    """The answer names the newest place of the log, and holds nothing of what came since the page last asked."""
    drawn = opens(corner())
    page = drawn.page
    drawn.move = {"t": "no", "n": 99, "why": "beaten", "say": "Ben was first.", "ms": 0, "html": ""}
    page.evaluate("() => { server.answers.play = () => ({ t: 'nothing' }); }")
    page.locator("#s0 .card").click()
    page.evaluate("() => { server.refuse = true; server.close(1006); }")
    expect(page.locator("#net")).to_have_attribute("data-net", "slow")
    expect(page.locator("#s0 .card")).not_to_have_class(re.compile("pending|gone"))
    before = len(drawn.asked)
    page.locator("#s0 .card").click()
    expect(page.locator("#says")).to_have_text("Ben was first.")
    after = len(drawn.asked)
    while len(drawn.asked) < after + 2:
        page.wait_for_timeout(100)
    assert set(drawn.asked[after:]) == {drawn.asked[before - 1]}


WITHOUT_HAS = """for (const name of ['querySelector', 'querySelectorAll', 'matches', 'closest'])
  for (const kind of [Element, Document]) { const real = kind.prototype[name];
    if (real) kind.prototype[name] = function (selector) {
      if (selector.includes(':has(')) throw new DOMException(selector, 'SyntaxError');
      return real.call(this, selector); }; }"""


@pytest.mark.parametrize("shown", [CORNER, NINE], ids=["corner", "nine"])
def test_a_browser_whose_scripts_know_no_has_gets_a_connection_too(browser: Browser, shown: Presentation) -> None:
    drawn = Drawn(browser, PHONE, nine() if shown is NINE else corner(), shown)
    drawn.page.add_init_script(WITHOUT_HAS)
    page = drawn.opens()
    expect(page.locator("#net")).to_have_attribute("data-net", "good")
    drawn.leaves()


@pytest.mark.parametrize("kind", ["race", "nine"])
def test_a_page_whose_scripts_cannot_start_says_so_and_has_a_way_on(browser: Browser, kind: str) -> None:
    view, shown = KINDS[kind]
    drawn = Drawn(browser, PHONE, view(), shown)
    drawn.broken = {"/static/js/connection/connection.js"}
    page = drawn.page
    page.goto("/table/")
    expect(page.get_by_text("does not move by itself")).to_be_visible()
    link = page.locator("#unstarted a")
    assert link.get_attribute("href") == "?unscripted=1"
    expect(page.locator("#moves")).to_have_attribute("action", re.compile("/move/"))
    drawn.closes()


def test_a_page_whose_scripts_run_does_not_say_so(opens: Opens) -> None:
    drawn = opens(corner(said=(3, 1)))
    page = drawn.page
    expect(page.locator("#unstarted")).to_have_count(0)
    expect(page.locator("#note [data-read]")).to_be_visible()
    drawn.pushes(screens.board(corner(n=60)))
    assert page.evaluate("() => document.activeElement === document.body"), "who uses no keys has no focus"


def test_without_scripts_nothing_stands_there_that_needs_them(opens: Opens) -> None:
    page = opens(corner(said=(3, 1)), java_script_enabled=False).page
    for needless in ("[data-sound]", "#net", "[data-read]", "#unstarted"):
        expect(page.locator(needless)).to_be_hidden()
    expect(page.get_by_role("link", name="Look again")).to_be_visible()


def test_a_child_looks_at_its_picture_after_a_round_and_comes_back(opens: Opens) -> None:
    page = opens(finished(1)).page
    page.route("**/my-picture/", lambda route: route.fulfill(body=PICTURE, content_type="text/html"))
    page.get_by_role("link", name="My picture").click()
    expect(page.get_by_role("dialog").get_by_role("heading", name="Your picture")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


@pytest.mark.parametrize("there", [True, False])
def test_a_picture_that_comes_after_the_next_round_has_begun_takes_nobody_from_the_table(
    opens: Opens, *, there: bool
) -> None:
    """Neither does one that does not come."""
    drawn, late = opens(finished(1)), list[Route]()
    page = drawn.page
    page.evaluate(COUNTS_SHEETS)
    page.route("**/my-picture/", lambda route: late.append(route))
    page.get_by_role("link", name="My picture").click()
    drawn.pushes(screens.board(corner(n=60)))
    page.wait_for_function("() => !document.getElementById('own-picture-link')")
    if there:
        late[0].fulfill(body=PICTURE, content_type="text/html")
    else:
        late[0].abort()
    page.wait_for_function("() => new Promise(done => setTimeout(done, 100, true))")
    assert page.evaluate("sheets") == 0, "the page has not gone, either"


COUNTS_SHEETS = """() => {
  window.sheets = 0;
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function () {
    sheets += 1;
    showModal.call(this);
  };
}"""


def test_the_sums_found_are_fetched_once_a_round_and_stay_as_others_get_ready(opens: Opens) -> None:
    drawn = opens(corner())
    asked: list[str] = []
    found = '<span class="vh">My picture:</span> <b>37</b> sums found'

    def sums_found(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=found, content_type="text/html")

    drawn.page.route("**/my-picture/found/*", sums_found)
    link = drawn.page.get_by_role("link", name="My picture: 37 sums found")
    for ready in (frozenset[int](), frozenset({1})):
        drawn.pushes(screens.over(finished(0, ready=ready, n=58 + len(ready))))
        expect(link).to_be_visible()
    assert len(asked) == 1


def test_play_again_stays_at_its_place_as_others_get_ready_and_the_sums_found_come(opens: Opens) -> None:
    drawn = opens(finished(0))
    button = drawn.page.get_by_role("button", name="Play again")
    place = button.bounding_box()
    drawn.pushes(screens.over(finished(0, ready=frozenset({1}), n=58)))
    expect(drawn.page.get_by_text("Mohammed is ready.")).to_be_visible()
    drawn.page.locator("[data-found]").evaluate_all(
        "parts => parts.forEach((part) => { part.innerHTML = '<b>37</b>'.repeat(9) })"
    )
    assert button.bounding_box() == place


def test_where_the_picture_cannot_be_fetched_the_childs_own_page_comes(opens: Opens) -> None:
    page = opens(finished(1)).page
    page.route("**/my-picture/", lambda route: route.fulfill(status=302, headers={"location": "/join/"}))
    page.get_by_role("link", name="My picture").click()
    page.wait_for_url("**/my-page/")
