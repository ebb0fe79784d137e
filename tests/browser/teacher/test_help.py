"""Help, the tour of a first lesson and the account, looked at by a teacher at a laptop and at a phone."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.people import PASSWORD, PHONE, Teacher


def test_a_new_teacher_is_shown_round_and_leaves_the_tour_by_keys(people: People) -> None:
    teacher = people(Teacher)
    teacher.signs_up("tour@school.example")
    page = teacher.page
    expect(page.locator(".tour")).to_contain_text("1/6")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Leave the tour").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tour")).to_have_count(0)
    page.locator(".help > summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your classes are here")).to_be_visible()
    assert axe_violations(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".tour")).to_contain_text("1/6")


def test_help_fits_a_phone_and_the_bar_stays_one_line(people: People) -> None:
    teacher = people(Teacher, PHONE)
    teacher.signs_up("phone@school.example")
    page = teacher.page
    bar = page.locator(".top-bar").bounding_box()
    assert bar
    assert bar["height"] < 70
    page.locator(".help > summary").click()
    panel = page.locator(".help > .panel").bounding_box()
    assert panel
    assert panel["x"] >= 0
    assert panel["x"] + panel["width"] <= PHONE["width"]
    expect(page.locator(".tour-says")).to_be_visible()


def test_the_look_is_chosen_and_the_password_changed(people: People) -> None:
    teacher = people(Teacher)
    teacher.signs_up("look@school.example")
    page = teacher.page
    page.locator(".drop:not(.help) > summary").click()
    teacher.follows("Account")
    page.get_by_label("Look of the pages").select_option("calm")
    teacher.presses("Save")
    expect(page.locator("html")).to_have_attribute("data-theme", "calm")
    assert axe_violations(page) == []
    page.locator("summary", has_text="Password").click()
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    page.get_by_label("New password").fill("eight ate nine")
    teacher.presses("Change the password")
    teacher.sees("Your new password holds.")
    other = people(Teacher)
    other.signs_in("look@school.example", "eight ate nine")
    expect(other.page).to_have_url(re.compile("/classes/$"))
