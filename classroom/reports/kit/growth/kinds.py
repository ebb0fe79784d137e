"""Growth in kinds of sums of many children, for pages that show nobody: only who knows more is told, and nothing of
fewer than ten children."""

from collections.abc import Mapping
from typing import NamedTuple

from classroom.measures import wilson

FEWEST_CHILDREN = 10


class KindGrowth(NamedTuple):
    """Of one kind of sums: how many children met some of its sums then and now, and how many know more of these, or
    fewer, than then. And of now alone: how many met some of its sums, each sum of each child, and those known."""

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
        """Of 100 sums that children met, how many are known now; None where too few children met any."""
        return round(100 * self.known / self.sums) if self.here >= FEWEST_CHILDREN else None

    @property
    def is_sure(self) -> bool:
        """Whether more children grew than chance alone would have it (the range of 95 % of a share of one half)."""
        changed = self.more + self.fewer
        return self.is_shown and changed > 0 and wilson(self.more, changed).low > 0.5


class SchoolGrowth(NamedTuple):
    """Growth by kind: of each class, and of the whole school, where a child of several classes is one."""

    of_class: Mapping[int, tuple[KindGrowth, ...]]
    whole: tuple[KindGrowth, ...]


def of_all(found: "list[tuple[KindGrowth, ...]]") -> tuple[KindGrowth, ...]:
    """Return the growth by kind over all these, among whom no child is twice."""
    return tuple(KindGrowth(*map(sum, zip(*of_kind, strict=True))) for of_kind in zip(*found, strict=True))
