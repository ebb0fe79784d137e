"""The pages that all tests of this folder look at, gathered once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from tests.browser.languages.conftest import beside_a_browser
from tests.browser.languages.test_room_for_words import Found, in_a_thread
from tests.browser.pictures import at_tables, school
from tests.browser.pictures.shown import Pictures
from tests.classroom.conftest import a_fresh_process

__all__ = ["a_fresh_process", "beside_a_browser"]


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
def pictures(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Pictures:
    """Every page, by the name of its picture."""
    with committed(django_db_blocker) as asked:
        return {**asked(school.pictures), **at_tables.pictures()}
