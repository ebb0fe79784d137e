"""The system's chance in tests: the same numbers in every run, so that what passed once passes again.

Deals, codes, keys and tokens are drawn from the operating system. Here a generator stands for it that begins anew with
each test and each wider fixture, in whichever process and order they run. `--chance N` draws other numbers, and lets
Hypothesis look for other examples; whatever is drawn, all tests have to pass.

Servers that tests start follow (`served`): a file tells them which test they serve.
"""

import os
import random
import secrets
import tempfile
from collections.abc import Generator
from pathlib import Path
from random import Random, SystemRandom

import hypothesis
import pytest

from tests import served

USUAL = "0"


def hold_hypothesis(number: str) -> None:
    """Let it try the same examples in every run, which then says something about what has changed. `make compare` and
    `make hostile`, which draw much, draw anew.

    On a busy machine everything is slow: no test of ours says how long a thing may take.
    """
    hypothesis.settings.register_profile(
        "cardinal",
        deadline=None,
        derandomize=number == USUAL and os.environ.keys().isdisjoint({"ROUNDS", "HOSTILE"}),
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile("cardinal")


class Chance:
    """A plugin of pytest that stands for the operating system's generator."""

    def __init__(self, number: str) -> None:
        self.number, self.drawn, self.begun = number, Random(), ""
        self.told = Path(tempfile.gettempdir(), f"cardinal-chance-{os.getpid()}")
        os.environ[served.FILE] = str(self.told)
        for name in ("getrandbits", "random", "randbytes"):
            setattr(SystemRandom, name, getattr(self.drawn, name))
        secrets.randbits = self.drawn.getrandbits  # type: ignore[assignment]  # it has kept the system's own

    def begin(self, what: str) -> None:
        self.drawn.seed(f"{self.number} {what}")
        random.seed(f"{self.number} {what}")
        self.begun = what
        self.told.write_text(f"{self.number} {what}")

    def pytest_unconfigure(self) -> None:
        self.told.unlink(missing_ok=True)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.begin(item.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        """What several tests share is the same, whichever of them comes first. Plugins' own fixtures have no folder and
        draw nothing."""
        if fixturedef.scope == "function" or not fixturedef.baseid:
            return (yield)
        before, begun = self.drawn.getstate(), self.begun
        self.begin(f"{fixturedef.baseid} {fixturedef.argname} {getattr(request, 'param', '')}")
        try:
            return (yield)
        finally:
            self.begin(begun)
            self.drawn.setstate(before)
