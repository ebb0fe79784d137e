"""Groups for tables as plain lists: at random, by level, as last time. Without the database.

Nobody sits alone, and a table has at most MOST_SEATS; otherwise tables are as even as can be.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import TypeVar

from classroom.sessions.table_sizes import MOST_SEATS

Person = TypeVar("Person")


class TooFew(Exception):
    """Nobody plays alone in a race: a start needs two students, with computers one."""


def count_of(people: int, size: int) -> int:
    """Return how many tables of at most `size` that is. Twos may become a three. TooFew for one person."""
    if people < 2:
        raise TooFew
    return min(-(-people // size), people // 2)


def random_groups(people: Sequence[Person], size: int) -> list[list[Person]]:
    """Deal people, in the order they come, to tables of at most `size`."""
    count = count_of(len(people), size)
    return [list(people[first::count]) for first in range(count)]


def shuffled(people: Sequence[Person]) -> list[Person]:
    mixed = list(people)
    secrets.SystemRandom().shuffle(mixed)
    return mixed


def similar_groups(people: Sequence[Person], levels: Mapping[Person, float], size: int) -> list[list[Person]]:
    """Neighbours in level sit together. Whose level is not known sits where the middle of the others does."""
    sizes = [len(group) for group in random_groups(people, size)]
    order = iter(_by_level(people, levels))
    return [[next(order) for _ in range(seats)] for seats in sizes]


def mixed_groups(people: Sequence[Person], levels: Mapping[Person, float], size: int) -> list[list[Person]]:
    """Every table gets some of each level: dealt to and fro from the highest to the lowest."""
    count = count_of(len(people), size)
    groups: list[list[Person]] = [[] for _ in range(count)]
    for place, person in enumerate(_by_level(people, levels)):
        row, column = divmod(place, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(person)
    return groups


def _by_level(people: Sequence[Person], levels: Mapping[Person, float]) -> list[Person]:
    """Return people, highest level first, equals at random."""
    known = sorted(levels[person] for person in people if person in levels)
    middle = known[len(known) // 2] if known else 0.0
    return sorted(shuffled(people), key=lambda person: -levels.get(person, middle))


def same_groups(groups: Sequence[Sequence[Person]], size: int) -> list[list[Person]]:
    """Keep groups of two and more as they are; whoever is alone fills the smallest table, or shares a new one."""
    kept = [list(group) for group in groups if len(group) > 1]
    alone = [group[0] for group in groups if len(group) == 1]
    while alone and (smallest := min(kept, key=len, default=None)) and len(smallest) < size:
        smallest.append(alone.pop(0))
    if len(alone) > 1 or not kept:
        return kept + random_groups(alone, size)
    if alone:
        _find_company(kept, alone[0])
    return kept


def _find_company(groups: list[list[Person]], last: Person) -> None:
    """Seat the one person left over where every table has its wanted size."""
    smallest = min(groups, key=len)
    if len(smallest) < MOST_SEATS:
        smallest.append(last)
    else:
        groups.append([groups[-1].pop(), last])
