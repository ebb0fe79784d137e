"""Turns as two children play them: through htmx, by keyboard, behind a firewall, without scripts, in large text."""

import json
import re
from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.driving.people import CUT_OFF, FINGER_MS, LAPTOP, PHONE, Child, ViewportSize
from tests.browser.driving.play import (
    draws_one_that_does_not_fit,
    draws_one_that_fits,
    has_last_card,
    wait_until_settled,
    whose,
)
from tests.browser.over_http.people import RACE, SHORT, TURNS, Settings
from tests.browser.table.test_without_sockets import Walled

pytestmark = pytest.mark.long

SMALL: ViewportSize = {"width": 320, "height": 568}
LARGE_TEXT = "document.documentElement.style.fontSize = '200%'"
SUMS = re.compile(
    r"\d+ does not fit on \d+ ±\d\.\s+"
    r"\d+\s−\s\d\s(=|→\sround\sthe\scorner\s→)\s\d+ or\s+\d+\s\+\s\d\s(=|→\sround\sthe\scorner\s→)\s\d+"
)
HOPS = re.compile(r"^Back: \d+(, \d+)*\. On: \d+(, \d+)*\.$")


def at_turns(people: People, *who: tuple[type[Child], ViewportSize], settings: Settings = TURNS) -> list[Child]:
    """Children at a table by turns, after GO."""
    return people.in_a_race(*who, settings=settings)[1]


def has_the_turn(child: Child) -> None:
    expect(child.page.locator("#turn")).to_have_text(re.compile(r"^\s*Your turn"))


def takes_a_turn(child: Child, others: list[Child]) -> None:
    """Draw until a card fits and play it, or pass; see that all screens follow."""
    patiently(
        lambda: child.fitting() or not child.can_draw() or has_last_card(child),
        "a card to play, or no more to draw",
        child,
        meanwhile=child.draws,
    )
    fits = child.fitting()
    if not fits and not has_last_card(child):
        child.presses("Pass")
        expect(child.page.locator("#turn")).not_to_contain_text("Your turn")
        return
    seq = child.seq()
    child.looks()
    child.taps(fits[0] if fits else next(iter(child.hand())))
    for each in (child, *others):
        each.page.wait_for_function(
            "seq => document.getElementById('over').dataset.phase != 'playing'"
            " || Number(document.getElementById('top').dataset.seq) > seq", arg=seq
        )  # fmt: skip


def test_two_children_play_a_whole_round_by_turns(people: People) -> None:
    children = at_turns(people, (Child, SMALL), (Child, LAPTOP), settings=TURNS.but(**SHORT))
    first = children[0]

    def goes_on() -> None:
        if first.phase == "playing":
            mine, other = whose(children)
            takes_a_turn(mine, [other])
        else:
            for child in children:
                wait_until_settled(child)

    patiently(lambda: first.phase == "over", "the end of the round", *children, meanwhile=goes_on, seconds=A_ROUND)
    for child in children:
        child.waits_for("over")
        child.sees(re.compile("You finished first!|Good round, "))


def test_whose_turn_it_is_stands_in_words_arrow_and_border_and_is_said(people: People) -> None:
    mine, other = whose(at_turns(people, (Child, SMALL), (Child, LAPTOP)))
    expect(other.page.locator("#turn")).to_contain_text(f"{mine.name}'s turn")
    expect(mine.page.locator("#live")).to_have_text(re.compile(r"^Your turn\. Top \d+, plus or minus \d"))
    seat = mine.page.locator("#table").get_attribute("data-seat")
    for child in (mine, other):
        border = (
            "seat => [getComputedStyle(seat).borderTopWidth,"
            " getComputedStyle(seat.querySelector('.name'), '::before').content[1]]"
        )
        assert child.page.locator(f"#seat-{seat}").evaluate(border) == ["3px", "▶"]
        expect(child.page.get_by_role("img", name=HOPS)).to_be_visible()
        assert axe_violations(child.page) == []


def test_what_is_not_allowed_is_refused_in_kind_words(people: People) -> None:
    mine, other = whose(at_turns(people, (Child, PHONE), (Child, LAPTOP)))
    other.page.locator("#drawbox").click()
    other.is_told(f"Wait for {mine.name}.")
    mine.presses("Pass")
    mine.is_told("You can still draw a card.")
    wrong = draws_one_that_does_not_fit(mine)
    mine.looks()
    mine.taps(wrong)
    mine.is_told(SUMS)
    expect(mine.page.locator(f"#{wrong}")).to_be_visible()
    has_the_turn(mine)
    hand = other.page.locator("#hand").evaluate_handle("hand => hand.firstElementChild")
    takes_a_turn(mine, [other])
    assert hand.evaluate("slot => slot.isConnected")
    has_the_turn(other)


def test_a_page_hears_of_what_it_posts_in_the_answer_alone(people: People) -> None:
    mine, _other = whose(at_turns(people, (Child, PHONE), (Child, LAPTOP)))
    heard: list[str | bytes] = []
    mine.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(frame)))
    mine.page.reload()
    patiently(lambda: heard, "the board on the new line", mine, meanwhile=lambda: mine.page.wait_for_timeout(50))
    mine.has_a_line()
    heard.clear()
    mine.draws()
    mine.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # a heartbeat
    patiently(lambda: heard, "its answer", mine, meanwhile=lambda: mine.page.wait_for_timeout(50))
    assert {json.loads(frame)["t"] for frame in heard} == {"pong"}  # the page asks of itself, too, every five seconds


def test_a_turn_is_played_with_the_keyboard_alone(people: People) -> None:
    mine, other = whose(at_turns(people, (Child, LAPTOP), (Child, LAPTOP)))
    mine.page.locator("#drawbox").focus()

    def draws_by_key() -> None:
        before = mine.cards.count()
        mine.page.keyboard.press("Enter")
        expect(mine.cards).to_have_count(before + 1)

    fits = patiently(mine.fitting, "a card that fits", mine, meanwhile=draws_by_key)[0]
    mine.looks()
    seq = mine.seq()
    mine.page.locator("#hand .card[tabindex='0']").focus()
    mine.goes_along_to(fits)
    mine.page.keyboard.press("Enter")
    other.sees_top(seq + 1)
    has_the_turn(other)


def test_the_clock_is_shown_and_more_time_puts_it_off(people: People) -> None:
    mine, other = whose(at_turns(people, (Child, SMALL), (Child, LAPTOP), settings=TURNS.but(turn_clock="30000")))
    expect(mine.page.locator("#turn .clock")).to_have_text(re.compile(r"^\d\d? s$"))
    expect(other.page.locator("#more")).to_have_count(0)
    ends = mine.page.locator("#turn").get_attribute("data-ends-at")
    assert axe_violations(mine.page) == []
    mine.presses("More time")
    for child in (mine, other):
        expect(child.page.locator("#turn")).to_have_attribute("data-ends-at", str(int(ends or 0) + 30_000))


def test_turns_go_round_behind_a_firewall(people: People) -> None:
    children = at_turns(people, (Walled, PHONE), (Walled, LAPTOP), (Child, LAPTOP))
    for _ in range(4):
        mine, _other = whose(children)
        takes_a_turn(mine, [child for child in children if child is not mine])
        expect(mine.page.locator("#turn")).not_to_contain_text("Your turn")


def test_ready_said_before_there_is_a_line_is_said_once_when_there_is_one(people: People) -> None:
    teacher = people.with_a_class()
    near, far = people.come_in(teacher.lets_in(RACE.but(table_size="2")), (Child, PHONE), (Walled, LAPTOP))
    far.forgives(CUT_OFF)
    far.page.route("**/board/*", lambda route: route.abort())
    posted: list[str] = []
    far.page.on("request", lambda request: posted.append(request.post_data or "") if request.method == "POST" else None)
    teacher.by_http.starts()
    for child in (near, far):
        child.goes("/waiting/")
        child.comes_to_the_table()
    for _ in range(2):
        far.page.wait_for_timeout(FINGER_MS)
        far.page.locator("#ready").click()
    assert posted == []
    far.page.unroute("**/board/*")
    near.is_ready()
    for child in (near, far):
        child.waits_for("playing")
    assert len([one for one in posted if "ready" in one]) == 1


def test_the_newest_window_has_the_seat_and_the_old_one_says_so(people: People) -> None:
    mine, other = whose(at_turns(people, (Child, PHONE), (Child, LAPTOP)))
    old, mine.page = mine.page, mine.opens_a_page()
    mine.page.goto(old.url)
    expect(old.locator("[data-banner]")).to_contain_text("open on another screen")
    before = mine.cards.count()
    old.locator("#drawbox").click()
    old.wait_for_timeout(FINGER_MS)
    assert mine.cards.count() == before
    mine.has_a_line()
    mine.looks()
    takes_a_turn(mine, [other])


class Unscripted(Child):
    """A child whose browser runs no scripts. Everything is a form and a whole page."""

    def __init__(self, *args, **options) -> None:
        super().__init__(*args, java_script_enabled=False, **options)

    def looks_again(self) -> None:
        self.page.get_by_role("link", name="Look again").click()

    def comes_to_the_table(self) -> None:
        self.looks_again()
        super().comes_to_the_table()

    def has_a_line(self) -> None:
        """Its page has none, and needs none: what is pressed is sent as a form."""

    def waits_for(self, phase: str) -> None:
        """The page looks again by itself."""
        expect(self.page.locator("#over")).to_have_attribute("data-phase", phase)

    def hand(self) -> dict[str, int]:
        """Every answer is a whole page, which may be here in parts."""
        self.page.wait_for_load_state()
        return super().hand()

    def draws(self) -> None:
        before = len(self.hand())
        self.page.locator("#drawbox").click()
        expect(self.page.get_by_role("status").first).to_contain_text("You have a new card.")
        expect(self.cards).to_have_count(before + 1)

    def taps(self, card: str) -> None:
        self.page.locator(f"#{card}").click()


def test_two_children_play_by_turns_without_any_script(people: People) -> None:
    children = at_turns(people, (Unscripted, SMALL), (Unscripted, LAPTOP))
    for _ in children:
        for child in children:
            child.page.get_by_role("link", name="Look again").click()
        mine, other = whose(children)
        other.page.locator("#drawbox").click()
        expect(other.page.get_by_role("status").first).to_contain_text(f"Wait for {mine.name}.")
        draws_one_that_fits(mine)
        if misfits := mine.misfits():
            mine.taps(misfits[0])
            expect(mine.page.get_by_role("status").first).to_contain_text(SUMS)
        expect(mine.page.get_by_role("img", name=HOPS)).to_be_visible()
        number, card = next((mine.hand()[card], card) for card in mine.fitting())
        mine.taps(card)
        expect(mine.page.locator("#top .card .n")).to_have_text(str(number))
        expect(mine.page.locator("#turn")).to_contain_text(f"{other.name}'s turn")
        expect(other.page.locator("#turn")).to_contain_text("Your turn")  # it looks again by itself


@pytest.mark.parametrize("settings", [TURNS, RACE.but(**SHORT)], ids=["turns", "race"])
def test_at_twice_the_text_size_names_are_whole_and_nothing_lies_on_the_pile(
    people: People, settings: Settings
) -> None:
    children = at_turns(people, *[(Child, PHONE)] * 4, settings=settings)
    page = children[0].page
    page.evaluate(LARGE_TEXT)
    wide = page.locator(".seat .name").evaluate_all("""names => names
      .filter(name => getComputedStyle(name).position !== "absolute") // one's own is said, and its dots are drawn
      .map(name => [name.textContent, name.scrollWidth <= name.clientWidth + 1])""")
    assert len(wide) >= 3
    assert [name for name, is_whole in wide if not is_whole] == []
    boxes = page.locator("#sort, #pass, #top .pile .card, #drawbox").evaluate_all(
        "parts => parts.map(part => part.getBoundingClientRect().toJSON())"
    )
    assert [(a, b) for a, b in combinations(boxes, 2) if not apart(a, b)] == []
    assert all(box["left"] >= 0 and box["right"] <= 360 for box in boxes)


def apart(a: dict[str, float], b: dict[str, float]) -> bool:
    """Whether neither box lies on the other."""
    beside = a["right"] <= b["left"] or b["right"] <= a["left"]
    return beside or a["bottom"] <= b["top"] or b["bottom"] <= a["top"]
