"""A disk without room, as one process sees it."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager

BYTES = 100


@contextmanager
def full_disk() -> Iterator[None]:
    """Refuse every file of this process more than BYTES, in the middle of the writing."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (BYTES, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
