"""Tables and practice on the oldest promised tablets: without `:has()`, containers, and what scripts learned later."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import NAMES, People
from tests.browser.driving.looks import sideways
from tests.browser.driving.nine import nine_to_nothing
from tests.browser.driving.play import somebody_plays
from tests.browser.table.old_device import OldDevice, stripped
from tests.browser.table.test_turns import by_turns

TABLET: ViewportSize = {"width": 768, "height": 1024}


@pytest.mark.parametrize(("css", "left"), [
    ("a{color:red;width:2cqw}b:has(i){color:red}", "a{color:red;}"),
    ("@layer one{@container t (width:1px){a{color:red}}a{color:red}}", "@layer one{a{color:red}}"),
    ("@supports not (width:1cqw){a{color:red}}@supports not (width:1px){b{color:red}}", "a{color:red}"),
    ("@media print{a{height:1vh;height:1dvh}}", "@media print{a{height:1vh;}}"),
])  # fmt: skip
def test_what_an_old_browser_leaves_out_is_left_out(css: str, left: str) -> None:
    assert stripped(css) == left


def test_a_race_can_be_read_and_played(people: People) -> None:
    _, children = people.in_a_race(2, kind=OldDevice)
    somebody_plays(*children)
    for _ in range(9):
        children[0].draws()
    children[0].page.set_viewport_size(TABLET)
    assert [child.unreadable() + sideways(child.page) for child in children] == [[], []]


def test_a_turn_is_taken_through_a_form(people: People) -> None:
    """Such a browser cannot ask a form to submit itself."""
    _, children = people.at_a_table(2, choose=by_turns, kind=OldDevice)
    for child in children:
        child.is_ready()
    for child in children:
        child.waits_for("playing")
    for child in children:
        assert child.unreadable() + sideways(child.page) == []
    before = children[0].seq()
    whose = next(child for child in children if child.page.locator("#table[data-seat]").count() and _is_on_turn(child))
    fitting = whose.fitting()
    whose.taps(fitting[0]) if fitting else whose.draws()
    if fitting:
        expect(whose.page.locator("#top")).to_have_attribute("data-seq", str(before + 1))


def _is_on_turn(child: OldDevice) -> bool:
    seat = child.page.locator("#table").get_attribute("data-seat")
    return child.page.locator(f'[data-turn="{seat}"]').count() > 0


def test_nine_to_nothing_can_be_read(people: People) -> None:
    _, children = people.at_a_table(2, choose=nine_to_nothing(), kind=OldDevice)
    for child in children:
        child.is_ready()
    for child in children:
        child.waits_for("playing")
        assert child.unreadable() + sideways(child.page) == []


def test_practice_goes_on_card_by_card(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.opens_a_session()
    child = people(OldDevice)
    child.joins(code, NAMES[0])
    child.goes("/practice/")
    child.presses("Practise", exact=True)
    expect(child.page.locator(".eight .card")).to_have_count(8)
    child.page.wait_for_load_state()
    assert child.unreadable() + sideways(child.page) == []
    child.page.locator(".eight .card").first.click()
    expect(child.page.locator(".feedback")).not_to_be_empty()
