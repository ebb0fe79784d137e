"""The focus on a table's page, what a panel covers, and what is said aloud."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from game.around_the_corner import screens
from game.nine_to_nothing import screens as nine_screens
from tests.browser.drawn.tables import KINDS, NINE, SMALL, Opens
from tests.browser.driving.drawn import Drawn
from tests.browser.driving.drawn_views import NAMES, SOON, by_turns, corner, finished, nine, one_left
from tests.browser.driving.fake_server import MANY, at_a_standstill
from tests.browser.driving.people import LAPTOP

TOP = r"Top \d+, plus or minus \d"
LISTENS = """() => {
  window.heard = [];
  for (const id of ["live", "alert"]) {
    const place = document.getElementById(id);
    new MutationObserver(() => heard.push(place.textContent)).observe(place, { childList: true, characterData: true });
  }
}"""


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_panel_covers_is_out_of_reach(opens: Opens, kind: str) -> None:
    view, shown = KINDS[kind]
    drawn = opens(view()._replace(phase="waiting"), shown=shown)
    expect(drawn.page.locator("#ready")).to_be_visible()
    assert _reached(drawn.page) <= {"ready", "try", "sound", "with-sound", "", "clock0", "clock1", "clock2", "clock10"}
    drawn.pushes(shown.board(view()._replace(n=58)))
    expect(drawn.page.locator("#board > [inert]")).to_have_count(0)


def _reached(page: Page) -> set[str]:
    """The ids of what Tab comes to."""
    return {_tab(page) for _ in range(20)}


def _tab(page: Page) -> str:
    page.keyboard.press("Tab")
    return str(page.evaluate("() => document.activeElement.closest('#board') ? document.activeElement.id || '?' : ''"))


@pytest.mark.parametrize("phase", ["held", "over"])
def test_what_comes_while_a_panel_lies_there_is_out_of_reach_too(opens: Opens, phase: str) -> None:
    drawn = opens(finished(0) if phase == "over" else corner(phase="held"))
    drawn.pushes(screens.played(corner(n=60), 1))
    expect(drawn.page.locator("#top")).to_have_attribute("inert", "")
    expect(drawn.page.locator("#over h2")).to_be_focused()
    said = drawn.page.locator("#over p").first.inner_text() if phase == "held" else ""
    expect(drawn.page.locator("#alert")).to_have_text(said)


def test_at_go_the_focus_is_on_the_draw_pile(opens: Opens) -> None:
    drawn = opens(corner(draw=0, phase="waiting"))
    page = drawn.page
    page.locator("#ready").focus()
    page.keyboard.press("Enter")
    drawn.pushes(screens.over(corner(draw=0, phase="waiting", ready=frozenset({0}))))
    expect(page.locator("#over h2")).to_be_focused()
    drawn.pushes(screens.board(corner(draw=0, phase="countdown", go_at=1, n=58)))
    drawn.pushes(screens.started(corner(draw=0, n=59)))
    expect(page.locator("#over")).to_have_attribute("data-phase", "playing")
    expect(page.locator("#drawbox")).to_be_focused()


def test_an_answer_that_comes_after_the_countdown_does_not_take_it_away(opens: Opens) -> None:
    drawn = opens(corner(draw=0, phase="waiting", n=57))
    page = drawn.page
    page.locator("#ready").focus()
    page.keyboard.press("Enter")
    drawn.pushes(screens.board(corner(draw=0, phase="countdown", go_at=1, n=58)))
    late = screens.over(corner(draw=0, phase="waiting", ready=frozenset({0}), n=57))
    page.evaluate("html => server.socket.say(JSON.stringify({ t: 'ok', n: 57, html }))", late)
    expect(page.locator("#over")).to_have_attribute("data-phase", "countdown")
    expect(page.locator("#drawbox")).to_be_focused()


RINGS = """cards => cards.map(card => {
  const { outlineColor, outlineOffset } = getComputedStyle(card);
  return `${outlineColor} ${outlineOffset}`;
})"""


def test_which_of_two_piles_and_of_two_selected_cards_has_the_focus_is_seen(opens: Opens) -> None:
    page = opens(nine(turns=0), LAPTOP, NINE).page
    for marked in (page.locator(".piles .card"), page.locator("#hand [aria-pressed=true]")):
        for place in range(2):
            if not marked.count():
                page.locator("#hand .card").nth(0).press("Enter")
                page.locator("#hand .card").nth(1).press("Enter")
            marked.nth(place).focus()
            rings = marked.evaluate_all(RINGS)
            assert rings[place] != rings[1 - place]


MOVES = "() => server.sent.filter(({ t }) => t !== 'ping' && t !== 'seen').length"


def test_with_nothing_to_draw_the_focus_at_go_is_in_the_hand(opens: Opens) -> None:
    drawn = opens(corner(draw=36, phase="countdown", go_at=1))
    drawn.page.locator("#sort").click()
    expect(drawn.page.locator("#says")).to_have_text("Wait for GO")
    assert drawn.page.evaluate(MOVES) == 0
    drawn.page.locator("#sort").focus()
    drawn.page.evaluate("() => document.activeElement.blur()")
    drawn.pushes(screens.board(corner(draw=36, n=58)))
    expect(drawn.page.locator("#s0 .card")).to_be_focused()
    drawn.page.locator("#drawbox").click(force=True)
    assert drawn.page.evaluate(MOVES) == 0, "it is dead"


def test_after_the_last_card_of_the_hand_the_focus_is_on_the_draw_pile(opens: Opens) -> None:
    page = opens(corner(draw=1)).page
    page.evaluate("() => { server.answers.play = () => ({ t: 'see' }); }")
    page.locator("#s0 .card").press("Enter")
    expect(page.locator("#drawbox")).to_be_focused()


def test_a_standstill_leaves_the_focus_at_its_card(opens: Opens) -> None:
    drawn = opens(corner(draw=MANY))
    drawn.page.locator("#s3 .card").focus()
    drawn.pushes(screens.board(at_a_standstill(SOON)))
    expect(drawn.page.locator("#hand")).to_be_focused()
    drawn.pushes(screens.board(corner(draw=MANY, n=1003)))
    expect(drawn.page.locator("#s3 .card")).to_be_focused()


def test_who_plays_again_moves_nobody_elses_focus(opens: Opens) -> None:
    drawn = opens(finished(0))
    drawn.page.locator("#ready").focus()
    drawn.pushes(screens.over(finished(0, ready=frozenset({1}), n=58)))
    expect(drawn.page.locator("#ready")).to_be_focused()


def test_buttons_that_come_again_as_they_were_leave_the_focus_in_peace(opens: Opens) -> None:
    """A screen reader would say the focus at each move of another."""
    view = nine(turns=0)
    drawn = opens(view, shown=NINE)
    drawn.page.locator("#lay").focus()
    drawn.page.evaluate("() => addEventListener('focusin', () => (window.again = true))")
    drawn.pushes(nine_screens.actions(view))
    assert drawn.page.evaluate("() => [document.activeElement.id, window.again]") == ["lay", None]


def test_a_board_that_waits_for_a_finger_counts_down_once_the_finger_has_left(opens: Opens) -> None:
    """It comes while the picture's link is pressed: a link is not taken from under a finger."""
    drawn = opens(finished(0))
    page = drawn.page
    page.get_by_role("link", name="My picture").hover()
    page.mouse.down()
    drawn.pushes(screens.board(corner(draw=0, phase="countdown", go_at=SOON, n=60, round=2)))
    expect(page.locator("#over")).to_have_attribute("data-phase", "over")
    page.mouse.move(0, 0)
    page.mouse.up()
    expect(page.locator("#over [data-count]")).to_have_text("3")


def test_of_two_panels_that_wait_for_a_finger_the_newer_one_comes(opens: Opens) -> None:
    page = opens(finished(0)).page
    page.get_by_role("link", name="My picture").hover()
    page.mouse.down()
    for n, ready in ((59, {1}), (58, set[int]())):
        over = screens.over(finished(0, n=n, ready=frozenset(ready)))
        page.evaluate("([n, html]) => server.socket.say(JSON.stringify({ t: 'see', n, html }))", [n, over])
    page.mouse.move(0, 0)
    page.mouse.up()
    expect(page.get_by_text("Mohammed is ready.")).to_be_visible()


def test_what_was_said_of_a_round_is_gone_with_it(opens: Opens) -> None:
    drawn = opens(corner(3, phase="countdown", go_at=1))
    drawn.pushes(screens.board(corner(3, n=58)))
    expect(drawn.page.locator("#alert")).to_have_text("GO")
    drawn.pushes(screens.cards(one_left(), 0))
    expect(drawn.page.locator("#live")).to_have_text(re.compile(TOP))
    drawn.pushes(screens.board(finished(0, n=59)))
    expect(drawn.page.locator("#over h2")).to_be_focused()
    expect(drawn.page.locator("#live")).to_be_empty()
    expect(drawn.page.locator("#alert")).to_be_empty()


def test_one_card_left_is_said_before_the_top_card(opens: Opens) -> None:
    drawn, view = opens(corner(3)), one_left()
    for seat, sentence in ((0, "You have one left."), (1, f"{NAMES[1]} has one card left.")):
        drawn.pushes(screens.cards(view._replace(view=view.view._replace(called=(seat, 5))), seat))
        expect(drawn.page.locator("#live")).to_have_text(re.compile(f"^{re.escape(sentence)} {TOP}$"))
    expect(drawn.page.locator(".cards .bubble")).to_have_count(1)


def test_an_own_card_that_fits_says_the_new_top_card_and_the_fifth_in_a_row_how_many(opens: Opens) -> None:
    view = corner()
    drawn = opens(view, LAPTOP)
    for card, run, said in ((0, 4, ""), (1, 5, "5 in a row. ")):
        html = screens.run("en", view.view.options, run) + screens.played(view, 0)
        drawn.answers_moves({"t": "ok", "html": html})
        drawn.page.locator("#hand .card").nth(card).click()
        expect(drawn.page.locator("#live")).to_have_text(re.compile(f"^{said}{TOP}$"))


def test_l_says_who_played_what_also_where_its_sums_stand_there(opens: Opens) -> None:
    view = corner(options={"hints": True})
    page = opens(view._replace(view=view.view._replace(called=(1, 4)))).page
    page.locator("#s0 .card").focus()
    page.keyboard.press("l")
    expect(page.locator("#live")).to_have_text(f"{NAMES[1]} played 4")


def test_while_a_turn_goes_on_it_is_not_said_again_whose_it_is(opens: Opens) -> None:
    view = nine(turns=0)
    drawn = opens(view, shown=NINE)
    live = drawn.page.locator("#live")
    expect(live).to_contain_text("Your turn.")
    drawn.pushes(nine_screens.turn(view._replace(view=view.view._replace(stage="lay"))))
    expect(live).not_to_contain_text("Your turn.")
    expect(live).not_to_be_empty()


def test_one_card_left_is_said_before_whose_turn_it_is(opens: Opens) -> None:
    drawn = opens(by_turns(3))
    expect(drawn.page.locator("#live")).to_have_text(re.compile("^Your turn."))
    drawn.pushes(screens.cards(one_left(), 0) + screens.turn(corner(3, seat=2, options={"mode": "turns"})))
    said = f"^{NAMES[0]} has one card left. {NAMES[1]}'s turn. {TOP}$"
    expect(drawn.page.locator("#live")).to_have_text(re.compile(said))


def test_a_standstill_is_said_once_without_its_seconds_and_whose_turn_it_was(opens: Opens) -> None:
    drawn = opens(by_turns(2))
    page = drawn.page
    expect(page.locator("#live")).to_have_text(re.compile("^Your turn."))
    page.evaluate(LISTENS)
    drawn.pushes(screens.turn(corner(2, seat=0, options={"mode": "turns"})))
    drawn.pushes(screens.board(at_a_standstill(page.evaluate("() => Date.now()") + 2500)))
    expect(page.locator("#over [data-count]")).to_have_text(re.compile("1|GO"))
    assert page.evaluate("() => heard") == ["Nobody can play. Turning up a card."]


HOUR = 3_600_000
AHEAD = f"(frame) => {{ const pong = right(frame); return {{ ...pong, s: pong.s + {HOUR} }}; }}"
"""The server's clock is an hour ahead of the device's."""


def test_three_two_one_and_go_are_said(browser: Browser) -> None:
    drawn = Drawn(browser, SMALL, corner(draw=0, phase="waiting"))
    page = drawn.page
    page.clock.install()
    page.add_init_script(f"const right = server.answers.ping; server.answers.ping = {AHEAD}")
    drawn.opens()
    page.wait_for_function("() => document.getElementById('net').dataset.net === 'good'")
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.evaluate(LISTENS)
    for ready in ({0}, {0, 1}):
        drawn.pushes(screens.over(corner(draw=0, phase="waiting", ready=frozenset(ready))))
        page.clock.run_for(1000)
    waits = page.locator("#over .waiting").inner_text()
    go_at = page.evaluate("() => Date.now()") + 3000 + HOUR
    drawn.pushes(screens.board(corner(draw=0, phase="countdown", go_at=go_at, n=58)))
    page.clock.run_for(3000)
    drawn.pushes(screens.started(corner(draw=0, n=59)))
    assert page.evaluate("() => heard")[:5] == [waits, "3", "2", "1", "GO"]
    says = page.locator("#says")
    expect(says).to_have_text("GO")
    drawn.pushes(screens.board(finished(0, n=60)))
    expect(says).to_have_text("")
    drawn.leaves()


EDGE = """hand => [null, "::before"].map(part => getComputedStyle(hand, part))
  .find(part => part.outlineStyle === "dashed").outlineColor"""
"""The colour of the dashed edge of the rows that are seen."""


def test_a_hand_keeps_its_colours_while_its_player_waits_or_the_line_is_lost(opens: Opens) -> None:
    page = opens(corner()).page
    free = page.locator("#hand").evaluate(EDGE)
    for name in ("locked", "lost"):
        page.locator("#table").evaluate("(table, name) => table.classList.add(name)", name)
        faded = page.locator("#hand, #hand .card").evaluate_all(
            "parts => parts.filter(part => getComputedStyle(part).opacity !== '1').length"
        )
        assert faded == 0
        assert page.locator("#hand").evaluate(EDGE) != free
        page.locator("#table").evaluate("(table, name) => table.classList.remove(name)", name)
