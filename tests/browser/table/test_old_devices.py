"""Tables and practice on the oldest promised tablets: without `:has()`, containers, and what scripts learned later."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import People
from tests.browser.driving.looks import sideways
from tests.browser.driving.people import PHONE
from tests.browser.driving.play import somebody_plays, whose
from tests.browser.over_http.people import NINE, TURNS
from tests.browser.table.old_device import OldDevice, stripped

TABLET: ViewportSize = {"width": 768, "height": 1024}
TWO = ((OldDevice, TABLET), (OldDevice, PHONE))


@pytest.mark.parametrize(("css", "left"), [
    ("a{color:red;width:2cqw}b:has(i){color:red}", "a{color:red;}"),
    ("@layer one{@container t (width:1px){a{color:red}}a{color:red}}", "@layer one{a{color:red}}"),
    ("@supports not (width:1cqw){a{color:red}}@supports not (width:1px){b{color:red}}", "a{color:red}"),
    ("@media print{a{height:1vh;height:1dvh}}", "@media print{a{height:1vh;}}"),
])  # fmt: skip
def test_what_an_old_browser_leaves_out_is_left_out(css: str, left: str) -> None:
    assert stripped(css) == left


def test_a_race_can_be_read_and_played(people: People) -> None:
    _, children = people.in_a_race(*TWO)
    somebody_plays(*children)
    for _ in range(9):
        children[0].draws()
    assert [child.unreadable() + sideways(child.page) for child in children] == [[], []]


def test_a_turn_is_taken_through_a_form(people: People) -> None:
    """Such a browser cannot ask a form to submit itself."""
    _, children = people.in_a_race(*TWO, settings=TURNS)
    assert [child.unreadable() + sideways(child.page) for child in children] == [[], []]
    whose(children)[0].draws()


def test_nine_to_nothing_can_be_read(people: People) -> None:
    _, children = people.in_a_race(*TWO, settings=NINE)
    assert [child.unreadable() + sideways(child.page) for child in children] == [[], []]


def test_practice_goes_on_card_by_card(people: People) -> None:
    teacher = people.with_a_class()
    (child,) = people.come_in(teacher.lets_in(), (OldDevice, TABLET))
    child.goes("/practice/")
    child.presses("Practise", exact=True)
    expect(child.page.locator(".eight .card")).to_have_count(8)
    child.page.wait_for_load_state()
    assert child.unreadable() + sideways(child.page) == []
    child.page.locator(".eight .card").first.click()
    expect(child.page.locator(".feedback")).not_to_be_empty()
