"""The limit of the log: nobody fills the disk with one line, and no line hides another."""

import logging
from collections.abc import Iterator
from io import StringIO

import pytest

from classroom.server.monitoring import log_limit

log = logging.getLogger("tests.of_the_limit")


@pytest.fixture
def said() -> Iterator[StringIO]:
    """What a handler with the limit writes."""
    handler = logging.StreamHandler(stream := StringIO())
    handler.addFilter(log_limit.RepeatedLines())
    log.addHandler(handler)
    yield stream
    log.removeHandler(handler)


def fails(why: type[Exception]) -> None:
    try:
        raise why
    except why:
        log.exception("the same line for all errors")


def goes_on(times: int) -> None:
    for number in range(times):
        log.error("error connecting, try %s", number)


def test_what_goes_on_and_on_is_said_some_times_and_then_how_often(said, monkeypatch):
    monkeypatch.setattr(log_limit.time, "monotonic", lambda: 0.0)
    goes_on(765)
    assert said.getvalue().count("\n") == log_limit.MOST
    monkeypatch.setattr(log_limit.time, "monotonic", lambda: log_limit.WINDOW)
    goes_on(1)
    assert said.getvalue().endswith(f"try 0 (left out since: {765 - log_limit.MOST})\n")


def test_another_error_in_the_same_words_is_not_hidden(said):
    for _again in range(100):
        fails(ValueError)
    fails(KeyError)
    assert said.getvalue().count("Traceback") == log_limit.MOST + 1


def test_the_log_of_the_server_has_the_limit():
    filters = [each for handler in logging.getLogger().handlers for each in handler.filters]
    assert any(isinstance(each, log_limit.RepeatedLines) for each in filters)
