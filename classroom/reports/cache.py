"""What has been computed from answer sheets, kept until one of them changes: then they have another stamp.

A page asks for the stamp first, which costs a look at an index, and reads the sheets only for what is not kept yet.
"""

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

KEPT_SECONDS = 24 * 3600
"""What nobody asked for in a day is forgotten."""

Found = TypeVar("Found")


def kept(stamp: str, name: str, make: Callable[[], Found]) -> Found:
    """Return what `make` made of the answers with this stamp, making it where it is not known."""
    key = f"report:{name}:{stamp}"
    found: Found | None = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, KEPT_SECONDS)
    return found
