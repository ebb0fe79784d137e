"""A child without a table, or whose table is done, looks on at the others, and is taken back by itself."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NAMES, People
from tests.browser.driving.people import LAPTOP, PHONE, Child
from tests.browser.driving.play import play_to_the_end, somebody_plays
from tests.browser.over_http.people import RACE, SHORT

pytestmark = pytest.mark.long
LISTENS = "() => document.querySelector('#look-on') && !document.getElementById('unstarted')"
"""Before the page's script runs, a link leads away instead of opening a sheet."""
PRESSES_TWICE = "() => { const link = document.getElementById('look-on'); link.click(); link.click(); }"
"""Found and pressed in one step: a link that the first news of the line has just replaced would lead away."""
SMALL = RACE.but(table_size="2", **SHORT)


def looks_on(child: Child, tables: int) -> None:
    child.page.get_by_role("link", name="Watch").click()
    expect(child.page.get_by_role("dialog", name="Watch").locator(".little")).to_have_count(tables)


def is_back(child: Child) -> None:
    expect(child.page.get_by_role("dialog")).to_have_count(0)


def test_a_latecomer_sees_a_card_change_and_comes_back_with_escape(people: People) -> None:
    teacher, children = people.at_a_table((Child, PHONE), (Child, LAPTOP), settings=SMALL)
    people.hear_go(children)
    late = people(Child, PHONE, has_touch=True)
    late.joins(teacher.code, NAMES[2])
    looks_on(late, 1)
    card = late.page.locator(".little .small-card")
    before = card.text_content() or ""
    for child in children:
        child.draws()
    somebody_plays(*children)
    expect(card).not_to_have_text(before)
    late.page.keyboard.press("Escape")
    is_back(late)
    expect(late.page.get_by_role("link", name="Watch")).to_be_focused()


def test_a_second_press_while_the_tables_are_fetched_opens_no_second_sheet(people: People) -> None:
    teacher, children = people.at_a_table((Child, PHONE), (Child, LAPTOP), settings=SMALL)
    people.hear_go(children)
    late = people(Child, PHONE)
    late.joins(teacher.code, NAMES[2])
    asked: list[str] = []
    late.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/look-on/") else None)
    late.page.wait_for_function(LISTENS)
    late.page.evaluate(PRESSES_TWICE)
    expect(late.page.get_by_role("dialog", name="Watch").first).to_be_visible()
    assert len(asked) == 1
    late.presses("Back")
    is_back(late)


def test_a_child_whose_round_is_over_looks_on_until_its_table_begins_again(people: People) -> None:
    _, children = people.at_a_table(*[(Child, LAPTOP)] * 4, settings=SMALL)
    people.hear_go(children)
    first = [child for child in children if child.page.url == children[0].page.url]
    play_to_the_end(first)
    watcher, other = first
    looks_on(watcher, 2)
    watcher.presses("Back")
    is_back(watcher)
    watcher.presses("Play again")
    looks_on(watcher, 2)
    other.presses("Play again")
    is_back(watcher)
    watcher.waits_for("playing")
