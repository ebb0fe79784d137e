"""A class list out of a spreadsheet, as a teacher brings it in: with the keys alone, without scripts, at any width."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import People
from tests.browser.driving.looks import faults, forbidden
from tests.browser.driving.people import Teacher
from tests.browser.figures import FIGURES
from tests.classroom.rosters.imports.bundles import SCHOOL, files, packed
from tests.classroom.rosters.imports.sheets import excel

pytestmark = pytest.mark.long

TABLET: ViewportSize = {"width": 768, "height": 1024}
SPREADSHEET = "First\tLast\tBorn\nAmir\tOkoro\t2016\nSam\tOlsen\t2016\nSam\tOkafor\t\nÞóra\tJónsdóttir\n=Eve\tSum"
BESIDE = "Amir O. K.\nNina\nNina"


def a_class_with_a_list(people: People, email: str, **options: Any) -> Teacher:
    teacher = people(Teacher, **options)
    teacher.signs_up(email)
    teacher.goes("/classes/new/")
    teacher.page.get_by_label("Name of the class").fill("4B")
    teacher.presses("Make the class")
    teacher.page.locator("textarea").fill(SPREADSHEET)
    return teacher


def tabs_to(page: Page, selector: str) -> None:
    """Press Tab until this has the focus, and see that it is seen."""
    for _press in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            expect(page.locator(selector).first).to_be_in_viewport()
            return
    pytest.fail(f"Tab never comes to {selector}")


def test_with_the_keys_alone_a_list_is_checked_decided_and_undone(people: People) -> None:
    page = (teacher := a_class_with_a_list(people, "keys@school.example")).page
    tabs_to(page, "button.primary[value=check]")
    page.keyboard.press("Enter")
    teacher.sees("1 to decide")
    tabs_to(page, "form button.primary")
    page.keyboard.press("Enter")
    expect(page.locator(".error-summary")).to_be_focused()
    tabs_to(page, ".error-summary a")
    page.keyboard.press("Enter")
    tabs_to(page, "input[type=radio]")
    page.keyboard.press("Space")
    tabs_to(page, "form button.primary")
    page.keyboard.press("Enter")
    teacher.sees("5 students added.")
    expect(page.get_by_role("rowheader")).to_have_text(["Amir O.", "Eve S.", "Sam Ok.", "Sam Ol.", "Þóra J."])
    tabs_to(page, "#_undo_import a[href*=undo]")
    page.keyboard.press("Enter")
    teacher.sees("5 students leave the list")
    tabs_to(page, "form button.danger")
    page.keyboard.press("Enter")
    teacher.sees("The list is undone")


def test_without_scripts_a_list_and_a_school_s_file_come_in(people: People) -> None:
    teacher = a_class_with_a_list(people, "plain@school.example", java_script_enabled=False)
    teacher.presses("Check names")
    teacher.page.get_by_label("Leave this line out").check()
    teacher.presses("Make these changes")
    teacher.sees("4 students added.")
    teacher.goes("/lists/new/")
    file = {"name": "school.zip", "mimeType": "application/zip", "buffer": packed(files(SCHOOL))}
    teacher.page.locator("#file").set_input_files(file)  # type: ignore[arg-type]  # a FilePayload
    teacher.presses("Check the file")
    teacher.page.get_by_label(re.compile("^4B")).select_option(label="Leave out")
    teacher.presses("Go on")
    teacher.presses("Add 2 students")
    teacher.sees("2 students added.")
    teacher.follows("Undo this list")
    teacher.presses("Undo this list")
    expect(teacher.page.locator(".class-cards a[href]").first).to_have_text("4B")


def test_every_page_of_lists_and_colleagues_fits_and_axe_finds_nothing(people: People) -> None:
    teacher = a_class_with_a_list(people, "looks@school.example", viewport=TABLET)
    teacher.server.manages("rights", "looks@school.example", "--school-admin")
    found = _look(teacher)
    teacher.presses("Check names")
    found += _look(teacher)
    teacher.page.get_by_label("Add a child").check()
    teacher.presses("Make these changes")
    found += _look(teacher)
    classroom = teacher.page.url
    for text, button in (("Okoro, Eli\nStone, Fay", "Use these columns"), (BESIDE, "Make these changes")):
        teacher.goes(f"{classroom}students/add/")
        teacher.page.locator("textarea").fill(text)
        teacher.presses("Check names")
        found += _look(teacher)
        teacher.presses(button)
    found += _look(teacher)
    of_class = [f"{classroom}{page}" for page in ("teachers/", "students/removed/")]
    for address in (*of_class, "/classes/next-year/", "/classes/earlier/", "/lists/new/", "/school/"):
        teacher.goes(address)
        found += _look(teacher)
    assert found == []


def test_two_teachers_find_each_other_in_one_session(people: People) -> None:
    first, second = people.with_a_class(), people(Teacher)
    second.signs_up("second@school.example", "Mr Stone")
    first.goes(f"/classes/{first.classroom}/teachers/")
    first.page.get_by_label("E-mail of the other teacher").fill("second@school.example")
    first.presses("Invite")
    second.goes("/classes/")
    second.presses("Yes, I teach it too")
    second.sees("You teach 4B too now.")
    code = first.lets_in()
    second.goes(f"/classes/{first.classroom}/sessions/new/")
    second.sees("Ms Okoro opened a session with this class")
    assert second.page.locator(".code").first.inner_text().replace(" ", "") == code


def _look(teacher: Teacher) -> list[str]:
    """Narrow and wide in every theme, and as wide as a tablet."""
    found = faults(teacher.page) + forbidden(teacher.page.content())
    teacher.page.set_viewport_size(TABLET)
    return found


def test_a_class_of_thirty_is_from_its_spreadsheet_on_printed_cards_in_two_minutes(people: People) -> None:
    """From the first page after signing up to the sheets of paper; the file has a title, surnames first, and more."""
    teacher = people(Teacher)
    teacher.signs_up("thirty@school.example")
    children = [[n, f"Lastname{n}, Kid{chr(65 + n % 26)}{n}", "4B"] for n in range(1, 31)]
    book = excel([["Hill School 2026/27"], ["No", "Pupil", "Reg Group"], *children])
    begun = time.monotonic()
    teacher.goes("/classes/new/")
    teacher.page.get_by_label("Name of the class").fill("4B")
    teacher.presses("Make the class")
    file = {"name": "4B.xlsx", "mimeType": "application/octet-stream", "buffer": book}
    teacher.page.locator("#file").set_input_files(file)  # type: ignore[arg-type]  # a FilePayload
    teacher.presses("Check names")
    teacher.presses("Add 30 students")
    teacher.sees("30 students added.")
    teacher.follows("Print cards")
    expect(teacher.page.get_by_text("/card/")).to_have_count(30)
    paper = teacher.page.pdf(format="A4", print_background=True)
    seconds = time.monotonic() - begun
    FIGURES.append(f"a class of 30 from its spreadsheet to printed cards: {seconds:.0f} s")
    assert paper.startswith(b"%PDF")
    assert seconds < 120
