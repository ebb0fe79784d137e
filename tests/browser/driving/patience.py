"""How long these tests wait for what people do: nothing here goes round for ever."""

import time
from collections.abc import Callable
from typing import Protocol, TypeVar

Found = TypeVar("Found")
PATIENCE = 60
"""Seconds in which anything that people do a few steps for has happened."""
A_ROUND = 180
"""Seconds in which a whole round is over, its standstills included: 2.5 s for each card that is turned up."""
LOOK = 0.05
"""Seconds between two looks of one who does nothing else meanwhile: without a rest it takes a processor from those it
waits for."""


class Shown(Protocol):
    """Whoever has a screen that can be told of."""

    def screen(self) -> str: ...


def _rests() -> None:
    time.sleep(LOOK)


def patiently(
    find: Callable[[], Found | None],
    waited_for: str,
    *who: Shown,
    meanwhile: Callable[[], object] = _rests,
    seconds: float = PATIENCE,
) -> Found:
    """Look until something true is found, and do `meanwhile` what brings it nearer; return it. AssertionError when that
    takes too long: what was waited for, and what everybody's screen shows."""
    deadline = time.monotonic() + seconds
    while not (found := find()):
        if time.monotonic() > deadline:
            screens = "\n\n".join(one.screen() for one in who)
            raise AssertionError(f"waited {seconds} s for {waited_for}. On the screens:\n\n{screens}")
        meanwhile()
    return found
