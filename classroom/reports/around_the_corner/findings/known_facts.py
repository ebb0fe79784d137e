"""The sums a student knows: secure or accurate (facts) in any way of playing. For the child and the family: no grades.

A sum is known, or not yet, or has not been met often enough to say.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

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


def known_sums(facts: Iterable[Standings]) -> list[TopCardSums]:
    """Return the sums by top card; `facts` are one student's, each of one mode."""
    known, met = np.zeros(len(GOES_ROUND), bool), np.zeros(len(GOES_ROUND), bool)
    for standings in facts:
        known |= standings.there[0]
        met |= standings.known[0]
    sums = [
        KnownSum(words.fact(fact), bool(known[fact]), bool(met[fact]), bool(GOES_ROUND[fact]))
        for fact in range(len(known))
    ]
    size = len(CHANGES)
    return [TopCardSums(number, sums[place * size : (place + 1) * size]) for place, number in enumerate(NUMBERS)]


def how_many(rows: Iterable[TopCardSums]) -> int:
    return sum(fact.known for row in rows for fact in row.sums)


def how_many_met(rows: Iterable[TopCardSums]) -> int:
    return sum(fact.met for row in rows for fact in row.sums)
