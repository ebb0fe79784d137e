"""Solo against one's own time, and practice at home with a card, as a child lives through them on a small phone."""

import datetime
import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from game.screens.sentences import minutes_in_words
from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.people import Child, Person, Teacher
from tests.browser.driving.play import draws_one_that_fits, play_to_the_end
from tests.browser.over_http.people import SHORT, SOLO, Settings
from tests.browser.table.test_turns import Unscripted
from tests.browser.table.test_without_sockets import Walled

pytestmark = pytest.mark.long

SMALL: ViewportSize = {"width": 320, "height": 454}
SHORT_SOLO = SOLO.but(**SHORT)

HIGH: ViewportSize = {"width": 390, "height": 844}
GROWS = """() => {
  const pace = document.querySelector("#clock .pace"), empty = pace.offsetHeight;
  pace.textContent = "1 card ahead of your best";
  const grown = pace.offsetHeight - empty;
  pace.textContent = "";
  return grown;
}"""
"""By how much the line about the pace, empty where there is no time yet, is higher with words: so far all below it
moves, and what is said of a card stands beside its place."""

BELOW = """() => {
  const [pile, own, felt] = [".heap-then", ".at-1", ".table-then"].map(
    (part) => document.querySelector(part).getBoundingClientRect());
  return pile.bottom <= own.top && own.bottom <= felt.bottom;
}"""

DRAW_ALL = """async () => {
  const held = () => document.querySelectorAll("#hand button.card").length;
  const late = performance.now() + 120000;
  const more = (before) => new Promise((done, fail) => {
    const look = () => {
      if (performance.now() > late) fail(new Error(`only ${held()} cards are drawn`));
      else if (held() > before) done();
      else requestAnimationFrame(look);
    };
    look();
  });
  while (held() < 72) {
    const before = held();
    document.getElementById("drawbox").click();
    await more(before);
  }
}"""


def at_a_solo_table(people: People, settings: Settings = SHORT_SOLO, kind: type[Child] = Child) -> Child:
    _, (child,) = people.at_a_table((kind, SMALL), settings=settings)
    return child


def no_fault(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe_violations(page) == []


def test_a_child_plays_alone_against_its_own_time(people: People) -> None:
    child = at_a_solo_table(people)
    child.sees("There is no time yet to beat.")
    child.page.locator("#clock2").press("Enter")
    expect(child.page.locator("#clock2")).to_have_attribute("aria-pressed", "true")
    expect(child.page.locator("#clock2")).to_be_focused()
    no_fault(child.page)

    child.is_ready()
    child.waits_for("playing")
    child.draws()
    expect(child.page.locator("[data-time]")).to_have_text(re.compile(r"0:0[1-9]|0:[1-9]\d|[1-9]:\d\d"))
    no_fault(child.page)
    child.page.set_viewport_size(HIGH)
    assert child.page.evaluate(GROWS) == 0
    child.page.set_viewport_size(SMALL)

    child.page.locator("#pause").click()
    child.waits_for("paused")
    expect(child.page.locator("#over h2")).to_be_focused()
    assert child.page.locator("#hand .card .n").count() == 0
    no_fault(child.page)
    child.page.locator("#resume").press("Enter")
    child.waits_for("playing")
    expect(child.page.locator("#hand button.card").first).to_be_focused()

    time = places_all_cards(child)
    child.presses("Play again")
    child.waits_for("playing")
    expect(child.page.locator("#clock .pace")).to_have_text(f"Your best: {time}")
    expect(child.page.locator("#clock progress")).to_have_attribute("max", re.compile(r"\d+"))
    child.plays(draws_one_that_fits(child))
    expect(child.page.locator("#clock .pace")).to_have_text(re.compile("your best$"))

    watches_it_again(child, time)


def places_all_cards(child: Child) -> str:
    """Play the round to its end; return the time that the child is told."""
    play_to_the_end([child])
    child.sees("All cards placed!")
    time = child.page.locator(".times dd").first.inner_text()
    assert re.fullmatch(r"\d+:\d\d", time)
    no_fault(child.page)
    return time


def watches_it_again(child: Child, time: str) -> None:
    child.goes("/my-page/")
    child.follows("Watch it again")
    minutes, seconds = map(int, time.split(":"))
    child.sees("My best round")
    child.sees(minutes_in_words(1000 * (60 * minutes + seconds)))
    assert child.page.evaluate(BELOW), "alone, the face lies below the pile"
    no_fault(child.page)
    child.page.get_by_role("radio", name="Fast").check()
    child.presses("Play")
    expect(child.page.locator("#_replay_moment")).to_have_attribute("data-n", re.compile("[5-9]|[1-9][0-9]"))


def test_a_hand_of_all_cards_scrolls_and_its_last_card_can_be_reached(people: People) -> None:
    child = at_a_solo_table(people, SOLO)
    child.is_ready()
    child.waits_for("playing")
    child.page.evaluate(DRAW_ALL)
    expect(child.cards).to_have_count(72)
    assert child.page.locator("#hand").evaluate("hand => hand.scrollHeight > hand.clientHeight + 40")
    last = child.page.locator("#s71 .card")
    assert last.evaluate("card => getComputedStyle(card).touchAction") == "pan-y pinch-zoom"
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    assert box["y"] + box["height"] <= SMALL["height"]
    child.page.locator("#sort").click()
    expect(child.page.locator("#s0 .card")).to_have_attribute("data-n", "1")
    no_fault(child.page)


@pytest.mark.parametrize("kind", [Walled, Unscripted])
def test_a_child_without_a_socket_or_without_scripts_plays_alone_too(people: People, kind: type[Child]) -> None:
    child = at_a_solo_table(people, kind=kind)
    child.page.locator("#ready").click()
    child.waits_for("playing")
    child.draws()
    child.page.locator("#pause").click()
    child.waits_for("paused")
    child.page.locator("#resume").click()
    child.waits_for("playing")
    card = draws_one_that_fits(child)
    left = child.page.locator("#seat-0 .left").inner_text()
    child.taps(card)
    expect(child.page.locator("#seat-0 .left")).not_to_have_text(left)


def practise(person: Person, right: bool) -> None:
    """Tap the card that makes a sum of the hints true, or one that does not."""
    fits = answer_of(person.page)
    for card in person.page.locator(".eight .card:not([disabled])").all():
        if (number_on(card) in fits) == right:
            return person.uses(card)
    raise AssertionError("no such card")


def number_on(card: Locator) -> int:
    return int(card.locator(".n").inner_text())


def answer_of(page: Page) -> set[int]:
    sums = page.locator(".hints li").all_inner_texts()
    parts = [re.match(r"(\d+) ([+\N{MINUS SIGN}]) (\d)", text) for text in sums]
    return {(int(p[1]) + int(p[3]) * (1 if p[2] == "+" else -1) - 1) % 10 + 1 for p in parts if p}


def homework_is_set(teacher: Teacher) -> str:
    """Set two cards of homework, to be done until tomorrow; return the path of Bea's card."""
    teacher.goes(f"/classes/{teacher.classroom}/homework/")
    no_fault(teacher.page)
    teacher.page.get_by_label("How many").fill("2")
    tomorrow = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=1)
    teacher.page.get_by_label("Last day").fill(tomorrow.isoformat())
    teacher.presses("Set homework")
    teacher.sees("The homework is set.")
    teacher.goes(f"/classes/{teacher.classroom}/cards/")
    no_fault(teacher.page)
    address = teacher.page.locator(".sheet li", has_text="Bea").locator(".address").inner_text()
    return "/card/" + address.split("/card/")[1]


def does_the_homework(person: Person, card: str) -> None:
    person.goes(card)
    person.sees("Hello Bea")
    no_fault(person.page)
    person.presses("Do the homework")
    practise(person, right=False)
    person.sees("does not fit on")
    no_fault(person.page)
    for placed in ("1 of 2 cards", "2 of 2 cards"):
        practise(person, right=True)
        person.sees(placed)
    person.sees("Yes!")


def test_a_child_does_its_homework_at_home_with_its_card(people: People) -> None:
    teacher = people.with_a_class()
    card = homework_is_set(teacher)
    at_home = people(Person, SMALL, has_touch=True)
    does_the_homework(at_home, card)
    expect(at_home.page.locator("#practice-top")).to_be_focused()
    expect(at_home.page.locator("#live")).to_contain_text("Yes!")
    at_home.presses("Hint")
    expect(at_home.page.locator("#live")).to_have_text("One of your cards fits a sum.")
    expect(at_home.page.locator("#practice-top")).to_be_focused()
    expect(at_home.page.locator(".hints")).not_to_contain_text("?")
    expect(at_home.page.locator(".number-picture")).to_be_visible()
    no_fault(at_home.page)
    at_home.presses("I'm done")
    at_home.sees("Enough for today!")
    teacher.goes(f"/classes/{teacher.classroom}/homework/")
    teacher.page.locator("tbody a").first.click()
    teacher.sees("1 of 4 has done it.")
    no_fault(teacher.page)


def test_homework_is_done_without_scripts(people: People) -> None:
    teacher = people.with_a_class()
    card = homework_is_set(teacher)
    at_home = people(Person, SMALL, java_script_enabled=False)
    at_home.goes(card)
    at_home.presses("Do the homework")
    practise(at_home, right=False)
    at_home.sees("does not fit on")
    for placed in ("1 of 2 cards", "2 of 2 cards"):
        practise(at_home, right=True)
        at_home.sees(placed)
    at_home.presses("Hint")
    expect(at_home.page.locator(".number-picture")).to_be_visible()
