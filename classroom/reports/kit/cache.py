"""Cache of report computations, keyed by a stamp of the answer sheets: it changes with any of them.

A page asks for the stamp first, which costs a look at an index, and reads the sheets only for what is not kept yet.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache import caches

ALIAS = "reports"
DAY_SECONDS = 24 * 3600
KEPT_DAYS, LAST_DAYS = 4, 14
"""What was computed on a Friday is there on Monday; from what was computed last, a class may start for so long."""

SHAPE = 6
"""Version of what is kept: another one wherever its classes have other fields, for it outlives an update."""

Found = TypeVar("Found")


def kept(stamp: str, name: str, make: Callable[[], Found]) -> Found:
    """Return what `make` made of the answers with this stamp, making it where it is not known."""
    key = f"report{SHAPE}:{name}:{stamp}"
    found: Found | None = caches[ALIAS].get(key)
    if found is None:
        found = make()
        caches[ALIAS].set(key, found, KEPT_DAYS * DAY_SECONDS)
    return found


def last(name: str, of: str) -> Any:
    """Return what was last kept under this name, whatever has been answered since; None where it is forgotten."""
    return caches[ALIAS].get(f"report{SHAPE}:{name}:{of}")


def last_of_all(name: str, of: Iterable[str]) -> dict[str, Any]:
    """Return the same of several, in one look; what is forgotten is left out."""
    keys = {f"report{SHAPE}:{name}:{each}": each for each in of}
    return {keys[key]: found for key, found in caches[ALIAS].get_many(keys).items()}


def keep_last(name: str, of: str, found: Any) -> None:
    caches[ALIAS].set(f"report{SHAPE}:{name}:{of}", found, LAST_DAYS * DAY_SECONDS)
