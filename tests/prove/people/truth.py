"""What is true of the children of `outside`, with nobody racing: what the reports should find."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from classroom.homework.around_the_corner.presets import SKILLS
from classroom.reports.around_the_corner.findings.strata import reference_mix
from classroom.reports.around_the_corner.sources.answers import Answers
from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS, SKILL_OF
from tests.prove.people.outside import DREW, QUICK, RIGHT, SIZES, WRONG, Cards, Floats, People, Truths, Whole, dealt


@dataclass(frozen=True)
class Truth:
    """What is true of M children with nobody racing, in the mix of the deck; and of facts and kinds of sums. Where only
    some are `asked` for, medians and shares of the others are not a number."""

    who: People
    dice: np.random.Generator
    slower: Floats | float = 0.0
    surer: Floats | float = 0.0
    asked: Truths | None = None

    @cached_property
    def _alone(self) -> tuple[Floats, Floats, Floats]:
        each, whole = 9000, len(self.who)
        asked = np.arange(whole) if self.asked is None else np.flatnonzero(self.asked)
        size, child = len(asked), np.repeat(asked, each)
        cards, _top = dealt(child, self.dice)
        cards = cards._replace(tired=self.dice.random(len(child)), hard=self.dice.normal(0, 0.1, len(child)))
        cards = _where(cards, cards.fitting > 0)
        seconds, kind, _fact = self.who.decided(cards, self.dice, *self._changes(cards.child))
        stratum = _stratum(cards)
        mix = np.array(list(reference_mix().values()))
        right = (kind == RIGHT) & np.isfinite(seconds)
        judged = right | ((kind == WRONG) & np.isfinite(seconds))
        cell = np.searchsorted(asked, cards.child) * len(mix) + stratum
        n, hits, quick = (np.bincount(cell[kept], minlength=size * len(mix)).reshape(size, -1)
                          for kept in (judged, right, right & (seconds <= QUICK)))  # fmt: skip
        middles = np.array([np.median(part) for part in _parts(seconds[right], cell[right], size * len(mix))])
        logs = np.log(np.maximum(middles.reshape(size, -1) - 0.3, 0.05))
        found = np.full((3, whole), np.nan)
        found[:, asked] = 0.3 + np.exp(logs @ mix), (hits / n) @ mix, (quick / n) @ mix
        return found[0], found[1], found[2]

    def _changes(self, child: Whole) -> tuple:
        return tuple(part[child] if isinstance(part, np.ndarray) else part for part in (self.slower, self.surer))

    @property
    def median(self) -> Floats:
        return self._alone[0]

    @property
    def accuracy(self) -> Floats:
        return self._alone[1]

    @property
    def fluent(self) -> Floats:
        return self._alone[2]

    @cached_property
    def facts(self) -> tuple[Floats, Floats]:
        """The right share and the fluent share of each fact, (M, 60) both."""
        each, size = 400, len(self.who)
        child, fact = (part.ravel() for part in np.mgrid[:size, :60].repeat(each, axis=2))
        held = self.dice.integers(*SIZES, len(child))
        nothing, plus = np.full(len(child), -1), np.isin(fact % 6, (3, 4, 5))
        tired, hard = self.dice.random(len(child)), self.dice.normal(0, 0.1, len(child))
        cards = Cards(child, np.where(plus, fact, nothing), np.where(plus, nothing, fact), held,
                      np.ones(len(child), int), tired, hard, np.zeros(len(child), bool))  # fmt: skip
        seconds, kind, _fact = self.who.decided(cards, self.dice, *self._changes(child))
        there = np.isfinite(seconds) & (kind != DREW)
        right = there & (kind == RIGHT)
        n, hits, quick = (part.reshape(size, 60, each).sum(2) for part in (there, right, right & (seconds <= QUICK)))
        return hits / n, quick / n

    @cached_property
    def skills(self) -> tuple[Floats, Floats]:
        """The same of each kind of sum, (M, 8): means over its facts."""
        of_skill = (SKILL_OF[:, None] == np.arange(len(SKILLS))) / np.bincount(SKILL_OF)
        return self.facts[0] @ of_skill, self.facts[1] @ of_skill


def _where(cards: Cards, kept: Truths) -> Cards:
    whole = (cards.child[kept], cards.plus[kept], cards.minus[kept], cards.held[kept], cards.fitting[kept])
    return Cards(*whole, cards.tired[kept], cards.hard[kept], cards.pressed[kept])


def _stratum(cards: Cards) -> Whole:
    rounds = np.array([not 1 <= number + change <= 10 for number in NUMBERS for change in CHANGES])
    up, down = cards.plus >= 0, cards.minus >= 0
    step = np.where(up, cards.plus % 6 - 2, 3 - cards.minus % 6)
    corner = (rounds[cards.plus] & up) | (rounds[cards.minus] & down)
    return 4 * (step - 1) + 2 * corner + (up & down)


def _parts(values: Floats, cell: Whole, cells: int) -> list[Floats]:
    order = np.argsort(cell, kind="stable")
    return np.split(values[order], np.cumsum(np.bincount(cell, minlength=cells))[:-1])


class Class(NamedTuple):
    """A class that has played, and what is true of it."""

    who: People
    answers: Answers
    truth: Truth
