"""A substitute's day in browsers: the sheet is printed, and the desk follows the class, whoever starts and stops it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.driving.people import PHONE, Child, Person, Teacher
from tests.browser.over_http.people import number_in

ASKS_MS = 6000
"""The desk has asked again by then."""
WHAT_IS_SAID = """() => {
  window.said = [];
  const live = document.getElementById('live');
  new MutationObserver(() => window.said.push(live.textContent.trim())).observe(live, { childList: true });
}"""


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
    substitute.page.clock.install()
    substitute.goes("/substitute/")
    substitute.page.get_by_label("Type the code on your sheet").fill("".join(found.groups()))
    substitute.presses("Go")
    substitute.presses("Open the lobby")
    count = substitute.page.locator("#count")
    expect(count).to_have_text("0 of 4 are in.")
    code = substitute.page.locator(".code").inner_text().replace(" ", "")
    for name in ("Amir", "Bea"):
        people(Child, PHONE).comes_in(code, name)
    substitute.page.clock.run_for(ASKS_MS)
    expect(count).to_have_text("2 of 4 are in.")
    _follows_the_teacher(substitute.page, teacher)


def _follows_the_teacher(desk: Page, teacher: Teacher) -> None:
    """What the teacher presses meanwhile changes the words and the buttons. The focus stays where its button stays, and
    each change is said once."""
    desk.evaluate(WHAT_IS_SAID)
    desk.get_by_text("End the lesson").click()
    teacher.goes("/classes/")
    teacher.follows("Go to it")
    teacher.arrives_at(r"/sessions/\d+/$")
    teacher.session = number_in(teacher.page.url)
    teacher.starts()
    desk.clock.run_for(ASKS_MS)
    expect(desk.get_by_role("button", name="Eyes up!")).to_be_visible()
    expect(desk.get_by_role("button", name="Start")).to_have_count(0)
    expect(desk.get_by_role("button", name="Yes, end it")).to_be_visible()
    expect(desk.locator("#end summary")).to_be_focused()
    assert desk.evaluate("said") == ["They play: 0 cards so far."]
    desk.get_by_role("button", name="Eyes up!").focus()
    teacher.presses("Eyes up! Pause all")
    expect(teacher.page.get_by_role("button", name="Go on: 3, 2, 1")).to_be_visible()
    desk.clock.run_for(ASKS_MS)
    expect(desk.get_by_role("button", name="Go on")).to_be_visible()
    expect(desk.get_by_role("group", name="All screens stand still.")).to_be_focused()
    assert desk.evaluate("said.length") == 1
    teacher.ends()
    desk.clock.run_for(ASKS_MS)
    expect(desk.get_by_role("button", name="Open the lobby")).to_be_visible()
    expect(desk.get_by_text("End the lesson")).to_have_count(0)
    expect(desk.get_by_role("group", name="The class is not playing.")).to_be_focused()
