"""Room for the frames of deep calls, taken once for a thread's whole work."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
WORDS = 17_000
"""Size of a frame in words that makes CPython take a piece of 256 KiB: half of it is the frame's, and never touched;
the other half holds the frames of some 700 calls within."""


def in_one_piece(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function so that all its calls find their frames in one piece of memory.

    CPython 3.11 to 3.14 take 16 KiB for about a hundred frames of a thread, take the next piece when a call goes deeper
    and give it back to the system when that call returns. A loop that stands just below such a border pays 7 µs for
    each call instead of 0.03: a class report paid 2 000 times, a third of its processor time.
    """

    def within(*arguments: P.args, **named: P.kwargs) -> T:
        return function(*arguments, **named)

    within.__code__ = within.__code__.replace(co_stacksize=WORDS)
    return within
