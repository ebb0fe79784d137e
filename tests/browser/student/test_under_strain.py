"""Every screen of a lesson, a child's and its teacher's: at 400 %, with wide text, still, calm, in forced colours."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NAMES, TWO, People
from tests.browser.driving.people import LAPTOP, PHONE, Child, Person
from tests.browser.driving.play import whose
from tests.browser.driving.strained import faults_under_strain
from tests.browser.over_http.people import NINE, RACE

pytestmark = pytest.mark.long


def test_a_lesson_holds_under_strain(people: People) -> None:
    found: list[str] = []

    def looks(person: Person, where: str, viewport=PHONE) -> None:
        found.extend(faults_under_strain(person.page, where))
        person.page.set_viewport_size(viewport)

    teacher = people.with_a_class()
    teacher.goes(f"/classes/{teacher.classroom}/")
    looks(teacher, "class", LAPTOP)
    code = teacher.lets_in(RACE.but(table_size="2"))
    teacher.looks_at()
    looks(teacher, "lobby", LAPTOP)
    children = [people(Child, PHONE) for _ in range(2)]
    child = children[0]
    for path, where in (("/join/", "join"), (f"/join/{code}/", "names"), (f"/join/{code}/ask/", "ask")):
        child.goes(path)
        looks(child, where)
    for player, name in zip(children, NAMES, strict=False):
        player.comes_in(code, name)
        player.goes("/waiting/")
    expect(child.page.locator(".mosaic")).to_be_visible()
    looks(child, "waiting")
    for path in ("/my-page/", "/my-page/card/", "/practice/", "/how-to-play/around_the_corner/"):
        child.goes(path)
        looks(child, path)
    child.goes("/practice/")
    child.presses("Practise", exact=True)
    expect(child.page.locator(".eight")).to_be_visible()
    looks(child, "practice")
    child.goes("/waiting/")
    teacher.starts()
    people.go_to_their_tables(children)
    looks(child, "ready")
    people.hear_go(children)
    for _ in range(4):
        child.draws()
    looks(child, "race")
    looks(teacher, "monitor", LAPTOP)
    teacher.ends()
    looks(teacher, "end", LAPTOP)
    teacher.goes(f"/sessions/{teacher.session}/report/")
    looks(teacher, "report", LAPTOP)
    child.page.wait_for_url("**/waiting/")
    looks(child, "after")
    assert found == []


def test_a_table_of_nine_holds_under_strain(people: People) -> None:
    _, children = people.in_a_race(*TWO, settings=NINE)
    mine, _ = whose(children)
    assert faults_under_strain(mine.page, "nine") == []
