"""Practice without a connection in a real browser: it goes on, counts once when the connection is back, and is nobody
else's."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from classroom.sessions.accommodations import BY_ITSELF
from game.rules.picture_ladder import SURE
from tests.browser.conftest import NAMES, People
from tests.browser.driving.looks import faults
from tests.browser.driving.patience import patiently
from tests.browser.driving.people import CUT_OFF, PHONE, Teacher
from tests.browser.driving.server import Server
from tests.browser.student.offline import (
    ADDED,
    COUNTED,
    FILES,
    FULL,
    HOLDS,
    KEPT,
    NEW_FILE,
    OLD,
    OLD_FILE,
    OLD_TAPS,
    REFUSES,
    SHARED,
    WAITING,
    AtHome,
    Failing,
)


@pytest.fixture
def teacher(people: People) -> Teacher:
    return people.with_a_class()


def cards_of(teacher: Teacher) -> dict[str, str]:
    """Return the address on each child's card."""
    teacher.goes(f"/classes/{teacher.classroom}/cards/?as=cards")
    addresses = re.findall(r"/card/[0-9A-Z]{12,}", teacher.page.content())
    return dict(zip(NAMES, [f"{address}/" for address in dict.fromkeys(addresses)], strict=True))


@pytest.fixture
def cards(teacher: Teacher) -> dict[str, str]:
    return cards_of(teacher)


@pytest.fixture
def child(people: People, cards: dict[str, str]) -> Iterator[AtHome]:
    child = people(AtHome, PHONE)
    child.scans(cards[NAMES[0]])
    child.is_ready_to_leave()
    yield child
    child.finds_it_again()


def test_ten_sums_without_a_connection_count_once_when_it_is_back(child: AtHome) -> None:
    child.loses_the_connection()
    child.practises()
    assert faults(child.page) == []
    child.hears_the_sum()
    child.places(right=False)
    expect(child.page.locator("#said")).to_contain_text("does not fit")
    for placed in range(1, 7):
        child.places()
        child.sees_so_many_placed(placed)
    child.practises()  # the page is loaded anew, and goes on
    child.sees_so_many_placed(6)
    for placed in range(7, 11):
        child.places()
        child.sees_so_many_placed(placed)
    child.presses("I'm done")
    kept = child.page.evaluate("Object.entries(localStorage)")
    child.finds_it_again()
    child.follows("Hand in my cards")
    child.sees(f"10 cards that you {COUNTED} are counted.")
    child.is_ready_to_leave()
    for key, value in kept:
        child.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, value])
    with child.page.expect_response(lambda answer: answer.request.method == "POST") as again:
        child.goes("/practice/")
    assert again.value.status == 204
    child.is_ready_to_leave()
    child.goes("/practice/")
    expect(child.page.locator("main")).not_to_contain_text(COUNTED)
    child.goes("/my-page/")
    child.sees("10 cards placed")


def test_number_pictures_fade_without_a_connection_and_the_server_agrees(teacher: Teacher, child: AtHome) -> None:
    page, (student, *_) = child.page, teacher.by_http.students()
    teacher.by_http.posts(f"/students/{student}/needs/", fields={"pictures": f"{BY_ITSELF}"})
    child.goes("/practice/")
    child.is_ready_to_leave()
    child.loses_the_connection()
    child.practises()
    counters, hops = page.locator("#hand .ten").first, page.locator("#question [data-before]")
    expect(counters).to_be_visible()
    for placed in range(1, 2 * SURE + 1):
        child.places()
        child.sees_so_many_placed(placed)
    expect(page.locator("#sum")).to_have_class(re.compile("soon"))
    expect(counters).to_be_visible()  # after three seconds
    expect(hops).to_be_visible()
    child.practises()
    expect(page.locator("#sum")).to_have_class(re.compile("soon"))
    child.places(right=False)
    expect(page.locator("#said")).to_contain_text("does not fit")
    expect(page.locator("#question h2")).to_be_focused()
    child.presses("I'm done")
    child.finds_it_again()
    child.follows("Hand in my cards")
    child.sees(f"{2 * SURE} cards that you {COUNTED} are counted.")
    child.presses("Practise", exact=True)
    expect(page.locator("form.practice")).to_have_class(re.compile("soon"))


def test_the_next_child_neither_sees_nor_hands_in_anothers_sums(child: AtHome, cards: dict[str, str]) -> None:
    child.loses_the_connection()
    child.practises()
    for placed in (1, 2):
        child.places()
        child.sees_so_many_placed(placed)
    child.finds_it_again()
    child.context.clear_cookies()  # as after a night
    child.forgives(f"{CUT_OFF}|status of 403|status of 409")
    child.goes("/practice/")
    expect(child.page.get_by_text("What was done here without a connection is kept.")).to_be_visible()
    child.scans(cards[NAMES[1]])
    child.is_ready_to_leave()
    expect(child.page.locator("main")).not_to_contain_text(COUNTED)
    child.loses_the_connection()
    child.practises()
    child.sees_so_many_placed(0)
    assert NAMES[0] not in child.page.content()
    child.finds_it_again()
    child.scans(cards[NAMES[0]])
    child.sees(f"2 cards that you {COUNTED} are counted.")


@pytest.mark.parametrize(("does", "left"), [("() => {}", [0, []]), (REFUSES, [1, []])])
def test_signing_out_hands_in_and_takes_everything_along(child: AtHome, does: str, left: list[object]) -> None:
    child.page.evaluate(does)
    child.presses("This is not me")
    child.page.wait_for_url(lambda url: not url.endswith("/practice/"))
    assert child.page.evaluate(KEPT) == left


def test_a_new_edition_takes_the_place_of_all_that_is_kept_of_the_old_one(child: AtHome) -> None:
    """Another version or language of Cardinal is a new edition: the old page goes, with every file that it lacks."""
    child.page.evaluate("caches.open('practice').then(kept => kept.put('/static/css/old.css', new Response('')))")
    child.page.evaluate("localStorage.setItem('practice kept', 'an older edition')")
    child.page.evaluate(OLD_TAPS)
    child.page.add_init_script(ADDED)
    there = child.page.evaluate(FILES)
    child.goes("/practice/")
    child.is_ready_to_leave()
    assert set(child.page.evaluate("window.added")).isdisjoint(there), "what is there already is not fetched again"
    assert child.page.evaluate(KEPT) == [1, ["practice kept"]]
    expect(child.page.locator(".message.warning")).to_have_count(0)
    kept = child.page.evaluate(FILES)
    assert "/practice/offline/" in kept
    assert [
        path for path in kept if not re.search(r"^/practice/offline/$|^/say/en/|^/static/.*\.[0-9a-f]{12}\.\w+$", path)
    ] == []
    child.page.add_init_script(SHARED)
    child.goes("/practice/")
    patiently(lambda: child.page.evaluate(KEPT) == [0, []], "nothing to be kept", child)


@pytest.fixture
def failing(server: Server) -> Iterator[Failing]:
    failing = Failing(server)
    failing.start()
    yield failing
    failing.stop()


@pytest.fixture
def old(browser: Browser, failing: Failing, people: People, cards: dict[str, str]) -> Iterator[AtHome]:
    """A child whose device kept its page before an upgrade: the new one needs a file again."""
    child = AtHome(browser, failing, PHONE)
    people.met.append(child)
    child.scans(cards[NAMES[0]])
    child.is_ready_to_leave()
    child.page.evaluate(OLD)
    child.page.add_init_script("localStorage.setItem('practice kept', 'an older edition')")
    child.context.new_cdp_session(child.page).send("Network.clearBrowserCache")
    yield child
    child.finds_it_again()


def test_a_new_edition_that_lacks_one_file_leaves_the_old_one_whole(old: AtHome, failing: Failing) -> None:
    old.forgives(f"{CUT_OFF}|status of 503|Cache.addAll")
    failing.fails = NEW_FILE
    comes_back_in_vain(old)
    failing.fails = "$^"
    old.goes("/practice/")
    old.is_ready_to_leave()
    assert OLD_FILE not in old.page.evaluate(FILES)
    old.loses_the_connection()
    old.practises()


@pytest.mark.parametrize("refused", ["addAll", "put"])
def test_a_full_disk_leaves_the_old_edition_whole(old: AtHome, refused: str) -> None:
    """As browsers refuse it."""
    full = "async () => { throw new DOMException('', 'QuotaExceededError'); }"
    old.page.add_init_script(f"Cache.prototype.{refused} = {full}")
    comes_back_in_vain(old)


def comes_back_in_vain(child: AtHome) -> None:
    """Come to practice with a connection, and without one: what was kept before is still there, all of it."""
    child.goes("/practice/")
    child.page.wait_for_load_state("networkidle")
    expect(child.page.locator("#keeps")).to_be_hidden()
    assert OLD_FILE in child.page.evaluate(FILES)
    child.loses_the_connection()
    child.goes("/practice/")
    expect(child.page).to_have_title("old")
    child.finds_it_again()


def test_two_tabs_in_the_middle_of_keeping_leave_a_whole_edition(old: AtHome, failing: Failing) -> None:
    failing.late = NEW_FILE
    tabs, other = [old.page, old.opens_a_page()], old.opens_a_page()
    other.goto("/help/")
    other.evaluate(HOLDS)
    for tab in tabs:
        tab.goto("/practice/", wait_until="commit")
    patiently(lambda: other.evaluate(WAITING) == len(tabs), "both to wait", old)
    other.evaluate("() => letGo()")
    for tab in tabs:
        expect(tab.locator("#keeps")).to_be_visible()
    old.loses_the_connection()
    old.practises()


def test_a_tap_that_a_full_device_cannot_keep_says_so(child: AtHome) -> None:
    child.loses_the_connection()
    child.practises()
    child.page.evaluate(FULL)
    child.places()
    expect(child.page.locator("#said")).to_contain_text("This device is full")
    child.sees_so_many_placed(0)
    child.page.evaluate("localStorage.removeItem('filled 1')")
    child.places()
    child.sees_so_many_placed(1)


def test_where_a_browser_allows_no_worker_nothing_is_promised(people: People, cards: dict[str, str]) -> None:
    """As over plain HTTP in a school's network."""
    child = people(AtHome, PHONE)
    child.context.add_init_script("delete Navigator.prototype.serviceWorker")
    child.scans(cards[NAMES[0]])
    child.page.wait_for_load_state("networkidle")
    expect(child.page.locator("#keeps")).to_be_hidden()
    assert child.page.evaluate(KEPT) == [0, []]
