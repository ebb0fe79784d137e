"""Every screen of a lesson, a child's and its teacher's: at 400 %, with wide text, still, calm, in forced colours."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NAMES, People
from tests.browser.driving.people import LAPTOP, PHONE, Child, Person, chooses_way
from tests.browser.driving.strained import faults_under_strain


def test_a_lesson_holds_under_strain(people: People) -> None:
    found: list[str] = []

    def looks(person: Person, where: str, viewport=PHONE) -> None:
        found.extend(faults_under_strain(person.page, where))
        person.page.set_viewport_size(viewport)

    teacher = people.with_a_class()
    looks(teacher, "class", LAPTOP)
    code = teacher.opens_a_session(size=2)
    looks(teacher, "lobby", LAPTOP)
    children = [people(Child, PHONE) for _ in range(2)]
    child = children[0]
    for path, where in (("/join/", "join"), (f"/join/{code}/", "names"), (f"/join/{code}/ask/", "ask")):
        child.goes(path)
        looks(child, where)
    for player, name in zip(children, NAMES, strict=False):
        player.joins(code, name)
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
    for player in children:
        player.comes_to_the_table()
    looks(child, "ready")
    for player in children:
        player.is_ready()
    child.waits_for("playing")
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
    _, children = people.in_a_race(2, choose=lambda page: chooses_way(page, "nine_to_nothing.tables"))
    mine = next(
        child for child in children if re.search(r"\bmine\b", child.page.locator("#turn").get_attribute("class") or "")
    )
    assert faults_under_strain(mine.page, "nine") == []
