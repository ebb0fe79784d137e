"""Holds every page and state of the demo class, in every language, against the Nu HTML Checker: `make valid`.

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

from tests.browser.languages.test_room_for_words import in_a_thread
from tests.browser.pictures import at_tables, school
from tests.browser.pictures.shown import Pictures

CHECKER = Path(os.environ.get("VNU", "vnu.jar"))
JAVA = ["java", "-Xss2m", "-jar", str(CHECKER), "--format", "json", "--exit-zero-always", "--errors-only"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def check_every_page(language: str, tmp_path: Path) -> None:
    for name, shown in in_a_thread(lambda: _pages(language)).items():
        (tmp_path / f"{name}.html").write_text(shown.html)
    assert _faults(tmp_path) == []


def _pages(language: str) -> Pictures:
    with translation.override(language):
        return {**school.pictures(language), **at_tables.pictures()}


def _faults(folder: Path) -> list[str]:
    """What the checker calls an error, with the page and the line."""
    run = subprocess.run([*JAVA, *map(str, sorted(folder.glob("*.html")))], capture_output=True, text=True, check=True)
    found = json.loads(run.stderr)["messages"]
    return [f"{Path(each['url']).name}:{each.get('lastLine')}: {each['message']}" for each in found]
