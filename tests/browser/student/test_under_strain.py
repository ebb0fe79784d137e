"""Every screen of a lesson, a child's and its teacher's: at 400 %, with wide text, still, calm, in forced colours."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NAMES, TWO, People
from tests.browser.driving.people import LAPTOP, PHONE, Child, Person, Teacher
from tests.browser.driving.play import whose
from tests.browser.driving.strained import faults_under_strain
from tests.browser.over_http.people import NINE, RACE

pytestmark = pytest.mark.long


class Look:
    """What was found wrong so far, screen by screen; whoever was looked at has their own screen's size again."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def at(self, person: Person, where: str) -> None:
        self.found += faults_under_strain(person.page, where)
        person.page.set_viewport_size(PHONE if isinstance(person, Child) else LAPTOP)


def test_a_lesson_holds_under_strain(people: People) -> None:
    look, teacher = Look(), people.with_a_class()
    teacher.goes(f"/classes/{teacher.classroom}/")
    look.at(teacher, "class")
    code = teacher.lets_in(RACE.but(table_size="2"))
    teacher.looks_at()
    look.at(teacher, "lobby")
    children = [people(Child, PHONE) for _ in range(2)]
    child = children[0]
    for path, where in (("/join/", "join"), (f"/join/{code}/", "names"), (f"/join/{code}/ask/", "ask")):
        child.goes(path)
        look.at(child, where)
    for player, name in zip(children, NAMES, strict=False):
        player.comes_in(code, name)
        player.goes("/waiting/")
    look_while_waiting(look, child)
    teacher.starts()
    people.go_to_their_tables(children)
    look.at(child, "ready")
    people.hear_go(children)
    for _ in range(4):
        child.draws()
    look.at(child, "race")
    look.at(teacher, "monitor")
    look_after_the_end(look, teacher, child)
    assert look.found == []


def look_while_waiting(look: Look, child: Child) -> None:
    expect(child.page.locator(".mosaic")).to_be_visible()
    look.at(child, "waiting")
    for path in ("/my-page/", "/my-page/card/", "/practice/", "/how-to-play/around_the_corner/"):
        child.goes(path)
        look.at(child, path)
    child.goes("/practice/")
    child.presses("Practise", exact=True)
    expect(child.page.locator(".eight")).to_be_visible()
    look.at(child, "practice")
    child.goes("/waiting/")


def look_after_the_end(look: Look, teacher: Teacher, child: Child) -> None:
    teacher.ends()
    look.at(teacher, "end")
    teacher.goes(f"/sessions/{teacher.session}/report/")
    look.at(teacher, "report")
    child.page.wait_for_url("**/waiting/")
    look.at(child, "after")


def test_a_table_of_nine_holds_under_strain(people: People) -> None:
    _, children = people.in_a_race(*TWO, settings=NINE)
    mine, _ = whose(children)
    assert faults_under_strain(mine.page, "nine") == []
