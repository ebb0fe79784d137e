"""A child wears what it has found: others see its hat, it alone sees its felt and its back."""

import sqlite3

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.people import PHONE, Child, Teacher, ViewportSize
from tests.browser.over_http.people import NINE, RACE, TURNS, Settings
from tests.browser.table.test_weight import TABLE, TABLE_OF_NINE, hold

pytestmark = pytest.mark.long

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
WORN = (
    "hat_cap felt-sea back-snow",
    "hat_wizard felt-plum back-sparks",
    "hat_straw felt-clay",
    "hat_flower back-crowns",
)
"""What four children have chosen; that they found it first, other tests say."""
BARE = {"race": TABLE, "turns": TABLE._replace(html=4.1), "nine": TABLE_OF_NINE}
"""What tables of four weigh without hats; four at turns have two faces more than the two who are weighed elsewhere."""
HATS = 0.6
"""KB of the page that the drawings of four hats may weigh; the whole is no heavier than without."""
DRESSED = {kind: bare._replace(html=bare.html + HATS) for kind, bare in BARE.items()}


def dresses(teacher: Teacher, *worn: str) -> None:
    with sqlite3.connect(next(teacher.server.data.glob("*.sqlite3")), timeout=10) as rows:
        for name, words in zip(("Amir", "Bea", "Chen", "Dana"), worn, strict=False):
            rows.execute(
                "UPDATE classroom_student SET chosen = ? WHERE name = ? AND classroom_id = ?",
                (words, name, teacher.classroom),
            )


def test_others_see_a_hat_and_only_the_child_its_felt_and_its_back(people: People) -> None:
    teacher = people.with_a_class()
    dresses(teacher, *WORN)
    devices = [(Child, PHONE), (Child, PHONE), (Child, LAPTOP), (Child, LAPTOP)]
    _, children = people.in_a_race(*devices, settings=RACE, teacher=teacher)
    amir, bea = children[:2]
    for child in (amir, bea):
        expect(child.page.locator('.face use[href^="#hat_"]:visible')).to_have_count(4)
        assert axe_violations(child.page) == []
        assert hold(child, "race with four hats", child.page.url, DRESSED["race"]) == []
    assert colour_of(amir) != colour_of(bea)
    assert "felt-plum" not in amir.page.content()
    amir.page.emulate_media(contrast="more")
    assert colour_of(amir) == "rgb(0, 0, 0)"
    teacher.looks_at("monitor/")
    expect(teacher.page.locator('.seat-row use[href*="#hat_"]')).to_have_count(4)
    teacher.looks_at("screen/")
    expect(teacher.page.locator('.little use[href*="#hat_"]')).to_have_count(4)


@pytest.mark.parametrize(("kind", "settings"), [("turns", TURNS), ("nine", NINE)])
def test_four_hats_weigh_little_at_every_kind_of_table(people: People, kind: str, settings: Settings) -> None:
    teacher = people.with_a_class()
    dresses(teacher, *WORN)
    _, children = people.at_a_table(*[(Child, PHONE)] * 4, settings=settings, teacher=teacher)
    first = children[0]
    over = hold(first, f"{kind}, four hats, before GO", first.page.url, DRESSED[kind])
    people.hear_go(children)
    over += hold(first, f"{kind}, four hats, in play", first.page.url, DRESSED[kind])
    assert len(hats_in(first)) == 4
    assert over == []


def hats_in(child: Child) -> set[str]:
    hats = child.page.locator('.face use[href^="#hat_"]').all()
    return {str(hat.get_attribute("href")) for hat in hats}


def colour_of(child: Child) -> str:
    return child.page.locator("#moves").evaluate("felt => getComputedStyle(felt).backgroundColor")
