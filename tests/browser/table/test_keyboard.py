"""Keyboard alone: a teacher's way to a lesson, a child's whole race. And pages that work without any script."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TWO, People
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.driving.people import LAPTOP, PASSWORD, PHONE, Child, Teacher
from tests.browser.driving.play import has_last_card, wait_until_settled
from tests.browser.driving.set_up import is_drawn
from tests.browser.over_http.people import RACE, SHORT

pytestmark = pytest.mark.long

MOST_TABS = 60


def tabs_to(page: Page, label: str | re.Pattern[str], most: int = MOST_TABS) -> None:
    """Press Tab until the thing with this name has the focus; fail where Tab never gets there."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if re.search(label, page.evaluate(_NAME)):
            return
    raise AssertionError(f"Tab never comes to {label}")


_NAME = """() => { const at = document.activeElement;
  return (at.ariaLabel || at.labels?.[0]?.textContent || at.textContent || '').trim().replace(/\\s+/g, ' '); }"""


def presses(page: Page, label: str, leads_to: str) -> None:
    """Tab to it, press Enter and arrive there."""
    tabs_to(page, label)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(leads_to))


def test_a_teacher_gets_from_the_sign_up_to_a_running_lesson_by_keyboard_alone(people: People) -> None:
    teacher = people(Teacher)
    page = teacher.page
    teacher.goes("/accounts/sign-up/")
    for field, text in (("^E-mail", "tabs@school.example"), ("^Name to show", "Ms Keys"), ("^Password", PASSWORD)):
        tabs_to(page, field)
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.wait_for_url("**/classes/")
    _makes_a_class(page)
    presses(page, "^Start a session", "/sessions/new/")
    tabs_to(page, "^4$")
    page.keyboard.press("ArrowLeft")
    is_drawn(page)
    presses(page, "^Open the lobby", r"/sessions/\d+/$")
    code = page.locator(".code").inner_text().replace(" ", "")
    for name in ("Amir", "Bea"):
        people(Child, PHONE).joins(code, name)
    expect(page.get_by_role("button", name="Start with 2")).to_be_visible()
    tabs_to(page, "^Start with 2")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/monitor/$"))  # the answer and the lobby's own line both lead there
    expect(page.locator(".tile")).to_have_count(1)


def _makes_a_class(page: Page) -> None:
    presses(page, "^Make a class", "/classes/new/")
    tabs_to(page, "^Name of the class")
    page.keyboard.type("4B")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/classes/\d+/"))
    tabs_to(page, "^Paste names")
    page.keyboard.insert_text("Amir\nBea")
    tabs_to(page, "^Check names")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Check names")).to_be_visible()
    presses(page, r"^Add 2 students", r"/classes/\d+/$")


class ByKeyboard(Child):
    """A child who touches nothing but keys."""

    def joins(self, code: str, name: str) -> None:
        self.name = name
        self.goes("/join/")
        expect(self.page.get_by_label("Type the code on the board")).to_be_focused()
        self.page.keyboard.type(code)
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(f"**/join/{code}/")
        tabs_to(self.page, f"^{name}")
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/waiting/")

    def is_ready(self) -> None:
        self.has_a_line()
        tabs_to(self.page, "^I'm ready")
        self.page.keyboard.press("Enter")

    def draws(self) -> None:
        """From the draw pile at first; with the focus in the hand by the letter."""
        before = self.cards.count()
        if not self.in_hand():
            tabs_to(self.page, "^Draw")
            self.page.keyboard.press("Enter")
            expect(self.cards).to_have_count(before + 1)
            self._goes_into_the_hand()
        else:
            self.page.keyboard.press("d")
            expect(self.cards).to_have_count(before + 1)

    def _goes_into_the_hand(self) -> None:
        for _ in range(MOST_TABS):
            if self.in_hand():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab never comes to the hand")

    def in_hand(self) -> bool:
        return bool(self.page.evaluate("() => Boolean(document.activeElement.closest('#hand'))"))

    def taps(self, card: str) -> None:
        """Jump to the number with its digit, go on with the same digit to the very card, and lay it."""
        self._goes_into_the_hand()
        self.sees_what_is_painted()
        number = self.hand()[card]
        for _ in range(MOST_TABS):
            if self.page.evaluate("() => document.activeElement.id") == card:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press(str(number % 10))
        raise AssertionError(f"the digit {number % 10} never comes to {card}")


def test_a_whole_race_by_keyboard_alone_and_the_focus_is_never_lost(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.lets_in(RACE.but(table_size="2", **SHORT))
    children = [people(ByKeyboard), people(ByKeyboard)]
    for child, name in zip(children, ("Amir", "Bea"), strict=True):
        child.joins(code, name)
    teacher.by_http.starts()
    people.go_to_their_tables(children)
    people.hear_go(children)
    patiently(
        lambda: children[0].phase == "over",
        "the end of the round",
        *children,
        meanwhile=lambda: _somebody_does_something(children),
        seconds=A_ROUND,
    )
    for child in children:
        expect(child.page.locator("[data-result]")).to_be_focused()


def _somebody_does_something(children: list[ByKeyboard]) -> None:
    for child in children:
        if child.phase != "playing":
            wait_until_settled(child)
            child.looks()
            return
        last, fitting = has_last_card(child), child.fitting()
        if last or fitting:
            seq = child.seq()
            child.taps(next(iter(child.hand())) if last else fitting[0])
            child.page.wait_for_function(_GONE_ON, arg=seq)
            assert child.page.evaluate("() => document.activeElement !== document.body")
            for other in children:
                other.page.wait_for_function(_GONE_ON, arg=seq)
            return
    for child in children:
        if child.can_draw():
            child.draws()
            assert child.in_hand()


_GONE_ON = """seq => Number(document.getElementById('top').dataset.seq) > seq
  || document.getElementById('over').dataset.phase === 'over'"""


def test_arrows_walk_over_the_filled_slots_and_t_says_the_top_card(people: People) -> None:
    _, (amir, _) = people.in_a_race(*TWO)
    for _ in range(6):
        Child.draws(amir)
    cards = list(amir.hand())
    focused = "() => document.activeElement.id"
    amir.page.locator(f"#{cards[0]}").focus()
    for key, expected in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 5), ("Home", 0)):
        amir.page.keyboard.press(key)
        assert amir.page.evaluate(focused) == cards[expected]
    live = amir.page.locator("#live")
    amir.page.keyboard.press("t")
    expect(live).to_have_text(re.compile(r"Top \d+\s*, plus or minus [123]"))
    amir.page.keyboard.press("c")
    expect(live).to_contain_text("Cards in hand: 6. ")
    expect(live).to_contain_text("Bea: 36 cards left")


def test_sign_up_roster_set_up_join_and_name_work_without_scripts(people: People) -> None:
    teacher = people(Teacher, LAPTOP, java_script_enabled=False)
    teacher.signs_up("scriptless@school.example")
    teacher.makes_a_class("4B", ["Amir", "Bea"])
    code = teacher.opens_a_session(size=2)
    children = [people(Child, PHONE, java_script_enabled=False) for _ in range(2)]
    for child, name in zip(children, ("Amir", "Bea"), strict=True):
        child.joins(code, name)
        child.sees(f"Hi {name}!")
    teacher.page.reload()
    teacher.starts()
    teacher.sees("Table 1")
    for child in children:
        child.page.reload()
        child.comes_to_the_table()
