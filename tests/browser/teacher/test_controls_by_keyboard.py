"""A teacher in charge of a lesson by keyboard alone: everything is reached, and the focus is never lost on the way."""

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import NAMES, People
from tests.browser.driving.people import LAPTOP, PHONE, Child
from tests.browser.table.test_keyboard import tabs_to

NEAR, FAR = 3, 8
"""So many times Tab is pressed at most from where the focus is put to what one wants next."""


def test_the_first_table_stands_high_on_the_page_and_one_thing_is_the_main_one(people: People) -> None:
    teacher, _ = people.in_a_race(2)
    for viewport, most in ((LAPTOP, 200), (ViewportSize(width=390, height=844), 260)):
        teacher.page.set_viewport_size(viewport)
        tile = teacher.page.locator(".tile").first.bounding_box()
        assert tile
        assert tile["y"] < most
        expect(teacher.page.locator(".button.primary:visible")).to_have_count(1)


def enters(page: Page) -> None:
    """Press Enter where that leads to a page, and wait for it."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_teacher_is_in_charge_of_a_lesson_by_keyboard_alone(people: People) -> None:
    """The page stays where it is: the focus, the open panels, and how far it is scrolled."""
    teacher = people.with_a_class()
    page, keys = teacher.page, teacher.page.keyboard
    code = teacher.opens_a_session(size=2)
    children = [people(Child, PHONE) for _ in range(4)]
    for child, name in zip(children, NAMES, strict=True):
        child.joins(code, name)
    teacher.starts()
    for child in children:
        child.comes_to_the_table()
        child.is_ready()
    for child in children:
        child.waits_for("playing")

    page.evaluate("() => window.stays = true")
    tabs_to(page, "^Eyes up! Pause all")
    keys.press("Enter")
    for child in children:
        child.waits_for("held")
    tabs_to(page, "^Go on: 3, 2, 1", NEAR)
    keys.press("Enter")
    for child in children:
        child.waits_for("playing")
    tabs_to(page, "^Eyes up! Pause all", NEAR)

    tabs_to(page, "^Say …")
    keys.press("Enter")
    tabs_to(page, "^Message", NEAR)
    keys.press("ArrowDown")
    tabs_to(page, "^Show it on the screens", NEAR)
    scrolled = page.evaluate("() => scrollY")
    keys.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("The message is on the screens of 2 tables.")
    expect(page.get_by_role("button", name="Show it on the screens")).to_be_focused()
    expect(page.locator("#say")).to_have_attribute("open", "")
    assert page.evaluate("() => [scrollY, window.stays]") == [scrolled, True]
    for child in children:
        expect(child.page.locator("#note")).to_be_visible()

    tabs_to(page, "^Dana")
    keys.press("Enter")
    expect(page.locator("#drawer-name")).to_be_focused()
    tabs_to(page, "^Move to another table", FAR)
    keys.press("Enter")
    tabs_to(page, "^To", NEAR)
    other = 3 - children[3].table_number()
    keys.type(f"table {other}")
    tabs_to(page, "^A computer plays them to the end", NEAR)
    keys.press("ArrowDown")
    tabs_to(page, "^Move$", NEAR)
    keys.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text(f"Dana sits at table {other} from its next round on.")
    children[3].page.wait_for_url("**/waiting/")

    keys.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    tabs_to(page, "^Table 1")
    keys.press("Enter")
    expect(page.locator("#drawer-name")).to_be_focused()
    tabs_to(page, "^End this table", FAR)
    keys.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("The table is ended.")
    expect(page.locator(".tile")).to_have_count(1)
    expect(page.locator("#say-table option")).to_have_count(2)
    assert page.evaluate("() => window.stays")

    keys.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    page.evaluate("() => document.activeElement.blur()")
    keys.press("Space")
    expect(page.locator("#resume")).to_be_visible()
    keys.press("Space")
    expect(page.locator("#pause")).to_be_visible()


def test_a_teacher_answers_knocks_by_keyboard_alone(people: People) -> None:
    teacher = people.with_a_class()
    page = teacher.page
    code = teacher.opens_a_session(size=2)
    first, second = people(Child, PHONE), people(Child, PHONE)
    for child, name in ((first, "Zoë"), (second, "Yan")):
        child.goes(f"/join/{code}/")
        child.follows("I am not on the list")
        child.page.get_by_label("What is your name?").fill(name)
        child.presses("Ask my teacher")
    expect(page.get_by_role("link", name="Who is Yan?")).to_be_visible()
    tabs_to(page, "^Not now Zoë")
    enters(page)
    expect(page.get_by_text("Zoë")).to_have_count(0)
    tabs_to(page, "^Who is Yan", NEAR)
    enters(page)
    tabs_to(page, "^Add Yan to the class")
    enters(page)
    second.sees("Wait for your teacher.")
    tabs_to(page, "^Start")


def test_what_another_teacher_presses_does_not_take_the_focus_away(people: People) -> None:
    """The button with the focus is replaced by another one: the focus stays in its region."""
    teacher, children = people.in_a_race(2)
    other = teacher.opens_a_page()
    other.goto(teacher.page.url)
    tabs_to(teacher.page, "^Eyes up! Pause all")
    other.get_by_role("button", name="Eyes up! Pause all").click()
    for child in children:
        child.waits_for("held")
    expect(teacher.page.locator("#resume")).to_be_visible()
    tabs_to(teacher.page, "^Go on: 3, 2, 1", NEAR)
