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


def test_the_round_on_the_first_page_moves_unless_it_is_not_to(people: People) -> None:
    moving = "document.getAnimations().filter(each => each.playState === 'running').length"
    page = people(Child, PHONE).page
    page.goto("/")
    assert page.evaluate(moving) > 6
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == 0
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("document.documentElement.dataset.theme = 'calm'")
    assert page.evaluate(moving) == 0
