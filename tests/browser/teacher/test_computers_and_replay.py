"""One child alone among computers, with sound; and the teacher looks at what was played."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import TWO, People
from tests.browser.driving.looks import faults
from tests.browser.driving.people import PHONE, Child
from tests.browser.over_http.people import RACE

QUICK_COMPUTERS = {"computers": "fill", "computer_level": "quick"}


def test_a_child_alone_plays_with_computers_and_the_round_can_be_replayed(people: People) -> None:
    teacher, (amir,) = people.at_a_table((Child, PHONE), settings=RACE.but(**QUICK_COMPUTERS))
    expect(amir.page.locator(".at-table li", has_text="Computer 1")).to_contain_text(re.compile("computer$"))
    amir.is_ready()
    amir.waits_for("playing")
    expect(amir.page.locator(".seat .mark", has_text="computer")).not_to_have_count(0)
    amir.draws()
    expect(amir.page.locator("#top")).not_to_have_attribute("data-seq", "1", timeout=20_000)
    teacher.ends()
    teacher.page.locator("details.more > summary").click()
    teacher.follows(re.compile("^Replay"))
    page = teacher.page
    expect(page.locator(".happened")).to_have_text("The cards are dealt.")
    page.locator("#replay-next").click()
    expect(page.locator(".happened")).not_to_have_text("The cards are dealt.")
    page.locator("#scrub").focus()
    page.keyboard.press("End")
    expect(page.locator(".happened")).to_have_text("The round was stopped.")
    expect(page).to_have_url(re.compile(r"n=\d+"))
    page.reload()
    expect(page.locator(".happened")).not_to_have_text("The cards are dealt.")
    assert faults(page) == []
    teacher.follows("For the projector, without names")
    expect(page.locator("h2").first).to_have_text("Seat A")
    assert faults(page) == []


def test_the_button_goes_from_silence_to_tones_to_number_words(people: People) -> None:
    _, (amir, _) = people.at_a_table(*TWO)
    page = amir.page
    button = page.locator("#sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("title", "Tones on")
    with page.expect_response(re.compile(r"/say/en/n1,.*,n10/")) as told:
        button.click()
    expect(button).to_have_attribute("title", "Tones and number words on")
    assert len(told.value.json()) == 10
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_the_teachers_device_calls_out_one_table_when_told_to(people: People) -> None:
    teacher, _ = people.at_a_table(*TWO)
    teacher.looks_at("monitor/")
    teacher.page.get_by_label("More", exact=True).click()
    with teacher.page.expect_response(re.compile("/audio/en/n10")):
        teacher.page.get_by_label("Call out the numbers played at").select_option("table 1")
