"""Starting with a class: what is on the page at its first look, by mouse, by keys, with and without a script."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.people import LAPTOP, Teacher
from tests.browser.driving.set_up import chooses_way, sets

SEEN = """() => {
  const seen = each => each.checkVisibility({visibilityProperty: true}) && each.getBoundingClientRect().width > 1;
  const main = document.querySelector("main"), all = what => [...main.querySelectorAll(what)].filter(seen);
  return {
    fields: all("input:not([type=hidden]), select, textarea").length,
    primary: all(".button.primary").length,
    words: main.innerText.split(/\\s+/).filter(Boolean).length,
    height: document.documentElement.scrollHeight,
    width: document.documentElement.scrollWidth,
    small: all(".way, .seg label, button, summary, select").filter(each => each.getBoundingClientRect().height < 44)
      .map(each => each.textContent),
  };
}"""
MOST_FIELDS, MOST_WORDS = 12, 100


def starts(teacher: Teacher) -> Page:
    teacher.goes(f"/classes/{teacher.classroom}/sessions/new/")
    return teacher.page


def test_the_first_look_needs_no_scrolling_and_has_few_controls_and_words(people: People) -> None:
    teacher = people.with_a_class()
    teacher.opens_a_session(size=2)
    teacher.ends()
    page = starts(teacher)
    assert page.locator("input[name=way]").count() == 5
    for way in page.locator("input[name=way]").evaluate_all("ways => ways.map(way => way.value)"):
        if way != "last":
            chooses_way(page, way)
        seen = page.evaluate(SEEN)
        assert seen["fields"] <= MOST_FIELDS, way
        assert seen["words"] <= MOST_WORDS, way
        assert seen["primary"] == 1
        assert (seen["height"], seen["width"]) == (LAPTOP["height"], LAPTOP["width"])
        assert seen["small"] == []
    assert axe_violations(page) == []
    page.locator("#fine-tune > summary").click()
    assert axe_violations(page) == []
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        seen = page.evaluate(SEEN)
        assert (seen["width"], seen["small"]) == (width, [])


def test_what_is_folded_is_said_and_stays_chosen(people: People) -> None:
    page = starts(people.with_a_class())
    sets(page, "corner", "no")
    expect(page.locator("#fold-says b")).to_have_text("no corner")
    sets(page, "tables", "mixed")
    expect(page.locator("#fold-says")).to_contain_text("levels mixed")
    sets(page, "table_size", "2")
    expect(page.locator("#foot-says")).to_contain_text("2 tables of 2")
    expect(page.locator('input[name="corner"][value="no"]')).to_be_checked()
    page.get_by_label("Keep these settings as").fill("Fridays")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"\?preset="))
    expect(page.locator('input[name="corner"][value="no"]')).to_be_checked()


def test_a_way_is_chosen_by_arrow_keys_and_keeps_the_focus(people: People) -> None:
    page = starts(people.with_a_class())
    page.locator("input[name=way]:checked").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('input[name="drawn"]')).to_have_value(re.compile("turns"))
    expect(page.locator("input[name=way]:focus")).to_have_value(re.compile("turns"))
    page.locator("input[name=way]:focus").press("Enter")
    page.wait_for_url(re.compile(r"/sessions/\d+/$"))


def test_without_a_script_the_settings_of_a_way_are_one_press_away(people: People) -> None:
    teacher = people.with_a_class()
    plain = people(Teacher, java_script_enabled=False)
    plain.context.add_cookies(teacher.context.cookies())  # type: ignore[arg-type]
    plain.goes(f"/classes/{teacher.classroom}/sessions/new/")
    press: Callable[[str], None] = plain.presses
    plain.page.locator('input[name="way"]').last.check()
    press("Show the settings of this way")
    expect(plain.page.get_by_text("Who checks the sums")).to_be_visible()
    press("Open the lobby")
    plain.page.wait_for_url(re.compile(r"/sessions/\d+/$"))
    plain.sees("Nine to Nothing")
