"""A race with the numbers 1 to 5, as two children and their teacher live through it."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.people import PHONE, Child
from tests.browser.driving.play import play_to_the_end, somebody_misfits, somebody_plays
from tests.browser.over_http.people import RACE, SHORT


class ChildOfFive(Child):
    """A child who counts round the corner of five."""

    highest = 5


def test_a_race_from_one_to_five_shows_no_higher_number_and_has_a_report_of_its_own(people: People) -> None:
    settings = RACE.but(**SHORT, table_size=2, highest=5)
    teacher, (ana, ben) = people.at_a_table((ChildOfFive, PHONE), (ChildOfFive, PHONE), settings=settings)
    for child in (ana, ben):
        expect(child.page.locator("details.corner summary")).to_contain_text("5 → 1")
        expect(child.page.locator("details.corner p")).to_have_text("After 5 comes 1: 5 + 1 makes 1.")
        child.is_ready()
    ana.waits_for("playing")

    somebody_plays(ana, ben)
    assert set(ana.hand().values()) | set(ben.hand().values()) <= {1, 2, 3, 4, 5}
    wrong, card = somebody_misfits(ana, ben)
    wrong.taps(card)
    wrong.is_told(re.compile(r"^[1-5] does not fit on [1-5] ±1\."))
    stops = wrong.page.locator("#picture .number-picture g text").all_text_contents()
    assert {stop for stop in stops if stop != "?"} <= {"1", "2", "3", "4", "5"}
    assert axe_violations(wrong.page) == []

    expect(wrong.page.locator("#table.locked")).to_have_count(0)  # a moment after a wrong card

    teacher.looks_at("monitor/")
    expect(teacher.page.locator("main")).to_contain_text(re.compile(r"[1-5] ±1|[1-5]\s*±1"))
    play_to_the_end([ana, ben])
    teacher.ends()
    teacher.goes(f"/sessions/{teacher.session}/report/")
    expect(teacher.page.locator("main")).to_contain_text("1–5")
    expect(teacher.page.locator(".round-five")).to_contain_text("round the corner of five")
    assert axe_violations(teacher.page) == []
