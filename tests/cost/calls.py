"""Python calls of a piece of work, in all threads: a cost that hardly depends on the machine or on what else it does.

Not counted are the tests' own functions, those files of asyncio in whose place the server has uvloop, and asgiref's
locals: how many of them follow a piece of work into a thread depends on the tests that ran before.
"""

import asyncio.base_events
import asyncio.events
import asyncio.selector_events
import selectors
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import thread
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import asgiref.local
import pytest

NOT_COUNTED = frozenset(
    str(module.__file__)
    for module in (asyncio.base_events, asyncio.events, asyncio.selector_events, selectors, asgiref.local)
)
TESTS = str(Path(__file__).parents[1])


class Calls:
    """Counter of calls by their functions. `begin` it before the threads start that are to be counted."""

    def __init__(self) -> None:
        self.by_function: Counter[CodeType] = Counter()
        self.is_counting = False

    def __call__(self, frame: FrameType, what: str, argument: Any) -> None:
        if what == "call" and self.is_counting:
            self.by_function[frame.f_code] += 1

    def taken(self) -> Counter[str]:
        """Return how often each function was called since the last time, by file and name."""
        counted = self.by_function.copy()
        self.by_function.clear()
        found: Counter[str] = Counter()
        for code, calls in counted.items():
            if code.co_filename not in NOT_COUNTED and not code.co_filename.startswith((TESTS, "<")):
                found[f"{code.co_filename}:{code.co_qualname}"] += calls
        return found


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Calls]:
    """Count calls in this thread, in those that start inside, and in every pool's thread at its next piece of work."""
    calls, run = Calls(), thread._WorkItem.run

    def run_counted(item: Any) -> None:
        sys.setprofile(calls)
        try:
            run(item)
        finally:
            sys.setprofile(None)

    monkeypatch.setattr(thread._WorkItem, "run", run_counted)
    threading.setprofile(calls)
    sys.setprofile(calls)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
