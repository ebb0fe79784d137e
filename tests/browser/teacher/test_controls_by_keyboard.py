"""A teacher in charge of a lesson by keyboard alone: everything is reached, and the focus is never lost on the way."""

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import TWO, People
from tests.browser.driving.people import LAPTOP, PHONE, Child
from tests.browser.over_http.people import RACE
from tests.browser.table.test_keyboard import MOST_TABS, tabs_to

NEAR, FAR = 3, 8
"""So many times Tab is pressed at most from where the focus is put to what one wants next."""


def test_the_first_table_stands_high_on_the_page_and_one_thing_is_the_main_one(people: People) -> None:
    teacher, _ = people.in_a_race(*TWO)
    teacher.looks_at("monitor/")
    for viewport, most in ((LAPTOP, 200), (ViewportSize(width=390, height=844), 260)):
        teacher.page.set_viewport_size(viewport)
        # asked of the page itself: between two questions of a locator the tile may be replaced by the next second's
        assert teacher.page.evaluate("() => document.querySelector('.tile').getBoundingClientRect().y") < most
        expect(teacher.page.locator(".button.primary:visible")).to_have_count(1)


def enters(page: Page) -> None:
    """Press Enter where that leads to a page, and wait for it."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def presses_on(page: Page, *way: tuple[str, int], key: str = "Enter") -> None:
    """Tab to one thing after the other, each so many presses away at most, and press the key on the last one."""
    for label, most in way:
        tabs_to(page, label, most)
    page.keyboard.press(key)


def test_a_teacher_is_in_charge_of_a_lesson_by_keyboard_alone(people: People) -> None:
    """The page stays where it is: the focus, the open panels, and how far it is scrolled."""
    teacher, children = people.in_a_race(*[(Child, PHONE)] * 4, settings=RACE.but(table_size="2"))
    teacher.looks_at("monitor/")
    page = teacher.page
    page.evaluate("() => window.stays = true")
    _pauses_and_goes_on(page, children)
    _says_something(page, children)
    _moves_to_the_other_table(page, children[3])
    _ends_the_first_table(page)
    assert page.evaluate("() => window.stays")
    _pauses_and_goes_on_by_the_space_bar(page)


def _pauses_and_goes_on(page: Page, children: list[Child]) -> None:
    """The children may see what was pressed before the teacher's own page does: it goes on from what it shows."""
    presses_on(page, ("^Eyes up! Pause all", MOST_TABS))
    for child in children:
        child.waits_for("held")
    expect(page.locator("#resume")).to_be_visible()
    presses_on(page, ("^Go on: 3, 2, 1", NEAR))
    for child in children:
        child.waits_for("playing")
    expect(page.locator("#pause")).to_be_visible()
    tabs_to(page, "^Eyes up! Pause all", NEAR)


def _says_something(page: Page, children: list[Child]) -> None:
    presses_on(page, ("^Say …", MOST_TABS))
    presses_on(page, ("^Message", NEAR), key="ArrowDown")
    tabs_to(page, "^Show it on the screens", NEAR)
    scrolled = page.evaluate("() => scrollY")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("The message is on the screens of 2 tables.")
    expect(page.get_by_role("button", name="Show it on the screens")).to_be_focused()
    expect(page.locator("#say")).to_have_attribute("open", "")
    assert page.evaluate("() => [scrollY, window.stays]") == [scrolled, True]
    for child in children:
        expect(child.page.locator("#note")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#say")).not_to_have_attribute("open", "")
    expect(page.locator("#say > summary")).to_be_focused()


def _moves_to_the_other_table(page: Page, child: Child) -> None:
    presses_on(page, (f"^{child.name}", MOST_TABS))
    expect(page.locator("#drawer-name")).to_be_focused()
    presses_on(page, ("^Move table", FAR))
    tabs_to(page, "^To", NEAR)
    other = 3 - child.table_number()
    page.keyboard.type(f"table {other}")
    presses_on(page, ("^A computer plays them to the end", NEAR), key="ArrowDown")
    presses_on(page, ("^Move$", NEAR))
    said = f"{child.name} sits at table {other} from its next round on."
    expect(page.get_by_role("status").first).to_contain_text(said)
    child.arrives_at("/waiting/")
    _closes_the_drawer(page)


def _ends_the_first_table(page: Page) -> None:
    presses_on(page, ("^Table 1", MOST_TABS))
    expect(page.locator("#drawer-name")).to_be_focused()
    chosen = page.evaluate("() => Object.assign(document.getElementById('say-table'), { selectedIndex: 2 }).value")
    presses_on(page, ("^End this table", FAR))
    expect(page.get_by_role("status").first).to_contain_text("The table is ended.")
    expect(page.locator(".tile")).to_have_count(1)
    expect(page.locator("#say-table option")).to_have_count(2)
    expect(page.locator("#say-table")).to_have_value(chosen)
    _closes_the_drawer(page)


def _closes_the_drawer(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()


def _pauses_and_goes_on_by_the_space_bar(page: Page) -> None:
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(page.locator("#resume")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator("#pause")).to_be_visible()


def test_the_lobby_s_menu_closes_with_escape_where_it_was_opened_and_when_it_is_left(people: People) -> None:
    teacher = people.with_a_class()
    page = teacher.page
    teacher.lets_in()
    teacher.looks_at()
    menu = page.locator(".toolbar .menu")
    presses_on(page, ("^More", MOST_TABS))
    tabs_to(page, "^Print cards", FAR)
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    tabs_to(page, "^Amir", FAR)
    expect(menu).not_to_have_attribute("open", "")


def test_a_teacher_answers_knocks_by_keyboard_alone(people: People) -> None:
    teacher = people.with_a_class()
    page = teacher.page
    code = teacher.lets_in()
    teacher.looks_at()
    first, second = people(Child, PHONE), people(Child, PHONE)
    for child, name in ((first, "Zoë"), (second, "Yan")):
        child.goes(f"/join/{code}/")
        child.follows("I am not on the list")
        child.page.get_by_label("What is your name?").fill(name)
        child.presses("Ask my teacher")
    expect(page.get_by_role("link", name="Who is Yan?")).to_be_in_viewport(ratio=1)
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
    teacher, children = people.in_a_race(*TWO)
    teacher.looks_at("monitor/")
    other = teacher.opens_a_page()
    other.goto(teacher.page.url)
    tabs_to(teacher.page, "^Eyes up! Pause all")
    other.get_by_role("button", name="Eyes up! Pause all").click()
    for child in children:
        child.waits_for("held")
    expect(teacher.page.locator("#resume")).to_be_visible()
    tabs_to(teacher.page, "^Go on: 3, 2, 1", NEAR)
