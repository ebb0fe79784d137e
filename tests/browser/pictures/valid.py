"""Holds every page and state of the demo class, and what every URL answers to everybody, in every language, against the
Nu HTML Checker: `make valid`.

Apart from the tests: the checker is 30 MB of Java, and is installed for this alone. pytest runs this file only when it
is named.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from classroom.models import Classroom, Student, Teacher
from tests.browser.languages.test_room_for_words import in_a_thread
from tests.browser.pictures import at_tables, school
from tests.browser.pictures.shown import Pictures
from tests.doors.laid_out import address, lay_out
from tests.doors.table import ROWS

CHECKER = Path(os.environ.get("VNU", "vnu.jar"))
JAVA = ["java", "-Xss2m", "-jar", str(CHECKER), "--format", "json", "--exit-zero-always", "--errors-only"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def check_every_page(language: str, tmp_path: Path) -> None:
    for name, shown in in_a_thread(lambda: _pages(language)).items():
        (tmp_path / f"{name}.html").write_text(shown.html)
    assert _faults(tmp_path) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def check_every_door(language: str, tmp_path: Path) -> None:
    for name, html in in_a_thread(lambda: _behind_the_doors(language)).items():
        (tmp_path / f"{name}.html").write_text(html)
    assert _faults(tmp_path) == []


def _behind_the_doors(language: str) -> dict[str, str]:
    """What every URL answers to every kind of person with GET, where that is a page."""
    with translation.override(language):
        things, browsers = lay_out()
        for kind in (Teacher, Classroom, Student):
            kind.objects.update(language=language)
        asked = {(page, who) for method, page, *_row in ROWS if method == "GET" for who in browsers}
        found = {}
        for page, who in sorted(asked):
            answer = browsers[who].get(address(page, things), headers={"accept-language": language})
            if "html" in answer.headers.get("content-type", "") and b"<html" in answer.content:
                found[f"{page}-{who}"] = answer.content.decode()
        return found


def _pages(language: str) -> Pictures:
    with translation.override(language):
        return {**school.pictures(language), **at_tables.pictures()}


def _faults(folder: Path) -> list[str]:
    """What the checker calls an error, with the page and the line."""
    run = subprocess.run([*JAVA, *map(str, sorted(folder.glob("*.html")))], capture_output=True, text=True, check=True)
    found = json.loads(run.stderr)["messages"]
    return [f"{Path(each['url']).name}:{each.get('lastLine')}: {each['message']}" for each in found]
