"""The pages that all tests of this folder look at, gathered once."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser
from pytest_django import DjangoDbBlocker

from tests.browser.languages.conftest import beside_a_browser
from tests.browser.languages.test_room_for_words import Found, in_a_thread
from tests.browser.pictures import at_tables, school
from tests.browser.pictures.screen import NEW, PLAIN, Screen
from tests.browser.pictures.shown import Pictures, Shown
from tests.classroom.conftest import a_fresh_process
from tests.kept import of_the_run, once

__all__ = ["a_fresh_process", "beside_a_browser"]

GATHERED = "pictures.json"

Committed = Callable[[Callable[[], Found]], Found]


@contextmanager
def committed(blocker: DjangoDbBlocker) -> Iterator[Committed[Any]]:
    """Ask Django for pages; rows are committed, for a live table's own connection has to see them. None of them is left
    for the tests after these."""
    with blocker.unblock():
        try:
            yield in_a_thread
        finally:
            in_a_thread(lambda: call_command("flush", interactive=False))


@pytest.fixture(scope="session")
def pictures(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Pictures:
    """Every page, by the name of its picture. Of all processes of a test run one gathers them."""

    def gathered(folder: Path) -> None:
        with committed(django_db_blocker) as asked:
            found = {**asked(school.pictures), **at_tables.pictures()}
        (folder / GATHERED).write_text(json.dumps(found))

    folder = once(of_the_run(tmp_path_factory, worker_id) / "pictures", gathered)
    return {name: Shown(*shown) for name, shown in json.loads((folder / GATHERED).read_text()).items()}


@pytest.fixture(scope="package")
def window(browser: Browser) -> Iterator[Screen]:
    """The screen on which one picture after the other is shown: a new one costs as much as its picture."""
    window = Screen(browser)
    yield window
    window.closes()


@pytest.fixture
def screen(window: Screen) -> Iterator[Screen]:
    """The same screen, left as it was when it was new."""
    yield window
    window.page.set_viewport_size(NEW)
    window.page.emulate_media(**PLAIN, reduced_motion="reduce")
