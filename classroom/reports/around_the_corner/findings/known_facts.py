"""The sums a student knows (facts.Standings.known), for the child and the family: no grades.

A sum is known, or not yet, or has not been met often enough to say.
"""

from collections.abc import Iterable
from typing import NamedTuple

from classroom.reports.around_the_corner import words
from classroom.reports.around_the_corner.findings.facts import Standings
from classroom.reports.around_the_corner.sums import CHANGES, GOES_ROUND, NUMBERS


class KnownSum(NamedTuple):
    """A sum as it is said, e.g. 9 + 3 = 2; `known` or not yet, `met` often enough to say so."""

    words: str
    known: bool
    met: bool
    goes_round: bool


class TopCardSums(NamedTuple):
    """The six sums of a top card."""

    number: int
    sums: list[KnownSum]


def known_sums(facts: Standings) -> list[TopCardSums]:
    """Return the sums of one student by top card."""
    known, met = facts.known[0], facts.met[0]
    sums = [
        KnownSum(words.fact(fact), bool(known[fact]), bool(met[fact]), bool(GOES_ROUND[fact]))
        for fact in range(len(known))
    ]
    size = len(CHANGES)
    return [TopCardSums(number, sums[place * size : (place + 1) * size]) for place, number in enumerate(NUMBERS)]


def how_many(rows: Iterable[TopCardSums]) -> int:
    return sum(fact.known for row in rows for fact in row.sums)
