"""Groups for tables as plain lists: at random, by level, as last time. Without the database.

Nobody sits alone, and a table has at most MOST_SEATS; otherwise tables are as even as possible.
"""

import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import TypeVar

from classroom.sessions.games.contract import MOST_SEATS

Person = TypeVar("Person")
Groups = list[list[Person]]
Line = tuple[Person, Person, bool]
"""Two people, and whether they are to sit together, or apart."""


class TooFew(Exception):
    """A race needs two players: a start needs two students, or with computers one."""


def count_of(people: int, size: int) -> int:
    """Return the number of tables of at most `size` seats. A table of two may become one of three. Raises TooFew for
    one person."""
    if people < 2:
        raise TooFew
    return min(-(-people // size), people // 2)


def random_groups(people: Sequence[Person], size: int) -> list[list[Person]]:
    """Deal people to tables of at most `size`, in the order in which they come."""
    count = count_of(len(people), size)
    return [list(people[first::count]) for first in range(count)]


def shuffled(people: Sequence[Person]) -> list[Person]:
    mixed = list(people)
    secrets.SystemRandom().shuffle(mixed)
    return mixed


def similar_groups(people: Sequence[Person], levels: Mapping[Person, float], size: int) -> list[list[Person]]:
    """Group people of similar level. An unknown level counts as the median of the others."""
    sizes = [len(group) for group in random_groups(people, size)]
    order = iter(_by_level(people, levels))
    return [[next(order) for _ in range(seats)] for seats in sizes]


def mixed_groups(people: Sequence[Person], levels: Mapping[Person, float], size: int) -> list[list[Person]]:
    """Give every table people of each level: dealt in alternating directions from the highest to the lowest."""
    count = count_of(len(people), size)
    groups: list[list[Person]] = [[] for _ in range(count)]
    for place, person in enumerate(_by_level(people, levels)):
        row, column = divmod(place, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(person)
    return groups


def _by_level(people: Sequence[Person], levels: Mapping[Person, float]) -> list[Person]:
    """Return people by falling level, equals in random order."""
    known = sorted(levels[person] for person in people if person in levels)
    middle = known[len(known) // 2] if known else 0.0
    return sorted(shuffled(people), key=lambda person: -levels.get(person, middle))


def same_groups(groups: Sequence[Sequence[Person]], size: int) -> list[list[Person]]:
    """Keep groups of two and more; single people join the smallest table, or share a new one."""
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


def broken(groups: Sequence[Sequence[Person]], lines: Collection[Line[Person]]) -> list[Line[Person]]:
    """Return the lines that these tables break. Somebody without a table breaks none."""
    table = {person: number for number, group in enumerate(groups) for person in group}
    seated = [line for line in lines if line[0] in table and line[1] in table]
    return [(one, other, together) for one, other, together in seated if (table[one] == table[other]) != together]


def with_lines(
    groups: Sequence[Sequence[Person]], lines: Collection[Line[Person]], levels: Mapping[Person, float]
) -> Groups[Person]:
    """Swap people of two tables while that breaks fewer lines; of equal swaps the one between the nearest levels."""
    found = [list(group) for group in groups]
    while now := len(broken(found, lines)):
        best = min(_swaps(found, lines, levels), default=None)
        if best is None or best[0] >= now:
            break
        _swap(found, *best[2])
    return found


Seat = tuple[int, int]


def _swaps(
    groups: Groups[Person], lines: Collection[Line[Person]], levels: Mapping[Person, float]
) -> Iterator[tuple[int, float, tuple[Seat, Seat]]]:
    """Yield the swaps that move a person of a broken line: the number of lines then broken, the difference in level,
    the seats."""
    stuck = {person for line in broken(groups, lines) for person in line[:2]}
    for (left, first), (right, second) in combinations(enumerate(groups), 2):
        for a, b in product(range(len(first)), range(len(second))):
            if stuck.isdisjoint((first[a], second[b])):
                continue
            unlike = abs(levels.get(first[a], 0.0) - levels.get(second[b], 0.0))
            _swap(groups, (left, a), (right, b))
            yield len(broken(groups, lines)), unlike, ((left, a), (right, b))
            _swap(groups, (left, a), (right, b))


def _swap(groups: Groups[Person], one: Seat, other: Seat) -> None:
    (left, a), (right, b) = one, other
    groups[left][a], groups[right][b] = groups[right][b], groups[left][a]
