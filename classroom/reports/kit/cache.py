"""Cache of report computations, keyed by a stamp of the answer sheets, which changes with any of them.

A page asks for the stamp first, which costs one index lookup, and reads the sheets only for results that are not
cached.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache import caches

ALIAS = "reports"
DAY_SECONDS = 24 * 3600
KEPT_DAYS, LAST_DAYS = 4, 14
"""Lifetime of a result, so that Friday's are there on Monday; and of a last result, from which a later computation may
start."""

SHAPE = 6
"""Version of the cached values: raise it whenever their classes get other fields, as the cache outlives an update."""

Found = TypeVar("Found")


def kept(stamp: str, name: str, make: Callable[[], Found]) -> Found:
    """Return the cached result of `make` for the answers with this stamp, computing it if necessary."""
    key = f"report{SHAPE}:{name}:{stamp}"
    found: Found | None = caches[ALIAS].get(key)
    if found is None:
        found = make()
        caches[ALIAS].set(key, found, KEPT_DAYS * DAY_SECONDS)
    return found


def last(name: str, of: str) -> Any:
    """Return the last result stored under this name, whatever was answered since; None if it has expired."""
    return caches[ALIAS].get(f"report{SHAPE}:{name}:{of}")


def last_of_all(name: str, of: Iterable[str]) -> dict[str, Any]:
    """Return several last results in one lookup; expired ones are left out."""
    keys = {f"report{SHAPE}:{name}:{each}": each for each in of}
    return {keys[key]: found for key, found in caches[ALIAS].get_many(keys).items()}


def keep_last(name: str, of: str, found: Any) -> None:
    caches[ALIAS].set(f"report{SHAPE}:{name}:{of}", found, LAST_DAYS * DAY_SECONDS)
