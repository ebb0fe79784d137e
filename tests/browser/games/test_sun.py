"""Together against the sun: two children who place all their cards, and two who are overtaken by the sunset."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.patience import patiently
from tests.browser.driving.people import Child, ViewportSize
from tests.browser.driving.play import play_to_the_end, somebody_plays
from tests.browser.over_http.people import SHORT, SUN

pytestmark = pytest.mark.long

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
A_DAY = 75
"""Seconds: the shortest day that a teacher can choose, and its end on every screen."""


def step(child: Child) -> int:
    return int(child.page.locator("#sun").get_attribute("data-step") or 0)


def to_go(child: Child) -> int:
    return int(child.page.locator("#to-go b").inner_text())


def test_two_children_place_all_cards_before_dark_and_nobody_is_first(people: People) -> None:
    settings = SUN.but(**SHORT, table_size=2, sun=600_000)
    teacher, (ana, ben) = people.in_a_race((Child, PHONE), (Child, LAPTOP), settings=settings)
    first = to_go(ana)
    somebody_plays(ana, ben)
    for child in (ana, ben):
        expect(child.page.locator("#to-go b")).to_have_text(str(first - 1))
        expect(child.page.locator("#sun p")).to_have_text(re.compile(r"^Until the sun sets: \d+:\d\d$"))
        assert axe_violations(child.page) == []
    play_to_the_end([ana, ben])
    for child in (ana, ben):
        expect(child.page.get_by_role("heading", level=2)).to_have_text("All cards placed before dark!")
        expect(child.page.locator("main")).not_to_contain_text("first!")
        assert axe_violations(child.page) == []
    teacher.looks_at("screen/")
    teacher.ends()
    expect(teacher.page.locator("main")).not_to_contain_text("round won")
    teacher.goes(f"/sessions/{teacher.session}/report/")
    expect(teacher.page.locator("main")).to_contain_text("Together against the sun")


def test_the_sun_goes_down_in_steps_and_its_set_ends_the_round_kindly(people: People) -> None:
    settings = SUN.but(table_size=2, sun=60_000)
    teacher, (ana, ben) = people.in_a_race((Child, PHONE), (Child, LAPTOP), settings=settings)
    teacher.looks_at("screen/")
    somebody_plays(ana, ben)
    patiently(lambda: step(ana) > 0, "the first step of the sun", ana)
    reached = step(ana)
    ana.page.reload()
    ana.waits_for("playing")
    patiently(lambda: step(ana) >= reached, "the sun where it was", ana)
    sky = teacher.page.locator(".sky")
    patiently(lambda: sky.get_attribute("data-step") == str(step(ana)), "the same sun on the projector", ana)
    left = to_go(ana)
    patiently(lambda: ana.phase == "over" == ben.phase, "the sunset", ana, ben, seconds=A_DAY)
    for child in (ana, ben):
        expect(child.page.get_by_role("heading", level=2)).to_have_text("The sun was first.")
        expect(child.page.locator(".line")).to_have_text(f"{left} cards were left. Play again?")
        expect(child.page.get_by_role("button", name="Play again")).to_be_visible()
    expect(sky).to_have_attribute("data-step", "12")
    expect(sky).to_contain_text(f"{left} cards were left.")
