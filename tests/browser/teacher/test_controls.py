"""A lesson in which the teacher stays in charge: paused, gone on, a message, a child moved, ended by the clock."""

import re
import sqlite3
import time

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import People
from tests.browser.driving.looks import faults, forbidden
from tests.browser.driving.people import PHONE, Child, Teacher
from tests.browser.driving.play import play_to_the_end
from tests.browser.over_http.people import RACE, SHORT

pytestmark = pytest.mark.long

Lesson = tuple[Teacher, list[Child]]
MESSAGE = "Count on from the top card."


@pytest.fixture(scope="module")
def lesson(same_people: People) -> Lesson:
    """Amir and Bea at one table, Chen and Dana at another one, as the teacher chose; both have heard GO."""
    teacher = same_people.with_a_class()
    code = teacher.lets_in(RACE.but(table_size="2", minutes="20", **SHORT))
    children = same_people.come_in(code, *[(Child, PHONE)] * 4)
    for child in children:
        child.goes("/waiting/")
    teacher.looks_at()
    _choose_tables(teacher, {"Amir": "1", "Bea": "1", "Chen": "2", "Dana": "2"})
    teacher.starts()
    same_people.go_to_their_tables(children)
    same_people.hear_go(children)
    return teacher, children


def _counts_down_on_the_projector(teacher: Teacher) -> None:
    """A timer that the teacher chose is seen by all, and music, if there was any, is silent."""
    board = teacher.page.context.new_page()
    board.goto(teacher.page.url.replace("/monitor/", "/screen/"))
    music = board.get_by_role("button", name="Music while we play")
    music.click()
    expect(music).to_have_attribute("aria-pressed", "true")
    board.reload()  # as for the next round
    expect(music).to_have_attribute("aria-pressed", "true")
    expect(board.locator(".timer")).to_have_count(0)
    teacher.presses("1 min", exact=True)
    expect(board.locator(".timer")).to_have_text(re.compile(r"0:5\d|1:00"))
    expect(board.locator(".timer .left")).to_have_attribute("stroke-dasharray", re.compile(r"\d+"))
    expect(teacher.page.get_by_role("button", name="1 min", exact=True)).to_have_attribute("aria-pressed", "true")
    assert faults(board) == []
    board.keyboard.press("m")
    expect(music).to_have_attribute("aria-pressed", "false")
    board.close()


SCROLLS = """(chip, pointerType) => {
  const is = { pointerType, bubbles: true };
  chip.dispatchEvent(new PointerEvent("pointerdown", { ...is, clientX: 100, clientY: 100 }));
  chip.dispatchEvent(new PointerEvent("pointermove", { ...is, clientX: 100, clientY: 150 }));
  const drags = chip.matches(".dragged");
  chip.dispatchEvent(new PointerEvent("pointercancel", is));
  return [drags, chip.matches(".dragged")];
}"""
"""A pen drags a face until the browser takes its way for a scroll of the page; a finger scrolls at once."""


DROPPED_WITHOUT_A_CLICK = """chip => new Promise(done => {
  const is = (x) => ({ pointerType: "mouse", bubbles: true, clientX: x, clientY: 0 });
  chip.dispatchEvent(new PointerEvent("pointerdown", is(100)));
  chip.dispatchEvent(new PointerEvent("pointermove", is(1)));
  chip.dispatchEvent(new PointerEvent("pointerup", is(1)));
  setTimeout(() => {
    document.addEventListener("click", () => done(true), { once: true });
    document.querySelector("h1").click();
    done(false);
  });
})"""
"""A face is dropped beside the tables, without the click that not every browser sends. Is the next one heard?"""


def _choose_tables(teacher: Teacher, tables: dict[str, str]) -> None:
    teacher.follows("Who sits together")
    teacher.arrives_at("/tables/$")
    amir, chen = (teacher.page.locator(".chip", has_text=name) for name in ("Amir", "Chen"))
    assert amir.evaluate(SCROLLS, "pen") == [True, False]
    assert amir.evaluate(SCROLLS, "touch") == [False, False]
    assert amir.evaluate(DROPPED_WITHOUT_A_CLICK)
    amir.click()
    teacher.sees("Amir is picked up.")
    teacher.page.keyboard.press("Escape")
    expect(amir).to_have_attribute("aria-pressed", "false")
    for name, number in {**tables, "Amir": tables["Chen"], "Chen": tables["Amir"]}.items():
        table = teacher.page.locator(f'[data-table="{number}"]')
        teacher.page.locator(".chip", has_text=name).drag_to(table)
        expect(table).to_contain_text(name)
    amir.drag_to(chen)  # they swap
    for name, number in tables.items():
        expect(teacher.page.locator(f'[data-table="{number}"]')).to_contain_text(name)
    assert faults(teacher.page) == []
    teacher.presses("Keep these tables")


WHOLE = """() => [...document.querySelectorAll(".tile")].every(
  tile => tile.scrollWidth <= tile.clientWidth && tile.offsetWidth >= 200)"""
"""Whether every tile is, found and measured at once: the next second's news may put new ones in for the old."""


def test_eyes_up_covers_every_table_and_going_on_brings_back_the_same_hands(lesson: Lesson) -> None:
    teacher, children = lesson
    children[0].draws()
    hand = children[0].hand()
    teacher.presses("Eyes up! Pause all")
    for child in children:
        child.waits_for("held")
        expect(child.page.get_by_role("heading", name="Eyes up!")).to_be_focused()
        expect(child.cards).to_have_count(0)
    assert faults(children[0].page) == []
    _counts_down_on_the_projector(teacher)
    expect(teacher.page.locator(".tile").filter(has_text="paused")).to_have_count(2)
    assert teacher.page.evaluate(WHOLE)
    children[0].page.set_viewport_size(PHONE)
    children[0].page.reload()
    children[0].waits_for("held")
    assert faults(teacher.page) == []
    assert forbidden(teacher.page.content()) == []
    teacher.presses("Go on: 3, 2, 1")
    for child in children:
        child.waits_for("playing")
    assert children[0].hand() == hand


def test_a_message_is_read_and_put_away(lesson: Lesson) -> None:
    teacher, children = lesson
    teacher.page.locator("#say > summary").click()
    teacher.page.get_by_label("Message").select_option(label=MESSAGE)
    teacher.presses("Show it on the screens")
    for child in children:
        expect(child.page.locator("#note")).to_contain_text(MESSAGE)
    children[0].page.get_by_role("button", name="OK").click()
    expect(children[0].page.locator("#note")).to_be_hidden()
    assert children[1].page.locator("#note").is_visible()


def test_after_a_word_to_one_table_the_focus_is_where_it_was_said(lesson: Lesson) -> None:
    teacher, _children = lesson
    teacher.page.keyboard.press("Escape")
    teacher.follows("Amir")
    expect(teacher.page.locator("#drawer-name")).to_be_focused()
    teacher.page.locator("#say-here > summary").click()
    teacher.page.locator("#say-here button").first.click()
    expect(teacher.page.locator("#say-here > summary")).to_be_focused()


def test_a_drawer_that_cannot_be_fetched_is_there_as_soon_as_the_line_is(lesson: Lesson) -> None:
    """Without a connection a press says what the banner says, and the tables say how old they are (promise 16); what
    happened meanwhile at the table is told afterwards."""
    teacher, children = lesson
    drawer, banner = teacher.page.locator("#drawer"), teacher.page.locator("[data-banner]")
    teacher.forgives("WebSocket connection|net::ERR_")
    teacher.page.keyboard.press("Escape")
    teacher.page.context.set_offline(True)
    teacher.follows("Amir")
    expect(banner).to_contain_text("No connection.")
    expect(drawer).to_be_hidden()
    teacher.page.context.set_offline(False)
    expect(banner).to_be_hidden()
    teacher.follows("Table 1")
    hands = drawer.locator(".hands")
    before = hands.inner_text()
    age, tiles = teacher.page.locator("[data-age]"), teacher.page.locator("#tiles")
    expect(age).to_have_text("Up to date")
    teacher.page.context.set_offline(True)
    expect(banner).to_be_visible()
    children[0].draws()
    expect(age).to_have_text(re.compile(r"Last update \d+ s ago"))
    expect(tiles).to_have_class(re.compile(r"\bstale\b"))
    teacher.page.context.set_offline(False)
    expect(age).to_have_text("Up to date")
    expect(tiles).not_to_have_class(re.compile(r"\bstale\b"))
    expect(hands).not_to_have_text(before, use_inner_text=True)
    assert teacher.complaints == []


def test_of_two_tables_the_drawer_shows_the_one_that_was_asked_for_last(lesson: Lesson) -> None:
    """Though its answer comes first."""
    teacher, _children = lesson
    page, late = teacher.page, list[Route]()
    page.keyboard.press("Escape")
    first = page.get_by_role("link", name="Table 1").first
    address = f"**{first.get_attribute('href')}"
    page.route(address, lambda route: late.append(route))
    first.click()
    teacher.follows("Table 2")
    heading = page.locator("#drawer-name")
    expect(heading).to_have_text("Table 2")
    with page.expect_response(address) as answer:
        late[0].continue_()
    answer.value.finished()
    page.evaluate("() => new Promise(done => setTimeout(done))")
    expect(heading).to_have_text("Table 2")
    page.unroute(address)


def test_a_moved_child_plays_at_the_other_table_from_its_next_round(lesson: Lesson) -> None:
    teacher, (amir, bea, chen, dana) = lesson
    teacher.page.keyboard.press("Escape")
    expect(teacher.page.locator("#say")).not_to_have_attribute("open", "")
    teacher.follows("Dana")
    expect(teacher.page.locator("#drawer-name")).to_be_focused()
    assert faults(teacher.page) == []
    teacher.page.locator("#move > summary").click()
    teacher.page.get_by_label("To", exact=True).select_option(label="table 1")
    teacher.presses("Move", exact=True)
    dana.page.wait_for_url("**/waiting/")
    dana.sees("Your table is table 1. You play in the next round.")
    expect(teacher.page.locator("#waiting-room")).to_contain_text("Dana")
    play_to_the_end([amir, bea])
    for child in (amir, bea):
        child.presses("Play again")
    for child in (amir, bea, dana):
        child.comes_to_the_table()
        expect(child.page.locator(".at-table li")).to_have_count(3)
    assert chen.phase in ("playing", "standstill", "over")


def test_the_time_limit_ends_the_lesson_by_itself(lesson: Lesson) -> None:
    teacher, children = lesson
    teacher.goes(f"/sessions/{teacher.session}/")
    expect(teacher.page.locator("[data-ends-at]")).to_have_text(re.compile(r"\d+:\d\d"))
    _only_a_moment_is_left(teacher)
    teacher.presses("Eyes up! Pause all")
    teacher.presses("Go on: 3, 2, 1")
    for child in children:
        child.page.wait_for_url("**/waiting/", timeout=40_000)
        child.sees("Wait for your teacher.")
    teacher.page.wait_for_url(f"**/sessions/{teacher.session}/")
    teacher.sees("Well played, ")
    assert faults(teacher.page) == []
    teacher.page.locator(".more > summary").click()
    assert faults(teacher.page) == []
    teacher.follows("Who was there")
    teacher.sees("4 of 4 students came")
    assert faults(teacher.page) == []


def _only_a_moment_is_left(teacher: Teacher) -> None:
    """Nobody waits half an hour: the end stands in the database, where a restart would read it, too."""
    database = next(teacher.server.data.glob("*.sqlite3"))
    with sqlite3.connect(database, timeout=10) as rows:
        ends = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(time.time() + 10))
        rows.execute("UPDATE classroom_classsession SET ends_at = ? WHERE id = ?", (ends, teacher.session))
