"""What a teacher prints: whole pages of A4 and Letter, in dark ink whatever theme the screen has."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving import pages
from tests.browser.driving.people import Teacher
from tests.browser.driving.server import Server

PAPERS = ("A4", "Letter")
ONE_SHEET = ("report/", "family/", "certificate/")
PALEST = 0.13
"""Luminance of the palest ink (`--ink-2`), with some room."""
INK = """() => {
  const channel = (part) => part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  const words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const pale = [];
  while (words.nextNode()) {
    const { parentElement: parent, data } = words.currentNode;
    if (!data.trim() || !parent.checkVisibility() || parent.closest(".vh, svg, td, dt, script, .button")) continue;
    const [r, g, b] = getComputedStyle(parent).color.match(/[\\d.]+/g).map(Number);
    const luminance = 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    if (luminance > %s) pale.push(`${data.trim().slice(0, 30)} ${luminance.toFixed(2)}`);
  }
  return pale;
}"""
CUT = """() => {
  const leaves = (each) => each.checkVisibility() && !each.closest(".vh, svg")
    && (each.getBoundingClientRect().right > document.documentElement.clientWidth + 1
      || (each.matches(".heat td > *") && each.scrollHeight > each.clientHeight + 1));
  return [...document.querySelectorAll("main *")].filter(leaves).map((each) => `${each.tagName} ${each.className}`);
}"""


@pytest.fixture(scope="module")
def server(school: Server) -> Server:
    return school


@pytest.fixture(scope="module")
def teacher(same_people: People, prepared_school: Path) -> Teacher:
    return pages.demo_teacher(same_people, prepared_school)


@pytest.fixture(scope="module")
def printed(teacher: Teacher) -> list[str]:
    """The pages that are printed, by address."""
    addresses = pages.teachers_pages(teacher)
    student = next(found[0] for each in addresses if (found := re.search(r"^/students/\d+/", each)))
    session = next(found[0] for each in addresses if (found := re.search(r"^/sessions/\d+/", each)))
    of_class = f"/classes/{teacher.classroom}/"
    shown = [f"{student}{page}" for page in ONE_SHEET]
    tables = [f"{of_class}report/?part=skills", f"{of_class}sums/?part=numbers"]
    return [*shown, f"{of_class}report/", f"{of_class}sums/", *tables, f"{session}report/", f"{session}attendance/"]


def test_a_page_about_one_child_is_one_sheet_of_either_paper(teacher: Teacher, printed: list[str]) -> None:
    """Every child's report: much is said of one, and little of another."""
    sheets = {}
    teacher.goes(next(address for address in printed if address.startswith("/classes/")))
    links = teacher.page.locator("main a[href^='/students/']")
    reports = set(links.evaluate_all("links => links.map(link => link.getAttribute('href'))"))
    assert len(reports) > 1
    for address in {*reports, *printed[: len(ONE_SHEET)]}:
        teacher.goes(address)
        for paper in PAPERS:
            file = teacher.page.pdf(format=paper, prefer_css_page_size=False)
            sheets[address, paper] = len(re.findall(rb"/Type\s*/Page\b", file))
    assert {key: count for key, count in sheets.items() if count != 1} == {}


def test_paper_is_dark_on_white_and_nothing_leaves_it(teacher: Teacher, printed: list[str]) -> None:
    """A device that asks for a dark page, and the width of A4 inside its margins."""
    teacher.page.emulate_media(media="print", color_scheme="dark")
    teacher.page.set_viewport_size({"width": 718, "height": 1000})
    faults = {}
    for address in printed:
        teacher.goes(address)
        faults[address] = (teacher.page.evaluate(INK % PALEST), teacher.page.evaluate(CUT))
    assert {address: found for address, found in faults.items() if found != ([], [])} == {}


def test_a_report_on_paper_says_its_period_and_when_it_was_printed(teacher: Teacher, printed: list[str]) -> None:
    reports = [address for address in printed if re.fullmatch(r"/(classes|students)/\d+/(report|sums)/", address)]
    assert len(reports) == 3
    for address in reports:
        teacher.page.emulate_media(media="screen")
        teacher.goes(address)
        day = teacher.page.locator(".about .printed")
        expect(day).to_be_hidden()
        teacher.page.emulate_media(media="print")
        expect(day).to_be_visible()
        expect(teacher.page.locator(".about > summary")).to_contain_text(re.compile(r"since .* printed ", re.DOTALL))
        expect(teacher.page.locator("#_scope")).to_be_hidden()


def test_a_page_for_paper_prints_at_a_press(teacher: Teacher, printed: list[str]) -> None:
    teacher.page.emulate_media(media="screen")
    family, certificate = (
        next(each for each in printed if each.endswith(f"{end}/")) for end in ("family", "certificate")
    )
    for address in (f"/classes/{teacher.classroom}/cards/", family, certificate, "/print/sheets/?sheet=scores"):
        teacher.goes(address)
        teacher.page.evaluate("() => { window.print = () => { document.body.id = 'printed'; }; }")
        teacher.presses("Print", exact=True)
        expect(teacher.page.locator("body#printed"), address).to_have_count(1)
