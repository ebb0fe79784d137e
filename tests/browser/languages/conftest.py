"""The language that does not exist, for these tests."""

import os
from collections.abc import Iterator

import pytest

from tests.languages.fixtures import extracted, pseudo_catalogue, pseudo_language

__all__ = ["extracted", "pseudo_catalogue", "pseudo_language"]


@pytest.fixture(scope="package", autouse=True)
def beside_a_browser() -> Iterator[None]:
    """Playwright keeps an event loop running; Django prepares its database in the same thread all the same."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    yield
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
