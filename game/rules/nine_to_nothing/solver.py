"""Exact search of a lay with most points for a hand and a target, and whether there is any (rules 2.6).

Subset sums by dynamic programming: `reach[n, c]` is the set of totals that n number cards with c sign changes can make,
kept as the bits of one integer, so that adding a card is a shift. For n number cards and c sign changes that is O(n²·c)
shifts of integers of 18n + 1 bits (2^n·2^n lays to try otherwise). The tables after each card are kept; the lay is read
from them backwards.

One card alone is no lay: it counts 1 point, and every lay of two or more cards counts at least 2. So a hand holds a lay
exactly if its most points are 2 or more.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.rules.nine_to_nothing.cards import card

Reach = Mapping[tuple[int, int], int]
"""The possible totals by (number cards, sign changes), as bits; bit `zero` + t stands for the total t."""


class Solution(NamedTuple):
    """A longest lay: its cards in order, and its points. `cards` is empty if there is none."""

    cards: tuple[int, ...]
    points: int


NONE = Solution((), 0)


def best_lay(hand: Iterable[int], target: int, *, most_terms: int | None = None) -> Solution:
    """Return a lay with most points (of equals one with fewest sign changes), with at most `most_terms` number
    cards."""
    held = sorted(held for held in hand if held)
    return _solve(tuple(held), target, len(held) if most_terms is None else most_terms)


def can_lay(hand: Iterable[int], target: int) -> bool:
    """Return whether the hand holds any lay for the target."""
    return best_lay(hand, target) != NONE


def least_missed(hand: Sequence[int], target: int) -> int:
    """Return the card whose loss costs the next lay least; of equals the largest number, and sign changes last."""
    numbers = [card(held) for held in hand if not card(held).is_change]
    if not numbers:
        return max(hand)
    kept = {given.id: best_lay([held for held in hand if held != given.id], target).points for given in numbers}
    return max(numbers, key=lambda given: (kept[given.id], abs(given.value), given.id)).id


@lru_cache(maxsize=4096)
def _solve(held: tuple[int, ...], target: int, most_terms: int) -> Solution:
    numbers = [number for number in held if not card(number).is_change]
    changes = [change for change in held if card(change).is_change]
    values = [card(number).value for number in numbers]
    zero = sum(map(abs, values))
    if abs(target) > zero:
        return NONE
    tables = _tables(values, len(changes), zero, most_terms)
    wanted = 1 << (zero + target)
    ends = [(n + 2 * c, -c, n) for (n, c), totals in tables[-1].items() if totals & wanted and n + 2 * c >= 2]
    if not ends:
        return NONE
    points, fewer, n = max(ends)
    return Solution(tuple(_cards(numbers, changes, _walk(tables, values, n, -fewer, zero + target))), points)


def _tables(values: Sequence[int], changes: int, zero: int, most_terms: int) -> list[Reach]:
    """Return the totals possible with the first 0, 1, 2, … number cards."""
    reach: dict[tuple[int, int], int] = {(0, 0): 1 << zero}
    tables: list[Reach] = [reach]
    for value in values:
        further = dict(reach)
        for (n, c), totals in reach.items():
            if n == most_terms:
                continue
            further[n + 1, c] = further.get((n + 1, c), 0) | _moved(totals, value)
            if c < changes:
                further[n + 1, c + 1] = further.get((n + 1, c + 1), 0) | _moved(totals, -value)
        reach = further
        tables.append(reach)
    return tables


def _moved(totals: int, by: int) -> int:
    return totals << by if by > 0 else totals >> -by


def _walk(tables: Sequence[Reach], values: Sequence[int], n: int, c: int, bit: int) -> Iterator[tuple[int, bool]]:
    """Yield the indices of the cards that make that total, last first, and whether each has a sign change."""
    for place in range(len(values) - 1, -1, -1):
        before, value = tables[place], values[place]
        if before.get((n, c), 0) >> bit & 1:
            continue
        flipped = not _was_there(before, n - 1, c, bit - value)
        n, c, bit = n - 1, c - flipped, bit + value if flipped else bit - value
        yield place, flipped


def _was_there(table: Reach, n: int, c: int, bit: int) -> bool:
    return bit >= 0 and bool(table.get((n, c), 0) >> bit & 1)


def _cards(numbers: Sequence[int], changes: Sequence[int], walk: Iterable[tuple[int, bool]]) -> Iterator[int]:
    left = iter(changes)
    for place, flipped in reversed(list(walk)):
        yield numbers[place]
        if flipped:
            yield next(left)
