"""Letters further apart, chosen on the page where a code is typed: on all pages of that device, and of no other."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.people import PHONE, Child
from tests.browser.over_http.people import RACE
from tests.browser.table.test_weight import TABLE, hold

pytestmark = pytest.mark.long

SPACE = "parseFloat(getComputedStyle(document.querySelector('{}')).letterSpacing) || 0"


def space(child: Child, selector: str) -> float:
    """Return the pixels between the letters of what the selector finds first."""
    return float(child.page.evaluate(SPACE.format(selector)))


def test_a_device_writes_letters_further_apart_from_the_code_to_the_table(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.lets_in(RACE)
    amir, bea = people(Child, PHONE), people(Child, PHONE)
    amir.goes("/join/")
    amir.presses("Letters further apart")
    expect(amir.page.get_by_role("button", name="Letters further apart")).to_have_attribute("aria-pressed", "true")
    amir.page.reload()
    assert space(amir, "h1") == pytest.approx(0.12 * 28, abs=0.1)
    assert axe_violations(amir.page) == []
    for child, name in ((amir, "Amir"), (bea, "Bea")):
        child.joins(code, name)
    assert (space(amir, "h1") > 0, space(bea, "h1")) == (True, 0)
    teacher.by_http.starts()
    people.go_to_their_tables([amir, bea])
    people.hear_go([amir, bea])
    assert (space(amir, ".seat .name") > 0, space(bea, ".seat .name")) == (True, 0)
    amir.draws()
    assert space(amir, "#hand .card .n") == 0
    assert hold(amir, "race with letters further apart", amir.page.url, TABLE) == []
