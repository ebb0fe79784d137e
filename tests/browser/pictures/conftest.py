"""The pages that all tests of this folder look at, gathered once."""

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from tests.browser.languages.conftest import beside_a_browser
from tests.browser.languages.test_room_for_words import in_a_thread
from tests.browser.pictures import at_tables, school
from tests.browser.pictures.shown import Pictures
from tests.classroom.conftest import a_fresh_process

__all__ = ["a_fresh_process", "beside_a_browser"]


@pytest.fixture(scope="session")
def pictures(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Pictures:
    """Every page, by the name of its picture. Rows are committed: a live table's own connection has to see them. None
    of them is left for the tests after these."""
    with django_db_blocker.unblock():
        try:
            return {**in_a_thread(school.pictures), **at_tables.pictures()}
        finally:
            in_a_thread(lambda: call_command("flush", interactive=False))
