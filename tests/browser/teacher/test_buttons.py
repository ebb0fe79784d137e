"""Buttons on live pages: what others do meanwhile does not take them from under a finger."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.people import PHONE, Child


def test_start_works_though_a_child_arrives_while_it_is_pressed(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.opens_a_session(size=3)
    for name in ("Amir", "Bea"):
        people(Child, PHONE).joins(code, name)
    start = teacher.page.get_by_role("button", name="Start with 2")
    expect(start).to_be_visible()
    start.hover()
    teacher.page.mouse.down()
    people(Child, PHONE).joins(code, "Chen")
    expect(teacher.page.locator(".arrival.here")).to_have_count(3)
    teacher.page.mouse.up()
    teacher.page.wait_for_url("**/monitor/")


def test_the_number_on_the_start_button_follows_once_the_finger_has_left_it(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.opens_a_session(size=2)
    people(Child, PHONE).joins(code, "Amir")
    button = teacher.page.locator("#start-button")
    expect(button).to_have_text("Start with 1")
    button.hover()
    teacher.page.mouse.down()
    people(Child, PHONE).joins(code, "Bea")
    expect(teacher.page.locator(".arrival.here")).to_have_count(2)
    teacher.page.mouse.move(0, 0)
    teacher.page.mouse.up()
    expect(button).to_have_text("Start with 2")


def test_two_presses_of_start_open_one_race(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.opens_a_session(size=2)
    children = [people(Child, PHONE), people(Child, PHONE)]
    for child, name in zip(children, ("Amir", "Bea"), strict=True):
        child.joins(code, name)
    expect(teacher.page.get_by_role("button", name="Start with 2")).to_be_visible()
    teacher.page.get_by_role("button", name="Start with 2").dblclick()
    expect(teacher.page).to_have_url(re.compile("/monitor/$"))
    expect(teacher.page.locator(".tile")).to_have_count(1)
    for child in children:
        child.comes_to_the_table()
