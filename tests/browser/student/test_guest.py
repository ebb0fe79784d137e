"""Whoever has heard of Cardinal has a card on the pile within seconds: one button, and a light table."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving import looks
from tests.browser.driving.people import PHONE, Child
from tests.browser.table.test_weight import STUDENT, TABLE, hold

pytestmark = pytest.mark.long


def test_one_press_leads_to_a_light_table_and_a_first_card(people: People) -> None:
    guest = people(Child, PHONE, has_touch=True)
    over = hold(guest, "first page", "/", STUDENT)
    assert looks.faults(guest.page) == []
    guest.page.get_by_role("button", name="Play one round now").click()
    expect(guest.page.get_by_role("button", name="I'm ready")).to_be_visible()
    over += hold(guest, "a guest's table", guest.page.url, TABLE)
    assert over == []
    people.hear_go([guest])
    guest.draws()
    expect(guest.page.locator("#hand .card")).to_have_count(1)
    guest.goes("/classes/")
    assert "/accounts/" in guest.page.url


def test_what_a_press_before_the_scripts_led_to_is_not_said_into_the_round(people: People) -> None:
    """On a slow device the button is pressed first; the server answers by a page with a message."""
    guest = people(Child, PHONE)
    page = guest.page
    page.route("**/*.js", lambda route: route.abort())
    guest.forgives("net::ERR_FAILED")
    page.goto("/")
    with page.expect_navigation(wait_until="load"):  # until then its scripts may still be asked for
        page.get_by_role("button", name="Play one round now").click()
    page.unroute("**/*.js")
    with page.expect_response(lambda answer: answer.request.is_navigation_request() and answer.ok) as answered:
        page.get_by_role("button", name="I'm ready").click()
    assert ">You are ready.<" in answered.value.text()
    guest.waits_for("playing")
    expect(page.get_by_text("You are ready.", exact=True)).to_have_count(0)


def test_the_round_on_the_first_page_plays_once_unless_it_is_not_to_move(people: People) -> None:
    moving = "document.getAnimations().filter(each => each.playState === 'running').length"
    ends = "Math.max(...document.getAnimations().map(each => each.effect.getComputedTiming().endTime))"
    page = people(Child, PHONE).page
    page.goto("/")
    assert page.evaluate(moving) > 6
    assert page.evaluate(ends) <= 12_000
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == 0
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("document.documentElement.dataset.theme = 'calm'")
    assert page.evaluate(moving) == 0


def test_the_tutorial_is_played_by_keyboard_over_the_table(people: People) -> None:
    guest = people(Child, PHONE)
    page = guest.page
    page.goto("/")
    page.get_by_role("button", name="Play one round now").click()
    guest.has_a_line()
    page.get_by_role("link", name="Try it first").press("Enter")
    sheet = page.get_by_role("dialog", name="Try it first")
    sheet.get_by_role("link", name="4 ±1").press("Enter")
    expect(sheet.get_by_role("status")).to_have_text("4 does not fit on 3 ±2.")
    for name in ("Draw a card", "5 ±2", "3 ±2", "1 ±2", "1 ±2"):
        step = sheet.locator("[data-step]").element_handle()
        sheet.get_by_role("link", name=name).press("Enter")
        page.wait_for_function("step => !step.isConnected", arg=step)
    expect(sheet.get_by_role("heading")).to_contain_text("Now you can play.")
    assert looks.axe_violations(page) == []
    sheet.get_by_role("button", name="Back to the table").press("Enter")
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("link", name="Try it first")).to_be_focused()
