"""How heavy each page is over the wire with a cold cache, against the budgets of screens 4.2."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.driving import pages
from tests.browser.driving.people import PHONE, Child, Person
from tests.browser.driving.server import Server
from tests.browser.figures import FIGURES
from tests.browser.over_http.people import NINE, RACE, SOLO, TURNS, Settings

pytestmark = pytest.mark.long

KB = 1000


class Budget(NamedTuple):
    """Compressed KB: of the page itself, and of everything it loads cold; and how many requests that is."""

    html: float
    total: float
    requests: int


STUDENT, TABLE, PROJECTOR = Budget(6, 60, 8), Budget(4, 70, 10), Budget(8, 85, 10)
TABLE_OF_NINE = TABLE._replace(html=4.8)
"""Four characters are drawn in the page, ten steps for each child, and before GO the rules of this very round. Between
4.4 and 4.7 KB, by the characters that the children have drawn."""
PRACTICE = Budget(6, 68, 9)
"""In a lesson, with what calls the child to its table."""
CHECK_UP = Budget(6, 72, 10)
WAITING_ITSELF, WAITING = Budget(6, 60, 10), Budget(6, 70, 13)
"""Until it stands, and with what comes when it is idle: what a child does while it waits. 8 KB of that are the table's
style sheet, which the table would fetch next."""
FORM, MONITOR, REPORT = Budget(10, 85, 9), Budget(20, 105, 10), Budget(60, 135, 8)
SET_UP = FORM._replace(requests=11)
"""A form with a picture of each way of playing, and a script that keeps what is chosen while a fragment comes."""
TOUCHED = 20
"""KB that a table fetches from the first touch on."""
SECOND_VISIT = 6
"""KB of a student's page whose static files the device has already."""


class Weight(NamedTuple):
    html: float
    total: float
    requests: int


def weigh(page: Page, address: str, *, cold: bool = True) -> Weight:
    """Load the page, `cold` as on a device that has never seen Cardinal; count all bytes of all answers.

    Their heads count in the total (0.9 KB of a page) and not in the HTML. The page before is left first: what it still
    loads is not this one's.
    """
    page.goto("about:blank")
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    if cold:
        cdp.send("Network.clearBrowserCache")
    heads: dict[str, float] = {}
    sizes: dict[str, float] = {}

    def see_head(event: dict[str, Any]) -> None:
        if event["type"] == "Document":
            heads[event["requestId"]] = event["response"]["encodedDataLength"]

    cdp.on("Network.responseReceived", see_head)
    cdp.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(address, wait_until="networkidle")
    cdp.detach()
    over_the_wire = {request: size for request, size in sizes.items() if size}
    html = sum(over_the_wire[request] - head for request, head in heads.items())
    return Weight(html / KB, sum(over_the_wire.values()) / KB, len(over_the_wire))


def hold(person: Person, name: str, address: str, budget: Budget) -> list[str]:
    """Weigh a page; return what is over its budget."""
    weight = weigh(person.page, address)
    FIGURES.append(f"{name:24} {weight.html:5.1f} KB HTML {weight.total:6.1f} KB in {weight.requests} requests")
    fields = zip(Budget._fields, weight, budget, strict=True)
    return [f"{name}: {field} {is_now:.1f} > {most}" for field, is_now, most in fields if is_now > most]


def _budget_of(address: str) -> Budget:
    if "report" in address or "students" in address:
        return REPORT
    return SET_UP if address.endswith("/sessions/new/") else FORM


@pytest.fixture(scope="module")
def server(school: Server) -> Server:
    return school


@pytest.fixture(scope="module")
def teacher(same_people: People, prepared_school: Path):
    return pages.demo_teacher(same_people, prepared_school)


def test_every_page_keeps_to_its_budget(people: People, teacher) -> None:
    addresses = pages.teachers_pages(teacher)
    stranger = people(Child)
    over = hold(stranger, "home", "/", STUDENT)
    over += hold(stranger, "join", "/join/", STUDENT)
    over += hold(stranger, "sign up", "/accounts/sign-up/", FORM)
    for address in addresses:
        over += hold(teacher, address, address, _budget_of(address))
    _, children = pages.lesson(people, teacher)
    lobby = f"/sessions/{teacher.session}/"
    over += hold(teacher, "lobby", lobby, PROJECTOR)
    over += hold(teacher, "projector", f"{lobby}screen/", PROJECTOR)
    teacher.goes(lobby)
    code = teacher.page.locator(".code").inner_text().replace(" ", "")
    over += hold(stranger, "pick your name", f"/join/{code}/", STUDENT)
    people.forgive("net::ERR_FAILED")
    children[0].page.route("**/meanwhile/", lambda route: route.abort())
    over += hold(children[0], "waiting, until it stands", "/waiting/", WAITING_ITSELF)
    children[0].page.unroute("**/meanwhile/")
    over += hold(children[0], "waiting", "/waiting/", WAITING)
    expect(children[0].page.get_by_role("heading", name="Warm up")).to_be_visible()
    teacher.starts()
    people.go_to_their_tables(children)
    over += hold(teacher, "monitor", f"{lobby}monitor/", MONITOR)
    over += hold(children[0], "table, before GO", children[0].page.url, TABLE)
    people.hear_go(children)
    for _ in range(6):
        children[0].draws()
    over += hold(children[0], "table, in a race", children[0].page.url, TABLE)
    assert over == []


KINDS: dict[str, tuple[int, Settings]] = {
    "race": (4, RACE),
    "turns": (2, TURNS),
    "solo": (1, SOLO),
    "nine": (4, NINE),
    "same hand": (2, NINE.but(mode="same_hand")),
}
"""How many children sit at a table of each kind, and what the teacher chooses."""


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_table_keeps_to_its_budget(people: People, kind: str) -> None:
    """What is fetched at the first touch (htmx, a flight) is small too: it comes with "I'm ready", once on a device."""
    count, settings = KINDS[kind]
    _, children = people.at_a_table(*[(Child, PHONE)] * count, settings=settings)
    page = children[0].page
    budget = TABLE_OF_NINE if kind == "nine" else TABLE
    over = hold(children[0], f"{kind}, before GO", page.url, budget)
    fetched: list[float] = []
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    cdp.on("Network.loadingFinished", lambda event: fetched.append(event["encodedDataLength"]))
    people.hear_go(children)
    page.wait_for_load_state("networkidle")
    cdp.detach()
    over += hold(children[0], f"{kind}, in play", page.url, budget)
    assert over == []
    FIGURES.append(f"{kind:24} {sum(fetched) / KB:5.1f} KB more from the first touch on, in {len(fetched)} requests")
    assert 0 < sum(fetched) / KB <= TOUCHED


def test_practice_keeps_to_its_budget(people: People) -> None:
    (child,) = people.come_in(people.with_a_class().lets_in(), (Child, PHONE))
    child.goes("/practice/")
    child.presses("Practise", exact=True)
    expect(child.page.locator(".eight .card")).to_have_count(8)
    assert hold(child, "practice", child.page.url, PRACTICE) == []


def test_a_check_up_keeps_to_its_budget(people: People) -> None:
    teacher = people.with_a_class()
    teacher.by_http.starts_a_check_up()
    (child,) = people.come_in(teacher.lets_in(), (Child, PHONE))
    child.goes("/waiting/")
    child.presses("Start check-up")
    expect(child.page.locator(".numbers .card")).to_have_count(10)
    assert hold(child, "check-up", child.page.url, CHECK_UP) == []


def test_a_second_visit_loads_the_page_alone(people: People) -> None:
    """Static files have hashed names and are never asked for twice."""
    stranger = people(Child)
    weigh(stranger.page, "/join/")
    again = weigh(stranger.page, "/join/", cold=False)
    assert again.requests == 1
    assert again.total < SECOND_VISIT
