"""Every page in the language that does not exist: what stands outside of its brackets was never given to a translator.

The pages are those of the table of doors, for everybody who is let in, and what a teacher and a child find by following
links through the demo class.
"""

import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.joining import presence
from classroom.languages.rows import languages
from classroom.management import demo
from classroom.models import Classroom, Student, Teacher
from tests.conftest import signed_in
from tests.doors.following import pages_from
from tests.doors.laid_out import LaidOut, address, lay_out
from tests.doors.table import AT_TABLES, PEOPLE, ROWS
from tests.languages.pseudo import bare_texts

MONTHS = "January February March April May June July August September October November December"
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
KEPT = frozenset(
    [
        *(language.name for language in languages().values()),
        *("Cardinal", "Pseudo", "CSV", "XLSX", "JSON", "OneRoster", "Excel", "PDF"),
        *("Amir", "Bea", "Chen", "Dana", "Eli", "Fay", "Gus", "Zoe", "Gone", "Own", "Moons"),
        *("Ms Ana", "Mr Ben", "Ms Cleo"),
        *("ms", "UTC", "New class", "https", "http", "ws", "wss", "testserver", "CARDINAL_TIME_ZONE"),
        *MONTHS.split(), *DAYS.split(), *(month[:3] for month in MONTHS.split()), *(day[:3] for day in DAYS.split()),
        *("a.m.", "p.m.", "noon", "midnight", "Sept"),
    ]
)  # fmt: skip
"""Names, and what Django says by itself: its own catalogues do not know the language."""
DATA = re.compile(
    r"[\w.+-]+@[\w.-]+|\b[A-Z]\w+/[\w/+-]+\b|\b[\w-]+(?:_[\w-]+)+\b|\b[A-Z0-9]{6,}\b|\b[A-Z0-9]{3} [A-Z0-9]{3}\b|/\w[\w/:-]*|https?://\S+|\b\w+=\w+"
)
"""Addresses, time zones, names of columns, codes."""
NOT_WORDS = frozenset({"technician", "metrics", "healthz", "readyz", "websocket", "account_voice"})
"""Pages in English only, those that are files or for machines, and one whose sentences are in the language recorded."""


def bare_in(answer, names: frozenset[str] = frozenset()) -> list[str]:
    if "html" not in answer.headers.get("content-type", ""):
        return []
    found = bare_texts(answer.content.decode(), KEPT | names)
    return [text for text in found if re.search(r"[^\W\d_]{2,}", DATA.sub(" ", text))]


@pytest.fixture
def in_pseudo(db: None, pseudo_language: str) -> Iterator[LaidOut]:
    """The things of the doors and who comes, in a school that reads the language that does not exist."""
    laid_out = lay_out()
    for kind in (Teacher, Classroom, Student):
        kind.objects.update(language=pseudo_language)
    yield laid_out
    presence._asked.clear()


@pytest.mark.long
def test_no_page_of_the_doors_has_a_word_that_was_never_translated(in_pseudo, pseudo_language):
    (things, browsers), found = in_pseudo, {}
    for method, page, *row in ROWS:
        if page in NOT_WORDS | AT_TABLES or page.endswith(("_csv", "_xlsx", "_json")):
            continue
        for who, status in zip(PEOPLE, row, strict=True):
            if int(status) in (200, 403, 404, 409, 422):
                said = bare_in(_asked(browsers[who], method, address(page, things), pseudo_language))
                found |= {f"{method} {page} {who}": said} if said else {}
    assert found == {}


def _asked(browser: Client, method: str, url: str, language: str):
    with transaction.atomic():
        answer = browser.generic(method, url, headers={"accept-language": language})
        transaction.set_rollback(True)
    return answer


@pytest.fixture
def demo_teacher(db: None, pseudo_language: str) -> Teacher:
    """A teacher of the demo class, who reads the language that does not exist, as everybody there does."""
    teacher = Teacher.objects.create_user("demo@school.example", "x", name="Ms Ana", language=pseudo_language)
    demo.build(teacher, timezone.localdate())
    Classroom.objects.update(language=pseudo_language)
    Student.objects.update(language=pseudo_language)
    return teacher


@pytest.mark.long
def test_no_page_of_the_demo_class_has_a_word_that_was_never_translated(demo_teacher):
    names = frozenset(Student.objects.values_list("name", flat=True)) | {each.name for each in Classroom.objects.all()}
    browser, found, count = signed_in(demo_teacher), {}, 0
    starts = reverse("classes"), reverse("account_logout")
    for url, answer in pages_from(browser, *starts, but=NOT_WORDS, language="xx"):
        count += 1
        said = bare_in(answer, names)
        found |= {url: said} if said else {}
    assert count > 60
    assert found == {}
