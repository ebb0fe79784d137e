"""Growth in kinds of sums of many children, for pages without single children: only increases are told, and only for
ten children or more."""

from collections.abc import Mapping
from typing import NamedTuple

from classroom.measures import wilson

FEWEST_CHILDREN = 10


class KindGrowth(NamedTuple):
    """Growth in one kind of sums: how many children met some of its sums then and now, and how many know more of these,
    or fewer, than then. And of the present only: how many children met some of its sums, how many sums they met,
    counted per child, and how many of those are known."""

    met: int
    more: int
    fewer: int
    here: int = 0
    sums: int = 0
    known: int = 0

    @property
    def is_shown(self) -> bool:
        return self.met >= FEWEST_CHILDREN

    @property
    def known_of_100(self) -> int | None:
        """How many of 100 sums that children met are known now; None if too few children met any."""
        return round(100 * self.known / self.sums) if self.here >= FEWEST_CHILDREN else None

    @property
    def is_sure(self) -> bool:
        """Whether more children grew than by chance alone (95 % range of a share of one half)."""
        changed = self.more + self.fewer
        return self.is_shown and changed > 0 and wilson(self.more, changed).low > 0.5


class SchoolGrowth(NamedTuple):
    """Growth by kind: of each class, and of the whole school, where a child of several classes counts once."""

    of_class: Mapping[int, tuple[KindGrowth, ...]]
    whole: tuple[KindGrowth, ...]


def of_all(found: list[tuple[KindGrowth, ...]]) -> tuple[KindGrowth, ...]:
    """Return the growth by kind summed over disjoint groups of children."""
    return tuple(KindGrowth(*map(sum, zip(*of_kind, strict=True))) for of_kind in zip(*found, strict=True))
