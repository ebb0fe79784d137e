"""The stage of the lessons, in the database of this test process, which is emptied after each test."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.simulate.lesson import warm_up
from tests.simulate.stage import Stage


@pytest.fixture(scope="session")
def made(django_db_setup: None, static_files: None, django_db_blocker: DjangoDbBlocker) -> Stage:
    with django_db_blocker.unblock():
        stage = Stage()
        with stage.nobody_waits():
            warm_up(stage)
        stage.empty()
    return stage


@pytest.fixture
def stage(transactional_db: None, made: Stage) -> Iterator[Stage]:
    with made.nobody_waits():
        yield made
