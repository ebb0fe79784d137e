"""Ana's lesson, once for all hostile inputs of a file, and what was sent, said at the end."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from classroom.models import Classroom
from classroom.transfer import writing
from tests.conftest import written_once
from tests.doors.laid_out import LaidOut, lay_out
from tests.hostile.sending import SENT, fingerprint


@pytest.fixture(scope="session", autouse=True)
def told(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    plugins = request.config.pluginmanager
    with plugins.get_plugin("capturemanager").global_and_fixture_disabled():  # type: ignore[union-attr]
        print(f"\nhostile inputs: {dict(SENT)}, {SENT.total()} in all")  # noqa: T201


@pytest.fixture(scope="module")
def laid_out(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[LaidOut]:
    """Ana's lesson, once for all: what a request did is rolled back."""
    with written_once(django_db_blocker):
        yield lay_out()


@pytest.fixture(scope="module")
def before(laid_out: LaidOut) -> list[Any]:
    """What stands in our tables before each request, as all of them are rolled back."""
    return fingerprint()


@pytest.fixture(scope="module")
def archive(laid_out: LaidOut) -> bytes:
    """4B as a file."""
    things, _browsers = laid_out
    file = io.BytesIO()
    classroom = Classroom.objects.get(pk=int(f"{things['classroom_id']}"))
    writing.write(writing.of_class(classroom, Classroom.objects.all()), file)
    return file.getvalue()
