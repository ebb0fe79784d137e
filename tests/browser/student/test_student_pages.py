"""A student's pages in a real browser: accessible on a screen, on one sheet of paper, and as whole files."""

import csv
import re
from pathlib import Path

import pytest

from tests.browser.conftest import People
from tests.browser.driving import pages
from tests.browser.driving.looks import faults, forbidden
from tests.browser.driving.people import PHONE, Child, Teacher
from tests.browser.driving.server import Server

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server(school: Server) -> Server:
    return school


@pytest.fixture(scope="module")
def teacher(same_people: People, prepared_school: Path) -> Teacher:
    """The demo teacher, at the page of a student."""
    teacher = pages.demo_teacher(same_people, prepared_school)
    teacher.page.get_by_role("link", name="Demo class", exact=True).click()
    teacher.page.wait_for_url(re.compile(r"/classes/\d+/$"))
    teacher.classroom = int(teacher.page.url.strip("/").rsplit("/", 1)[1])
    teacher.goes(f"/classes/{teacher.classroom}/report/")
    teacher.follows("Dmitri V.")
    teacher.page.wait_for_url(re.compile(r"/students/\d+/report/"))
    return teacher


@pytest.fixture
def student(teacher: Teacher) -> str:
    """The beginning of the addresses of a student's pages."""
    link = teacher.page.locator('a[href*="/family/"]').get_attribute("href") or ""
    return link[: link.index("family/")]


def test_every_page_about_a_student_fits_and_axe_finds_nothing(teacher: Teacher, student: str) -> None:
    found = []
    for page in ("family/", "certificate/", "report/"):
        teacher.goes(student + page)
        found += faults(teacher.page) + forbidden(teacher.page.request.get(teacher.page.url).text())
    teacher.goes(f"/classes/{teacher.classroom}/report/quick/")
    found += faults(teacher.page)
    teacher.goes(f"{student}report/")
    assert found == []


@pytest.mark.parametrize("page", ["family/", "certificate/"])
def test_what_is_given_to_a_family_is_one_sheet(teacher: Teacher, student: str, page: str) -> None:
    teacher.goes(student + page)
    sheets = re.findall(rb"/Type /Page\b[^s]", teacher.page.pdf(prefer_css_page_size=True))
    teacher.goes(f"{student}report/")
    assert len(sheets) == 1


@pytest.mark.parametrize("kind", ["CSV", "XLSX", "JSON"])
def test_a_file_is_saved_whole(teacher: Teacher, student: str, kind: str, tmp_path: Path) -> None:
    """As long as with any other client: Chromium keeps only the first of several streams of gzip."""
    teacher.goes(f"{student}report/?part=files")
    link = teacher.page.get_by_role("link", name=re.compile(f"(All cards|Everything).* as {kind}$")).first
    with teacher.page.expect_download() as download:
        link.click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    plain = {"Accept-Encoding": "identity"}
    assert saved.stat().st_size > 10_000
    if kind != "XLSX":  # its inside says when it was made
        assert saved.read_bytes() == teacher.page.request.get(link.get_attribute("href") or "", headers=plain).body()
    if kind == "CSV":
        assert len(list(csv.reader(saved.open(encoding="utf-8-sig", newline="")))) > 100


def test_a_childs_own_page_fits_and_axe_finds_nothing(people: People, teacher: Teacher) -> None:
    teacher.goes(f"/classes/{teacher.classroom}/cards/?as=cards")
    address = re.search(r"/card/[0-9A-Z]{12,}", teacher.page.content())
    teacher.page.go_back()
    assert address
    child = people(Child, PHONE)
    child.goes(f"{address[0]}/")
    child.follows("My page")
    child.page.wait_for_url("**/my-page/")
    child.sees(re.compile(r"\d+ cards? placed"))
    child.sees("Your picture")
    child.sees("My album")
    child.sees("Choose what I wear")
    assert faults(child.page) == []
    assert forbidden(child.page.request.get(child.page.url).text()) == []
