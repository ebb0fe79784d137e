"""The demo class made short, for tests that are not about what it shows."""

import pytest

from classroom.management import demo


def shorten_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "CAST", demo.CAST[4:9])
    monkeypatch.setattr(demo, "CAST_NEXT_DOOR", demo.CAST_NEXT_DOOR[:5])
    monkeypatch.setattr(demo, "SCHOOL_DAYS", 2)
    monkeypatch.setattr(demo, "ROUNDS", 1)
