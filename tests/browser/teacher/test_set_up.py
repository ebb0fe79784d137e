"""Starting with a class: what is on the page at its first look, by mouse, by keys, with and without a script."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.people import LAPTOP, Teacher
from tests.browser.driving.set_up import chooses_way, is_drawn, sets

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
MOST_FIELDS, MOST_WORDS = 13, 100


def starts(teacher: Teacher) -> Page:
    teacher.goes(f"/classes/{teacher.classroom}/sessions/new/")
    return teacher.page


def test_the_first_look_needs_no_scrolling_and_has_few_controls_and_words(people: People) -> None:
    teacher = people.with_a_class()
    teacher.opens_a_session(size=2)
    teacher.ends()
    page = starts(teacher)
    assert page.locator("input[name=way]").count() == 6
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


FORM = """() => {
  const form = document.querySelector(".set-up"), words = id => document.getElementById(id).innerText;
  const chosen = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  const fields = chosen.map(field => field.join("="));
  return [...fields, words("fold-says"), words("foot-says")];
}"""


Press = tuple[str, str]
"""A field's name, and which of its choices is pressed."""


def test_any_presses_in_any_order_end_in_the_same_form_however_long_the_answers_take(people: People) -> None:
    """What is pressed while an answer is on its way is not undone when it comes."""
    page, dice = starts(people.with_a_class()), random.Random(24)
    line = page.context.new_cdp_session(page)
    address = page.url
    one_hand = [("way", "around_the_corner.race"), ("mode", "same_hand")]
    for drawn_first, presses in [
        ("?way=nine_to_nothing.tables", one_hand),
        *(("", each) for each in _presses(page, dice)),
    ]:
        ends = []
        for latency in (0, dice.choice((150, 400)), dice.choice((150, 400))):
            is_slow = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
            line.send("Network.emulateNetworkConditions", {**is_slow, "latency": 0})
            page.goto(address + drawn_first)
            line.send("Network.emulateNetworkConditions", is_slow)
            for press in presses:
                _press(page, *press)
                if not latency:
                    is_drawn(page)
            is_drawn(page)
            ends.append(page.evaluate(FORM))
        assert ends[0] == ends[1] == ends[2], presses


PRESS = """([name, value]) => {
  document.querySelectorAll(".set-up details").forEach(fold => { fold.open = true });
  const fields = [...document.querySelector(".set-up").elements];
  const there = fields.filter(each => each.name === name && each.type !== "hidden" && each.checkVisibility());
  there.find(each => each.localName === "input" && each.value === value)?.click();
  const list = there.find(each => each.localName === "select");
  list?.focus();
  return list ? [...list.options].findIndex(each => each.value === value) : -1;
}"""


def _press(page: Page, name: str, value: str) -> None:
    """Choose it where the page has it, unfolded: as a button, or by keys in a list that stays until it says so."""
    while (place := page.evaluate(PRESS, [name, value])) >= 0:
        for key in ["Home", *["ArrowDown"] * place]:
            page.keyboard.press(key)
        if page.evaluate("name => document.querySelector(`select[name=${name}]`)?.value", name) == value:
            return


def _found(*ways: str) -> list[list[Press]]:
    """A picture, at once a time limit; and a picture that waits while something else is pressed."""
    minutes, first, second = ("minutes", "15"), *(("way", way) for way in ways)
    return [[first, minutes], [second, minutes], [minutes, second], [second, first, minutes], [first, second, minutes]]


FIELDS = """() => [...document.querySelectorAll(".set-up :is(select, input[type=radio], input[type=checkbox])")]
  .flatMap(field => field.localName === "select"
    ? [...field.options].map(({value}) => ["select", field.name, value])
    : [[field.closest(".way") ? "way" : field.type, field.name, field.value]])"""


def _presses(page: Page, dice: random.Random) -> list[list[Press]]:
    """Return what was found, two of a kind of field with a way in any order, and two or three of any."""
    every = [(kind, (name, value)) for kind, name, value in page.evaluate(FIELDS)]
    of = {kind: [press for found, press in every if found == kind] for kind in {kind for kind, _press in every}}
    assert set(of) == {"way", "radio", "checkbox", "select"}
    drawn = _found(*(way for _name, way in of["way"][:2]))
    drawn += [dice.sample([press for _kind, press in every], dice.choice((2, 3))) for _ in range(6)]
    for kind in ("checkbox", "select"):
        for _ in range(3):
            presses = [dice.choice(of["way"]), *dice.sample(of[kind], 2)]
            drawn.append(dice.sample(presses, 3))
    return drawn
