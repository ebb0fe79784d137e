"""What all hostile runs share: how many are sent, by whom, and what must not have changed.

`make test` sends some hundreds; HOSTILE=100000 sends so many in all (`make hostile`, half an hour). A fault
that it finds gets a test of its own where it is mended.
"""

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tests.hostile.corpus import TEXTS, field_names

ALL = int(os.environ.get("HOSTILE") or 600)
"""Inputs of the whole run, shared out by SHARES."""
SHARES = {
    "forms": 0.34,
    "uploads": 0.09,
    "frames": 0.2,
    "posted": 0.08,
    "archives": 0.07,
    "asked": 0.06,
    "lists": 0.07,
    "workbooks": 0.002,
    "nightly": 0.008,
    "packs": 0.05,
    "recordings": 0.03,
}
LAUNCHES = 0.01
"""Beside them, where learning platforms are on."""
SENT: Counter[str] = Counter()

NAMES = field_names()
VALUES = st.one_of(st.sampled_from(TEXTS), st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
FORM = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | VALUES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(VALUES, inner, max_size=4),
    max_leaves=8,
)
BENT = st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), max_size=4)


def hostile(share: float) -> Callable[[Any], Any]:
    """Send as many examples as this share of the run has."""
    count = max(20, int(ALL * share))
    return settings(
        max_examples=count,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=ALL < 1000,
    )


def bent(data: bytes, changes: list[tuple[float, int]]) -> bytes:
    changed = bytearray(data)
    for place, value in changes:
        changed[int(place * len(changed))] = value
    return bytes(changed)


def answered(browser: Any, path: str, data: dict[str, Any], before: list[Any]) -> None:
    """Post this. A 500 is raised by the client; what is refused has changed no row of ours."""
    with transaction.atomic():
        answer = browser.post(path, data)
        assert answer.status_code < 500
        if answer.status_code >= 400:
            assert fingerprint() == before, f"{path} answered {answer.status_code} and changed rows"
        transaction.set_rollback(True)
    cache.clear()


KEPT = [model for model in apps.get_models() if model._meta.app_label in ("game", "classroom")]


def fingerprint() -> list[Any]:
    """What stands in our tables: their rows' numbers, and all of the small ones."""
    small = ("Classroom", "Student", "ClassSession", "Teaching", "Teacher", "Attendance", "Homework", "SessionPreset")
    return [
        list(model._base_manager.order_by("pk").values_list(*(["pk"] if model.__name__ not in small else [])))
        for model in KEPT
        if model.__name__ not in ("AuditEntry", "Guesses", "BrowserSession")
    ]
