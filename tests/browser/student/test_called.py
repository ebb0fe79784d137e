"""A child who does something else while it waits is here all the time, and is called to its table from there."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.people import PHONE, Child
from tests.browser.over_http.people import RACE

pytestmark = pytest.mark.long

PAGES = {
    "Amir": "/my-page/card/",
    "Bea": "/how-to-play/around_the_corner/",
    "Chen": "/my-page/",
    "Dana": "/my-table/?next=/waiting/",
    "Elsa": "/practice/",
    "Finn": "/practice/",
}
"""Who is where; Finn has begun to practise."""
DEAD = 7
"""Seconds after which the lobby would know that a page is dead."""


def test_who_is_on_another_page_when_the_teacher_starts_is_taken_to_the_table(people: People) -> None:
    teacher = people.with_a_class(list(PAGES))
    code = teacher.lets_in(RACE.but(table_size="2"))
    children = {name: people(Child, PHONE, has_touch=True) for name in PAGES}
    for name, page in PAGES.items():
        children[name].comes_in(code, name)
        children[name].goes(page)
    children["Finn"].page.locator("main form .button.primary").first.click()
    expect(children["Finn"].page.locator(".practice-bar")).to_be_visible()

    teacher.goes(f"/sessions/{teacher.session}/")
    teacher.page.wait_for_timeout(DEAD * 1000)
    expect(teacher.page.locator(".arrival.asleep")).to_have_count(0)
    expect(teacher.page.locator("#start-button")).to_have_text(re.compile("Start with 6"))
    teacher.starts()

    call = children["Finn"].page.get_by_role("dialog", name="Your lesson goes on now.")
    expect(call).to_be_visible()
    call.get_by_role("link", name="To my table").click()
    for child in children.values():
        child.comes_to_the_table()
    expect(teacher.page.locator(".seat-row")).to_have_count(6)
    expect(teacher.page.get_by_text("away", exact=True)).to_have_count(0)


def test_the_lobby_names_a_dead_page_within_six_seconds_and_sees_it_wake(people: People) -> None:
    """The page's thread stands still, as on a device that has gone to sleep: no close frame comes."""
    teacher = people.with_a_class()
    code = teacher.lets_in(RACE.but(table_size="2"))
    children = [people(Child, PHONE, has_touch=True) for _ in range(3)]
    for child, name in zip(children, ("Amir", "Bea", "Chen"), strict=True):
        child.comes_in(code, name)
        child.goes("/waiting/")
    teacher.goes(f"/sessions/{teacher.session}/")
    expect(teacher.page.locator("#start-button")).to_have_text(re.compile("Start with 3"))
    children[2].page.wait_for_timeout(3000)
    sleeper = children[2].context.new_cdp_session(children[2].page)
    sleeper.send("Debugger.enable")
    sleeper.send("Debugger.pause")
    expect(teacher.page.locator(".arrival.asleep")).to_have_text(re.compile("Chen"), timeout=6000)
    expect(teacher.page.locator("#start-button")).to_have_text(re.compile("Start with 2"))
    expect(teacher.page.get_by_text("2 of 3 are awake")).to_be_visible()
    sleeper.send("Debugger.resume")
    expect(teacher.page.locator("#start-button")).to_have_text(re.compile("Start with 3"))
