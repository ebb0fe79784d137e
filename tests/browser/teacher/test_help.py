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
    page.locator(".help").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your first lesson")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Show me round in six steps").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tour")).to_contain_text("1/6")


def test_a_step_of_the_tour_stands_below_the_one_line_of_the_bar_on_a_phone(people: People) -> None:
    teacher = people(Teacher, PHONE)
    teacher.signs_up("phone@school.example")
    page = teacher.page
    mark, name, step = (page.locator(each).bounding_box() for each in (".help", ".drop > summary", ".tour"))
    assert mark
    assert name
    assert step
    assert abs(mark["y"] - name["y"]) < 4
    assert step["y"] >= mark["y"] + mark["height"]
    assert step["x"] + step["width"] <= PHONE["width"]


def test_a_teacher_finds_a_page_by_a_word_and_reads_on(people: People) -> None:
    teacher = people(Teacher, PHONE)
    teacher.signs_up("reader@school.example")
    page = teacher.page
    page.locator(".help").click()
    page.get_by_label("How do I …?").fill("hint")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Who sits together")).to_be_visible()
    page.get_by_role("link", name="A child is stuck").click()
    page.locator("[rel=next]").click()
    expect(page.get_by_role("heading", level=1, name="Late, or shut out")).to_be_visible()
    assert axe_violations(page) == []


def test_a_teacher_chooses_the_look_of_the_pages_and_changes_the_password(people: People) -> None:
    teacher = people(Teacher)
    teacher.signs_up("look@school.example")
    page = teacher.page
    page.locator(".drop > summary").click()
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
