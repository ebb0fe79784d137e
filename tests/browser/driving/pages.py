"""Every page that can be opened with GET, on a server that has a class with four weeks of lessons (`make demo`)."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.people import PHONE, Child, Teacher
from tests.browser.prepared import demo_account

STRANGERS = [
    "/",
    "/accounts/sign-up/",
    "/accounts/sign-in/",
    "/accounts/password/",
    "/join/",
    "/connection/",
    "/help/technician/",
    "/nowhere/",
]


def demo_teacher(people: People, prepared_school: Path) -> Teacher:
    """The teacher of the demo class, signed in."""
    teacher = people(Teacher)
    teacher.signs_in(*demo_account(prepared_school))
    return teacher


def teachers_pages(teacher: Teacher) -> list[str]:
    """The pages of the demo class outside a running lesson, by address."""
    teacher.page.get_by_role("link", name="Demo class", exact=True).click()
    teacher.page.wait_for_url(re.compile(r"/classes/\d+/$"))
    classroom = teacher.page.url.removeprefix(teacher.server.url)
    teacher.classroom = int(classroom.strip("/").rsplit("/", 1)[1])
    student = _first(teacher, r"/students/\d+/")
    teacher.goes(f"{classroom}sessions/")
    session = _first(teacher, r"/sessions/\d+/")
    teacher.goes(f"{session}report/")
    one = _first(teacher, r"/sessions/\d+/students/\d+/")
    of_class = ["", "rename/", "remove/", "students/add/", "sessions/", "sessions/new/", "sign-in/", "cards/"]
    of_class += ["report/", "report/facts/", "report/plays/"]
    of_student = [f"{student}{page}" for page in ("rename/", "remove/", "report/")]
    of_session = [f"{session}{page}" for page in ("", "screen/", "report/")]
    return ["/classes/", "/classes/new/", *(classroom + page for page in of_class), *of_student, *of_session, one]


def _first(teacher: Teacher, pattern: str) -> str:
    """The first address on this page that has this in it."""
    links = teacher.page.locator("main a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    return next(found[0] for link in links if (found := re.search(pattern, link)))


def lesson(people: People, teacher: Teacher) -> tuple[list[str], list[Child]]:
    """A lesson of the demo class with two children at a table: the teacher's pages of it, and the children."""
    code = teacher.opens_a_session(size=2)
    children = [people(Child, PHONE), people(Child, PHONE)]
    for place, child in enumerate(children):
        child.goes(f"/join/{code}/")
        child.page.locator(".names button").nth(place).click()
        child.page.wait_for_url("**/waiting/")
    expect(teacher.page.get_by_role("button", name="Start with 2")).to_be_visible()
    return [f"/sessions/{teacher.session}/{page}" for page in ("", "screen/", "end/")], children
