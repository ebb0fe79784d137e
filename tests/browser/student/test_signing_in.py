"""How a class gets in: what it costs a child in clicks and seconds, on every device, without scripts, by keyboard."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.conftest import People
from tests.browser.driving.looks import faults
from tests.browser.driving.patience import patiently
from tests.browser.driving.people import LAPTOP, PHONE, Child, Teacher
from tests.browser.driving.server import Server
from tests.browser.figures import FIGURES
from tests.browser.student.test_offline import COUNTED, KEPT, AtHome, cards_of
from tests.browser.table.test_without_sockets import Walled

pytestmark = pytest.mark.long

NAMES = [f"{letter}{ending}" for letter in "ABCDEFGHIJ" for ending in ("da", "li", "no")]
CLICKS = {"name": 2, "pictures": 7}
"""What one child may cost at a shared device: the name, four pictures and Go, and the next child."""

PLACE = "one => [one.getBoundingClientRect().x, one.offsetTop]"
"""Where a button lies on the page, pressed down or not."""


class Pupil(Child):
    """A child that counts its clicks."""

    clicks = 0

    def presses_here(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()
        self.clicks += 1

    def shares_the_device(self, code: str) -> None:
        self.goes(f"/join/{code}/")
        self.presses("We share this device")

    def signs_in(self, name: str, pictures: list[str]) -> None:
        self.presses_here(name)
        for picture in pictures:
            self.presses_here(picture)
        if pictures:
            self.presses_here("Go")
        self.page.wait_for_url("**/waiting/")
        self.sees(f"Hi {name}!")
        self.presses_here("Next child")


def sign_in_by(teacher: Teacher, way: str) -> None:
    teacher.goes(f"/classes/{teacher.classroom}/sign-in/")
    teacher.page.locator(f'input[name="sign_in"][value="{way}"]').check()
    teacher.presses("Save")


def secrets(teacher: Teacher) -> dict[str, list[str]]:
    """What the teacher's list says: each child's pictures, in order."""
    teacher.goes(f"/classes/{teacher.classroom}/cards/?as=list")
    rows = teacher.page.locator(".sign-in-list tbody tr")
    read = "rows => rows.map(row => [row.cells[0].innerText, [...row.querySelectorAll('.word')].map(w => w.innerText)])"
    return dict(rows.evaluate_all(read))


@pytest.mark.parametrize("way", CLICKS)
def test_thirty_children_sign_in_at_four_browsers_one_after_another(people: People, way: str) -> None:
    teacher = people.with_a_class(NAMES)
    sign_in_by(teacher, way)
    known = secrets(teacher)
    code = teacher.lets_in()
    pupils = [people(Pupil, (LAPTOP, PHONE)[place % 2], has_touch=bool(place % 2)) for place in range(4)]
    for pupil in pupils:
        pupil.shares_the_device(code)
    since = time.monotonic()
    for place, name in enumerate(NAMES):
        pupils[place % 4].signs_in(name, known[name])
    teacher.looks_at()
    seconds = (time.monotonic() - since) / len(NAMES)
    clicks = sum(pupil.clicks for pupil in pupils) / len(NAMES)
    FIGURES.append(f"signing in by {way}: {clicks:.1f} clicks and {seconds:.2f} s a child, thirty at four browsers")
    expect(teacher.page.locator(".arrival.here")).to_have_count(len(NAMES))
    assert clicks <= CLICKS[way]


@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_button_next_child_does_not_move_when_a_sum_to_warm_up_comes(people: People, device: ViewportSize) -> None:
    teacher = people.with_a_class()
    pupil = people(Pupil, device)
    held: list[Route] = []
    pupil.page.route("**/waiting/meanwhile/", lambda route: held.append(route))
    pupil.shares_the_device(teacher.lets_in())
    pupil.presses_here("Amir")
    pupil.sees("Hi Amir!")
    button = pupil.page.get_by_role("button", name="Next child")
    patiently(lambda: held, "the sum is asked for", pupil, meanwhile=lambda: pupil.page.wait_for_timeout(20))
    button.hover()
    before = button.evaluate(PLACE)
    pupil.page.mouse.down()
    held[0].continue_()
    expect(pupil.page.locator(".warm-up")).to_be_visible()
    after = button.evaluate(PLACE)
    pupil.page.mouse.up()
    expect(pupil.page.get_by_role("button", name="Bea")).to_be_visible()
    assert after == before


def test_pictures_are_tapped_with_the_keyboard_alone(people: People) -> None:
    teacher = people.with_a_class()
    sign_in_by(teacher, "pictures")
    amir = secrets(teacher)["Amir"]
    child = people(Child)
    child.goes(f"/join/{teacher.lets_in()}/")
    child.page.get_by_role("button", name="Amir").press("Enter")
    first, second, *_ = pictures = [child.page.get_by_role("button", name=name, exact=True) for name in amir]
    first.press("Enter")
    expect(first).to_have_attribute("aria-disabled", "true")
    shown = child.page.locator(".slots li").first.locator("> *").first.element_handle()
    for picture in (first, second):  # a picture is taken once
        picture.press("Enter")
    child.page.get_by_role("button", name="Back one").press("Enter")
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-disabled", "false")
    assert shown.evaluate("part => part.isConnected"), "what stands there is not said again"
    for picture in pictures[1:]:
        picture.press("Enter")
    expect(child.page.get_by_role("button", name="Go", exact=True)).to_be_focused()
    child.page.keyboard.press("Enter")
    child.page.wait_for_url("**/waiting/")


def test_pictures_work_without_scripts_and_a_wrong_one_can_be_taken_back(people: People) -> None:
    teacher = people.with_a_class()
    sign_in_by(teacher, "pictures")
    bea = secrets(teacher)["Bea"]
    child = people(Child, PHONE, java_script_enabled=False)
    child.goes(f"/join/{teacher.lets_in()}/")
    child.taps_name("Bea")
    for picture in [bea[0], bea[2]]:
        child.presses(picture, exact=True)
    child.presses("Back one")
    for picture in bea[1:]:
        child.presses(picture, exact=True)
    child.presses("Go", exact=True)
    child.sees("Hi Bea!")


def test_a_child_that_cannot_sign_in_is_let_in_from_the_lobby_without_a_reload(people: People) -> None:
    teacher = people.with_a_class()
    sign_in_by(teacher, "pictures")
    code = teacher.lets_in()
    teacher.looks_at()
    known, unknown = people(Child, PHONE), people(Child)
    known.goes(f"/join/{code}/")
    known.taps_name("Bea")
    known.presses("Ask my teacher")
    teacher.presses("Let Bea in")
    known.sees("Wait for your teacher.")
    unknown.goes(f"/join/{code}/")
    unknown.follows("I am not on the list")
    unknown.page.get_by_label("What is your name?").fill("Zoë")
    unknown.presses("Ask my teacher")
    teacher.follows("Who is Zoë?")
    teacher.presses("Add Zoë to the class")
    unknown.sees("Wait for your teacher.")
    expect(teacher.page.locator(".arrival.here")).to_have_text([re.compile("Bea"), re.compile("Zoë")])


@pytest.mark.parametrize(("kind", "verdict"), [(Child, "All is well"), (Walled, "Sockets are blocked.")])
def test_the_self_test_says_in_words_what_the_network_lets_through(people: People, kind, verdict: str) -> None:
    visitor = people(kind)
    visitor.goes("/connection/")
    expect(visitor.page.get_by_role("status").first).to_contain_text(verdict)
    expect(visitor.page.locator("#asks")).to_contain_text("works")
    assert verdict in visitor.page.locator("#text").input_value()
    assert faults(visitor.page) == []
    visitor.presses("Copy the text")
    visitor.sees("Copied.")
    expect(visitor.page.locator("#clock")).to_contain_text("the same")
    visitor.page.evaluate("() => { const right = Date.now; Date.now = () => right() + 60_000; }")
    visitor.presses("Test again")
    expect(visitor.page.locator("#clock")).to_contain_text("60")


def test_every_page_on_the_way_in_fits_and_axe_finds_nothing(people: People) -> None:
    teacher = people.with_a_class([*NAMES, "Þórður Æ."])
    sign_in_by(teacher, "pictures")
    classroom = f"/classes/{teacher.classroom}"
    found = _faults_of(
        teacher.page, f"{classroom}/sign-in/", *(f"{classroom}/cards/?as={k}" for k in ("cards", "list"))
    )
    code = teacher.lets_in()
    teacher.looks_at()
    child = people(Child)
    found += _faults_of(child.page, f"/join/{code}/", f"/join/{code}/ask/")
    child.page.get_by_label("What is your name?").fill("Zoë")
    child.presses("Ask my teacher")
    found += faults(child.page)
    teacher.sees("Zoë is not on the list")
    found += faults(teacher.page, where="lobby")
    teacher.follows("Who is Zoë?")
    found += faults(teacher.page)
    teacher.goes(f"/sessions/{teacher.session}/")
    teacher.follows("Ada")
    found += faults(teacher.page)
    other = people(Child)
    other.goes(f"/join/{code}/")
    other.taps_name("Ada")
    found += faults(other.page, where="pictures")
    teacher.goes(f"/sessions/{teacher.session}/")
    teacher.presses("Lock the door")
    expect(teacher.page.get_by_role("button", name="Open the door")).to_be_visible()
    other.forgives("status of 423")
    other.goes(f"/join/{code}/")
    found += faults(other.page, where="locked")
    assert found == []


def _faults_of(page: Page, *addresses: str) -> list[str]:
    found = []
    for address in addresses:
        page.goto(address)
        found += faults(page)
    return found


def test_cards_print_eight_labels_twenty_four_and_tents_two_a_page(people: People, server: Server) -> None:
    teacher = people.with_a_class(NAMES[:24])
    sign_in_by(teacher, "pictures")
    pages, pages_of = {}, {"cards": 3, "labels": 1, "tents": 12, "list": 1}
    for kind in pages_of:
        teacher.goes(f"/classes/{teacher.classroom}/cards/?as={kind}")
        for paper in ("A4", "Letter"):
            pages[kind, paper] = len(re.findall(rb"/Type\s*/Page\b", teacher.page.pdf(format=paper)))
    assert pages == {(kind, paper): pages_of[kind] for kind in pages_of for paper in ("A4", "Letter")}


@pytest.fixture
def at_home(people: People) -> AtHome:
    """A child that has placed one card without a connection, in another tab than the one that it is at."""
    child = people(AtHome, PHONE)
    child.scans(next(iter(cards_of(people.with_a_class()).values())))
    child.is_ready_to_leave()
    child.loses_the_connection()
    here, child.page = child.page, child.context.new_page()
    child.practises()
    child.places()
    child.sees_so_many_placed(1)
    child.page.close()
    child.page = here
    return child


def test_signing_out_without_a_connection_signs_nobody_out_and_loses_nothing(at_home: AtHome) -> None:
    at_home.presses("This is not me")
    expect(at_home.page.locator("#placed")).to_have_text("1")
    at_home.finds_it_again()
    at_home.goes("/practice/")
    at_home.sees(f"1 card that you {COUNTED} is counted.")


def test_signing_out_hands_in_what_another_tab_has_kept(at_home: AtHome) -> None:
    at_home.finds_it_again()
    with at_home.page.expect_response(lambda answer: answer.request.method == "POST") as handed_in:
        at_home.presses("This is not me")
    assert handed_in.value.status == 204
    at_home.page.wait_for_url(lambda url: not url.endswith("/practice/"))
    assert at_home.page.evaluate(KEPT) == [0, []]


def test_what_was_kept_under_a_name_that_is_no_more_counts_for_the_one_that_stays(people: People) -> None:
    """The child was on the list twice; then its teacher made both one, and it scans the card that is left."""
    teacher = people.with_a_class()
    card_gone, card_kept = list(cards_of(teacher).values())[:2]
    child = people(AtHome, PHONE)
    child.scans(card_gone)
    child.is_ready_to_leave()
    child.loses_the_connection()
    child.practises()
    child.places()
    child.sees_so_many_placed(1)
    gone, kept = teacher.by_http.students()[:2]
    teacher.by_http.posts(f"/students/{kept}/merge/", fields={"other": gone, "stays": "here"})
    child.finds_it_again()
    child.scans(card_kept)
    child.sees(f"1 card that you {COUNTED} is counted.")
