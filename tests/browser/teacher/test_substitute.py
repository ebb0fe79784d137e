"""A substitute's day in browsers: the sheet is printed, and the desk says by itself who is in and what is played."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.people import PHONE, Child, Person

SOON_MS = 15_000
"""The desk asks every five seconds."""


def test_the_sheet_is_printed_by_a_button_and_the_desk_follows_the_class(people: People) -> None:
    teacher = people.with_a_class()
    teacher.lets_in()
    teacher.ends()
    teacher.goes(f"/classes/{teacher.classroom}/substitute/")
    teacher.presses("Make the sheet")
    expect(teacher.page.get_by_role("button", name="Print")).to_be_visible()
    found = re.search(r"Your code for this day: (\w{4}) (\w{4})", teacher.page.locator("main").inner_text())
    assert found
    substitute = people(Person, PHONE)
    substitute.goes("/substitute/")
    substitute.page.get_by_label("Type the code on your sheet").fill("".join(found.groups()))
    substitute.presses("Go")
    substitute.presses("Open the lobby")
    count = substitute.page.locator("#count")
    expect(count).to_have_text("0 of 4 are in.")
    code = substitute.page.locator(".code").inner_text().replace(" ", "")
    people(Child, PHONE).comes_in(code, "Amir")
    expect(count).to_have_text("1 of 4 is in.", timeout=SOON_MS)
