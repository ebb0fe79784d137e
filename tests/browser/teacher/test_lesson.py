"""One whole lesson, as a teacher who has never seen Cardinal and four children live through it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import NAMES, People, alone
from tests.browser.driving.moments import has_shown, keeps_moments
from tests.browser.driving.people import LAPTOP, PHONE, Child, Teacher
from tests.browser.driving.play import only_step_one, play_to_the_end, somebody_misfits, somebody_plays, two_could_play
from tests.browser.driving.server import Server
from tests.browser.prepared import copied

pytestmark = pytest.mark.long

COLUMN = "First name\tClass\nAmir\t4B\nBea\t4B\nChen\t4B\nBea\t4B\nDana\t4B\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    """A server that nobody has signed up at."""
    with alone(copied(prepared, tmp_path_factory.mktemp("empty"))) as server:
        yield server


class SlowSocket:
    """A child's socket on which what the server says can be held back for a while."""

    def __init__(self, child: Child) -> None:
        self.held: list[str | bytes] | None = None
        child.page.route_web_socket(re.compile("/ws/table/"), self._connect)

    def _connect(self, page_side: WebSocketRoute) -> None:
        self.page_side = page_side
        page_side.connect_to_server().on_message(self._pass_on)

    def _pass_on(self, message: str | bytes) -> None:
        if self.held is None:
            self.page_side.send(message)
        else:
            self.held.append(message)

    def holds(self) -> None:
        self.held = []

    def lets_go(self) -> None:
        for message in self.held or []:
            self.page_side.send(message)
        self.held = None


def test_a_lesson_goes_from_the_first_account_to_play_again(people: People) -> None:
    teacher = people(Teacher)
    _signs_up_and_pastes_a_column(teacher)
    code = teacher.opens_a_session(size=4, choose=only_step_one)
    projector = teacher.opens_a_page()
    projector.goto(f"/sessions/{teacher.session}/screen/")
    _shows_the_way_in(projector, code)

    children = [people(Child, viewport, has_touch=viewport is PHONE) for viewport in (PHONE, LAPTOP, PHONE, LAPTOP)]
    sockets = [SlowSocket(child) for child in children]
    for place, (child, name) in enumerate(zip(children, NAMES, strict=True), start=1):
        child.joins(code, name)
        expect(projector.locator(".arrival.here")).to_have_count(place)
    expect(teacher.page.get_by_role("button", name="Start with 4")).to_be_visible()
    teacher.starts()
    _get_ready_and_hear_go(children)
    _sees_the_tile(teacher, "playing")

    somebody_plays(*children)
    wrong_card = _is_told_when_wrong_and_why(children)
    somebody_plays(*children)  # a new top card, which nobody has answered yet: only first answers count in the report
    beaten = _is_told_when_beaten(children, sockets)
    _sees_who_is_away(teacher, children[3])
    play_to_the_end(children)
    _see_the_result(children)
    _sees_the_tile(teacher, "finished")

    for child in children:
        child.presses("Play again")
    for child in children:
        child.waits_for("playing")
    children[0].draws()
    expect(projector.locator(".little")).to_be_visible()
    teacher.ends()
    _celebrates(projector)
    for child in children:
        child.page.wait_for_url("**/waiting/")
        child.sees("Wait for your teacher.")
    _reads_the_report(teacher, wrong_card, beaten)
    _plays_again_at_the_same_tables(teacher, children, projector)


def _signs_up_and_pastes_a_column(teacher: Teacher) -> None:
    teacher.goes("/")
    teacher.follows("Make the first teacher account")
    teacher.signs_up("new@school.example")
    teacher.follows("Make a class")
    teacher.page.get_by_label("Name of the class").fill("4B")
    teacher.presses("Make the class")
    teacher.page.locator("textarea").fill(COLUMN)
    teacher.presses("Check names")
    teacher.sees("1 to decide")
    teacher.page.get_by_role("group", name="Bea (line 5)").get_by_label("Leave this line out").check()
    teacher.presses("Make these changes")
    expect(teacher.page.get_by_role("rowheader")).to_have_text(NAMES)
    teacher.classroom = int(teacher.page.url.rstrip("/").rsplit("/", 1)[1])


def _shows_the_way_in(projector: Page, code: str) -> None:
    expect(projector.locator(".join-code")).to_have_text(re.compile(f"{code[:3]}.?{code[3:]}"))
    expect(projector.get_by_role("img", name="QR code")).to_be_visible()
    expect(projector.locator(".arrival")).to_have_count(4)
    expect(projector.locator(".arrival.here")).to_have_count(0)


def _get_ready_and_hear_go(children: list[Child]) -> None:
    for child in children:
        child.comes_to_the_table()
    keeps_moments(children[0].page, "#alert")
    for child in children:
        child.is_ready()
    has_shown(children[0].page, "#alert", "GO")  # the numbers before it: tests.browser.drawn.test_focus
    for child in children:
        child.waits_for("playing")


def _is_told_when_wrong_and_why(children: list[Child]) -> str:
    """Return the wrong card as the report names it."""
    child, card = somebody_misfits(*children)
    number = child.hand()[card]
    top, step = child.page.locator("#top").evaluate(
        "top => [top.querySelector('.n').textContent, top.querySelector('.k').textContent.match(/[123]/)[0]]"
    )
    keeps_moments(child.page, "#table.locked")
    child.taps(card)
    child.is_told(f"{number} does not fit on {top} ±{step}.")
    has_shown(child.page, "#table.locked")
    expect(child.page.locator(f"#{card}")).to_be_visible()
    expect(child.page.locator("#table")).not_to_have_class(re.compile("locked"))
    return f"{number} on {top} ±{step}"


def _is_told_when_beaten(children: list[Child], sockets: list[SlowSocket]) -> Child:
    """Two tap for the same top card; the news of the first card is still on its way when the other is tapped. Return
    who was late."""
    (first, quick), (late, slow) = two_could_play(*children)
    socket = sockets[children.index(late)]
    cards = late.cards.count()
    socket.holds()
    first.plays(quick)
    late.taps(slow)
    expect(late.page.locator(f"#{slow}")).to_have_class(re.compile("gone|pending"))
    socket.lets_go()
    late.is_told(f"{first.name} was first.")
    expect(late.page.locator(f"#{slow}")).to_be_visible()
    expect(late.page.locator("#table")).not_to_have_class(re.compile("locked"))
    assert late.cards.count() == cards
    return late


def _sees_the_tile(teacher: Teacher, badge: str) -> None:
    tile = teacher.page.locator(".tile")
    expect(tile.locator(".badge")).to_have_text(badge)
    expect(tile).to_contain_text(re.compile(r"\d+ left"))
    if badge == "playing":
        expect(tile).to_contain_text(re.compile(r"top\s+[0-9]+\s+±1"))


def _sees_who_is_away(teacher: Teacher, child: Child) -> None:
    table = child.page.url
    child.page.goto("/")
    expect(teacher.page.locator(".tile li", has_text=child.name)).to_contain_text("away")
    child.page.goto(table)
    child.comes_to_the_table()
    expect(teacher.page.locator(".tile li", has_text=child.name)).not_to_contain_text("away")


def _see_the_result(children: list[Child]) -> None:
    winners = 0
    for child in children:
        result = child.page.locator("[data-result]")
        expect(result).to_have_text(re.compile(f"^(You finished first|Good round, {child.name})!$"))
        picture = re.compile(r"^My picture: (\d+ sums? found|60 sums to find)")
        expect(child.page.get_by_role("link", name=picture)).to_be_visible()
        winners += result.inner_text() == "You finished first!"
    assert winners == 1


def _celebrates(projector: Page) -> None:
    """The tables are gone when the class is told that it has played well."""
    expect(projector.get_by_role("heading", name="Well played, 4B!")).to_be_visible()
    expect(projector.locator(".little")).to_be_hidden()


def _reads_the_report(teacher: Teacher, wrong_card: str, late: Child) -> None:
    teacher.follows("See report")
    teacher.page.locator("summary", has_text="Every student").click()
    table = teacher.page.get_by_role("table").first
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Student", "Right", "Wrong", "Beaten", "Missed", "Accuracy", "Speed", "Right a minute"]
    )
    expect(table.get_by_role("rowheader")).to_have_text(NAMES)
    beaten = table.locator("tbody tr", has_text=late.name).locator('[data-label="Beaten"]')
    expect(beaten).to_have_text(re.compile("[1-9]"))
    expect(teacher.page.locator("main")).to_contain_text(wrong_card)


def _plays_again_at_the_same_tables(teacher: Teacher, children: list[Child], projector: Page) -> None:
    teacher.goes(f"/sessions/{teacher.session}/")
    before = [child.page.url for child in children]
    teacher.presses("Play again, same tables")
    for child in children:
        child.comes_to_the_table()
        expect(child.page.locator(".at-table li")).to_have_count(4)
    assert before != [child.page.url for child in children]
    expect(projector.locator("#screen")).to_contain_text("placed together")


@pytest.mark.parametrize("code", ["222222", "not a code"])
def test_a_wrong_code_is_answered_in_words_and_kept_in_the_field(people: People, code: str) -> None:
    child = people(Child, PHONE)
    child.forgives("status of 404")
    child.goes("/join/")
    field = child.page.get_by_label("Type the code on the board")
    field.fill(code)
    child.presses("Go", exact=True)
    child.sees("No game has this code. Look at the board again.")
    expect(field).to_have_value(re.compile(code.replace(" ", "")[:6], re.IGNORECASE))
