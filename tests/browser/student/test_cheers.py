"""A child sends one of four pictures to its table when the round is over, and the others see it at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.drawn import AT_REST
from tests.browser.driving.looks import faults
from tests.browser.driving.people import LAPTOP, PHONE, Child
from tests.browser.driving.play import play_to_the_end
from tests.browser.over_http.people import RACE, SHORT

pytestmark = pytest.mark.long
CHEERING = RACE.but(table_size="2", cheering="yes", **SHORT)


def test_a_cheer_is_on_both_screens_and_there_is_one_a_round(people: People) -> None:
    teacher, children = people.at_a_table((Child, PHONE), (Child, LAPTOP), settings=CHEERING)
    people.hear_go(children)
    play_to_the_end(children)
    one, other = children
    assert faults(one.page) == []
    other.page.evaluate(AT_REST)
    before = other.page.get_by_role("button", name="Well played!").bounding_box()
    one.presses("Thank you!")
    for child in children:
        expect(child.page.locator(".cheering li")).to_have_text(f"{one.name}: Thank you!")
    assert other.page.get_by_role("button", name="Well played!").bounding_box() == before, "it moved away"
    expect(one.page.get_by_role("button", name="Well played!")).to_have_count(0)
    other.presses("Well played!")
    expect(one.page.locator(".cheering li")).to_have_count(2)
    teacher.looks_at("screen/")
    expect(teacher.page.locator('.rests use[href*="cheers"]')).to_have_count(2)
    assert faults(other.page) == []
