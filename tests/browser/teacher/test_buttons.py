"""Buttons on live pages: what others do meanwhile does not take them from under a finger. And the browser's: Back."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import People
from tests.browser.driving.people import PHONE, Child
from tests.browser.over_http.people import RACE, HttpChild


def test_start_works_though_a_child_arrives_while_it_is_pressed(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.lets_in(RACE.but(table_size="3"))
    teacher.looks_at()
    for name in ("Amir", "Bea"):
        HttpChild(teacher.server.url, code, name)
    start = teacher.page.get_by_role("button", name="Start with 2")
    expect(start).to_be_visible()
    start.hover()
    teacher.page.mouse.down()
    HttpChild(teacher.server.url, code, "Chen")
    expect(teacher.page.locator(".arrival.here")).to_have_count(3)
    teacher.page.mouse.up()
    teacher.arrives_at("/monitor/$")


def test_the_number_on_the_start_button_follows_once_the_finger_has_left_it(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.lets_in(RACE.but(table_size="2"))
    teacher.looks_at()
    HttpChild(teacher.server.url, code, "Amir")
    button = teacher.page.locator("#start-button")
    expect(button).to_have_text("Start with 1")
    button.hover()
    teacher.page.mouse.down()
    HttpChild(teacher.server.url, code, "Bea")
    expect(teacher.page.locator(".arrival.here")).to_have_count(2)
    teacher.page.mouse.move(0, 0)
    teacher.page.mouse.up()
    expect(button).to_have_text("Start with 2")


PLACES = '() => [...document.querySelectorAll(".arrival")].map((each) => JSON.stringify(each.getBoundingClientRect()))'
"""The place of each name, found and measured at once: an open page puts new ones in for the old."""


@pytest.mark.parametrize("size", [4, 12, 24])
def test_no_name_in_the_lobby_moves_when_a_child_comes_in(people: People, size: int) -> None:
    names = [f"Child {number}" for number in range(1, size + 1)]
    teacher = people.with_a_class(names)
    code = teacher.lets_in(RACE)
    teacher.looks_at()
    places = teacher.page.evaluate(PLACES)
    child = people(Child, PHONE)
    child.comes_in(code, names[0])
    child.goes("/waiting/")
    expect(teacher.page.locator(".arrival .state")).to_have_count(1)
    assert len(places) == size
    assert teacher.page.evaluate(PLACES) == places


def test_two_presses_of_start_open_one_race(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.lets_in(RACE.but(table_size="2"))
    teacher.looks_at()
    children = people.come_in(code, (Child, PHONE), (Child, PHONE))
    for child in children:
        child.goes("/waiting/")
    start = teacher.page.get_by_role("button", name="Start with 2")
    expect(start).to_be_visible()
    start.dblclick()
    teacher.arrives_at("/monitor/$")
    expect(teacher.page.locator(".tile")).to_have_count(1)
    people.go_to_their_tables(children)


def press(page: Page) -> None:
    """Press what is under the pointer, and wait for nothing."""
    page.mouse.down()
    page.mouse.up()


def test_a_double_click_sends_a_form_once(people: People) -> None:
    """The answer to the second press would be that nothing is there: the first one has done it."""
    teacher = people.with_a_class()
    teacher.goes(f"/classes/{teacher.classroom}/teachers/")
    teacher.page.get_by_label("E-mail").fill("ben@school.example")
    teacher.page.get_by_role("button", name="Invite").click()
    take_back = teacher.page.get_by_role("button", name="Take back")
    expect(take_back).to_be_visible()
    under_way: list[Route] = []
    teacher.page.route("**/take-back/", lambda route: under_way.append(route))
    take_back.hover()
    with teacher.page.expect_request("**/take-back/"):
        press(teacher.page)
    press(teacher.page)
    for each in under_way:
        each.continue_()
    expect(teacher.page.get_by_text("The invitation is taken back.")).to_be_visible()
    assert len(under_way) == 1


def test_back_shows_nobody_a_page_of_who_has_signed_out(people: People) -> None:
    """WebKit brings such a page back whole; Chromium, which is told not to keep any, hears what WebKit would say."""
    teacher = people.with_a_class()
    teacher.goes(f"/classes/{teacher.classroom}/")
    expect(teacher.page.locator("body")).to_contain_text("Amir")
    teacher.page.context.clear_cookies()
    teacher.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    teacher.arrives_at("/sign-in/")
    expect(teacher.page.locator("body")).not_to_contain_text("Amir")


def test_a_row_s_menu_closes_with_escape_where_it_was_opened_and_when_it_is_left(people: People) -> None:
    teacher = people.with_a_class(["Amir", "Bea"])
    teacher.goes(f"/classes/{teacher.classroom}/")
    page, opened = teacher.page, teacher.page.locator("details.row-menu[open]")
    of_amir, of_bea = page.locator(".row-menu > summary").all()
    of_amir.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Report Amir")).to_be_focused()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(of_amir).to_be_focused()
    of_bea.click()
    expect(opened).to_have_count(1)
    page.locator("h1").click()
    expect(opened).to_have_count(0)
