"""The sums of two numbers on cards that a child may know, each a separate fact (measurement 0.2)."""

from functools import cache
from itertools import product
from typing import NamedTuple

from game.rules.around_the_corner.cards import TEN, Sums
from game.rules.around_the_corner.position import STEPS


class Fact(NamedTuple):
    """One of the 60 facts: 9 + 3 is Fact(9, 3, "+"). 12 of them go round the corner.

    A sum round the corner of five (`highest` 5) is a different fact: 5 + 1 is 1 there. One that does not go round it is
    the same fact as among the numbers to 10.
    """

    number: int
    step: int
    sign: str
    highest: int = TEN

    @property
    def straight(self) -> int:
        """The sum without the corner, which may be above 10 or below 1."""
        return self.number + self.step if self.sign == "+" else self.number - self.step

    @property
    def goes_round(self) -> bool:
        return not 1 <= self.straight <= self.highest

    @property
    def answer(self) -> int:
        return (self.straight - 1) % self.highest + 1

    @property
    def skill(self) -> str:
        """One of the eight skills of measurement 0.2: 1+, 1-, … 3-, corner+, corner-."""
        return f"{'corner' if self.goes_round else self.step}{self.sign}"


FACTS = tuple(Fact(number, step, sign) for number in range(1, TEN + 1) for step in STEPS for sign in "+-")


@cache
def facts(sums: Sums, steps: tuple[int, ...]) -> tuple[Fact, ...]:
    """Return the facts that these sums and steps can ask for; without the corner those that go round it are left
    out."""
    among = (fact_in(*sum_, sums.highest) for sum_ in product(range(1, sums.highest + 1), STEPS, sums.signs))
    return tuple(fact for fact in among if fact.step in steps and (sums.corner or not fact.goes_round))


@cache
def fact_in(number: int, step: int, sign: str, highest: int) -> Fact:
    """Return this sum among the numbers to `highest` as a fact; `highest` matters only if it goes round that corner."""
    low = Fact(number, step, sign, highest)
    return low if low.goes_round else Fact(number, step, sign)


@cache
def fact_of(number: int, step: int, played: int, corner: bool, highest: int = TEN) -> Fact | None:
    """Return the fact answered by playing this number on that top card; None if it does not fit."""
    answered = Sums(corner, highest).answers(number, step)
    return fact_in(number, step, "+-"[answered.index(played)], highest) if played in answered else None
