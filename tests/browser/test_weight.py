"""How heavy each page is over the wire with a cold cache, against the budgets of ui.md 4.2."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.browser import pages
from tests.browser.conftest import People
from tests.browser.figures import FIGURES
from tests.browser.people import Child, Person
from tests.browser.server import Server

KB = 1000


class Budget(NamedTuple):
    """Compressed KB: of the page itself, and of everything it loads cold; and how many requests that is."""

    html: int
    total: int
    requests: int


STUDENT, TABLE, PROJECTOR = Budget(6, 60, 8), Budget(4, 70, 10), Budget(8, 85, 9)
FORM, MONITOR, REPORT = Budget(10, 85, 8), Budget(20, 105, 9), Budget(60, 135, 8)
SECOND_VISIT = 6
"""KB of a student's page whose static files the device has already."""


class Weight(NamedTuple):
    html: float
    total: float
    requests: int


def weigh(page: Page, address: str, *, cold: bool = True) -> Weight:
    """Load the page, `cold` as on a device that has never seen Cardinal; count all bytes of all answers, heads too."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    if cold:
        cdp.send("Network.clearBrowserCache")
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}
    cdp.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    cdp.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(address, wait_until="networkidle")
    cdp.detach()
    over_the_wire = {request: size for request, size in sizes.items() if size}
    html = sum(size for request, size in over_the_wire.items() if kinds.get(request) == "Document")
    return Weight(html / KB, sum(over_the_wire.values()) / KB, len(over_the_wire))


def hold(person: Person, name: str, address: str, budget: Budget) -> list[str]:
    """Weigh a page; return what is over its budget."""
    weight = weigh(person.page, address)
    FIGURES.append(f"{name:24} {weight.html:5.1f} KB HTML {weight.total:6.1f} KB in {weight.requests} requests")
    fields = zip(Budget._fields, weight, budget, strict=True)
    return [f"{name}: {field} {is_now:.1f} > {most}" for field, is_now, most in fields if is_now > most]


@pytest.fixture(scope="module")
def teacher(same_people: People, server: Server):
    return pages.demo_teacher(same_people, server)


def test_every_page_keeps_to_its_budget(people: People, teacher) -> None:
    addresses = pages.teachers_pages(teacher)
    stranger = people(Child)
    over = hold(stranger, "home", "/", STUDENT)
    over += hold(stranger, "join", "/join/", STUDENT)
    over += hold(stranger, "sign up", "/accounts/sign-up/", FORM)
    for address in addresses:
        over += hold(teacher, address, address, REPORT if "report" in address or "students" in address else FORM)
    _, children = pages.lesson(people, teacher)
    lobby = f"/sessions/{teacher.session}/"
    over += hold(teacher, "lobby", lobby, PROJECTOR)
    over += hold(teacher, "projector", f"{lobby}screen/", PROJECTOR)
    teacher.goes(lobby)
    code = teacher.page.locator(".code").inner_text().replace(" ", "")
    over += hold(stranger, "pick your name", f"/join/{code}/", STUDENT)
    over += hold(children[0], "waiting", "/waiting/", STUDENT)
    teacher.starts()
    for child in children:
        child.comes_to_the_table()
    over += hold(teacher, "monitor", f"{lobby}monitor/", MONITOR)
    over += hold(children[0], "table, before GO", children[0].page.url, TABLE)
    for child in children:
        child.is_ready()
    for child in children:
        child.waits_for("playing")
    for _ in range(6):
        children[0].draws()
    over += hold(children[0], "table, in a race", children[0].page.url, TABLE)
    assert over == []


def test_a_second_visit_loads_the_page_alone(people: People) -> None:
    """Static files have hashed names and are never asked for twice."""
    stranger = people(Child)
    weigh(stranger.page, "/join/")
    again = weigh(stranger.page, "/join/", cold=False)
    assert again.requests == 1
    assert again.total < SECOND_VISIT
