"""Races of children whom the model does not know, as answer sheets; and what is true of each child.

Another family than the model's: ex-Gaussian, Wald, gamma and lognormal times; every child has a difficulty of its own
for each of the 60 facts; looking through the hand takes time; children tire, tap wrong cards in haste or by mistake,
overlook cards and give up. Eight of 24 have a misconception, and one each is odd (`ODD`). Times are seconds.

`decided` of a child is the one place where it meets a card: races, children alone and single facts all ask it, of these
children and of those of `memories`, who are `People`, too.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from classroom.reports.around_the_corner.sources.answers import RECORD, Answers
from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS, SKILL_OF
from game.around_the_corner.answer_sheets import (
    CORNER,
    ENDINGS,
    GOES_ROUND,
    LATE,
    MINUS,
    OWN_TOP,
    PLAYED_MINUS,
    PLAYED_PLUS,
    PLUS,
    SERVED,
    TIMED,
)

Floats = NDArray[np.float64]
Whole = NDArray[np.intp]
Truths = NDArray[np.bool_]

WEEK_MS = 7 * 24 * 3600 * 1000
NO_RIGHT, RIGHT, WRONG, DREW = range(4)
USUAL, GUESSER, SLOW, DRAWER, TAPPER, PRESSED, LEAVER = range(7)
ODD = ("usual", "guesses 1 in 5", "very slow", "draws 1 in 4", "taps wrong 1 in 12", "pressed", "gives up 1 in 8")
SEATS, CARDS, QUICK, LAST = 4, 60, 3.0, 25.0
DAYS_ODDS = 2.5
LINE_MS = (60, 120, 460)
"""Of the line there and back: the least, what comes on top in the mean, and the most."""
EYE, LATEST, SIZES, COMMON_TIRING = 0.35, 0.25, (3, 7), 0.12
OF_SKILL_TIME = np.array([-0.30, -0.08, 0.12, 0.38, -0.22, 0.0, 0.20, 0.46])
OF_SKILL_ODDS = np.array([0.5, 0.1, -0.3, -1.2, 0.3, -0.1, -0.5, -1.4])
_MEDIANS = {"gauss": 1.0284, "wald": 0.8821, "gamma": 4.6709}


class Cards(NamedTuple):
    """Top cards in front of children, each (N,): who, the fact if plus and if minus was chosen (-1: not in the hand),
    how many cards are held and fit, how far the lesson is (0 to 1), what the card adds for everybody, and `pressed`."""

    child: Whole
    plus: Whole
    minus: Whole
    held: Whole
    fitting: Whole
    tired: Floats
    hard: Floats
    pressed: Truths


class People(Protocol):
    """Children of some family: what races ask of them."""

    core: Floats
    odd: Whole
    leaves: Floats

    def __len__(self) -> int: ...

    def decided(self, cards: Cards, dice: np.random.Generator, slower: Floats | float = 0.0,
                surer: Floats | float = 0.0) -> tuple[Floats, Whole, Whole]: ...  # fmt: skip


Family = Callable[[np.random.Generator], People]


@dataclass(frozen=True)
class Children:
    """M children. `family` of times; `core` is the log of the median of thinking; `odds` log odds of a right card;
    `time_of` and `odds_of` (M, 60) what each fact adds; `wrong_on` (M, 60) how often a misconception spoils it."""

    family: Whole
    core: Floats
    odds: Floats
    time_of: Floats
    odds_of: Floats
    wrong_on: Floats
    plus: Floats
    search: Floats
    leaves: Floats
    odd: Whole

    def __len__(self) -> int:
        return len(self.core)

    def decided(self, cards: Cards, dice: np.random.Generator, slower: Floats | float = 0.0,
                surer: Floats | float = 0.0) -> tuple[Floats, Whole, Whole]:  # fmt: skip
        """Return when each child would decide with nobody before it (infinite: never), what, and on which fact.

        `slower` in log seconds and `surer` in log odds are what has changed by then.
        """
        child, size = cards.child, len(cards.child)
        up = (cards.minus < 0) | ((cards.plus >= 0) & (dice.random(size) < self.plus[child]))
        fact = np.where(up, cards.plus, cards.minus)
        pressed = cards.pressed & (self.odd[child] == PRESSED)
        log_time = self.core[child] + self.time_of[child, fact] + cards.hard + COMMON_TIRING * cards.tired + slower
        seconds = EYE + self.search[child] * cards.held * dice.random(size)
        seconds += np.exp(log_time - 0.25 * pressed) * _noise(self.family[child], dice)
        odds = self.odds[child] + self.odds_of[child, fact] - 0.2 * cards.tired - 0.7 * pressed + surer
        right = (dice.random(size) < expit(odds)) & (dice.random(size) >= self.wrong_on[child, fact])
        seconds = np.where(right, seconds, EYE + (seconds - EYE) * dice.uniform(0.55, 1.0, size))
        guesses = (self.odd[child] == GUESSER) & (dice.random(size) < 0.2)
        seconds = np.where(guesses, dice.uniform(0.5, 1.2, size), seconds)
        right = np.where(guesses, dice.random(size) < cards.fitting / cards.held, right)
        right &= dice.random(size) >= np.where(self.odd[child] == TAPPER, 0.08, 0.01)
        overlooked = dice.random(size)
        draws = overlooked < np.where(self.odd[child] == DRAWER, 0.25, 0.02)
        seconds = seconds + np.where(overlooked > 0.97, dice.uniform(1.5, 4.0, size), 0.0)
        seconds = np.where(dice.random(size) < self.leaves[child], np.inf, seconds)
        return seconds, np.where(draws, DREW, np.where(right, RIGHT, WRONG)), fact


def children(dice: np.random.Generator, size: int = 24, *, odd: bool = True) -> Children:
    kinds = np.zeros(size, int)
    if odd:
        kinds[: min(size, len(ODD) - 1)] = np.arange(1, 1 + min(size, len(ODD) - 1))
    skill = np.stack([dice.normal(0, 0.08, (size, 8)), dice.normal(0, 0.35, (size, 8))])
    own = np.stack([dice.normal(0, 0.12, (size, 60)), dice.normal(0, 0.5, (size, 60))])
    wrong_on = np.zeros((size, 60))
    stuck = dice.permutation(size)
    wrong_on[stuck[: size // 6]] = 0.7 * np.isin(SKILL_OF, (3, 7))
    wrong_on[stuck[size // 6 : size // 3]] = 0.5 * np.isin(SKILL_OF, (2, 6))
    core = dice.normal(np.log(1.75), 0.32, size)
    return Children(
        family=dice.permutation(np.arange(size) % 4),
        core=np.where(kinds == SLOW, np.log(6.6), core),
        odds=dice.normal(3.0, 0.8, size),
        time_of=(OF_SKILL_TIME + skill[0])[:, SKILL_OF] + own[0],
        odds_of=(OF_SKILL_ODDS + skill[1])[:, SKILL_OF] + own[1],
        wrong_on=wrong_on,
        plus=dice.beta(6, 4, size),
        search=dice.uniform(0.10, 0.30, size),
        leaves=np.where(kinds == LEAVER, 0.12, dice.choice([0.0, 0.0, 0.02], size)),
        odd=kinds,
    )


def _noise(family: Whole, dice: np.random.Generator) -> Floats:
    """Return factors with the median 1, of four families."""
    size = len(family)
    gauss = (np.maximum(dice.normal(0.72, 0.12, size), 0.2) + dice.exponential(0.42, size)) / _MEDIANS["gauss"]
    wald = dice.wald(1.0, 3.5, size) / _MEDIANS["wald"]
    gamma = dice.gamma(5.0, 1.0, size) / _MEDIANS["gamma"]
    return np.choose(family, [gauss, wald, gamma, np.exp(0.45 * dice.normal(size=size))])


def dealt(child: Whole, dice: np.random.Generator, steps: tuple[int, ...] = (1, 2, 3)) -> tuple[Cards, Whole]:
    """Deal a top card and a hand for each (N,); return what each child holds, and the top cards (N,)."""
    size = len(child)
    return _held(child, dice.integers(1, 11, size), dice.choice(steps, size), dice)


def _held(child: Whole, number: Whole, step: Whole, dice: np.random.Generator) -> tuple[Cards, Whole]:
    size = len(child)
    held = dice.integers(*SIZES, size)
    hand = np.where(np.arange(SIZES[1] - 1) < held[:, None], dice.integers(1, 11, (size, SIZES[1] - 1)), 0)
    ups, downs = (number + step - 1) % 10 + 1, (number - step - 1) % 10 + 1
    of_plus, of_minus = (hand == ups[:, None]).sum(1), (hand == downs[:, None]).sum(1)
    plus = np.where(of_plus > 0, 6 * (number - 1) + 2 + step, -1)
    minus = np.where(of_minus > 0, 6 * (number - 1) + 3 - step, -1)
    cards = Cards(child, plus, minus, held, of_plus + of_minus, np.zeros(size), np.zeros(size), np.zeros(size, bool))
    return cards, 3 * (number - 1) + step - 1


@dataclass(frozen=True)
class Course:
    """Lessons of a class: how many, on which weeks they fall, and what changes: `slower` and `surer` (M, lessons). On
    good and bad `days` a child's lessons lie so far apart in log seconds, and DAYS_ODDS times that in log odds."""

    lessons: int = 3
    cards: int = CARDS
    weekly: bool = False
    days: float = 0.0
    slower: Floats | None = None
    surer: Floats | None = None
    steps: tuple[tuple[int, ...], ...] = field(default=((1, 2, 3),))


def played(who: People, course: Course, dice: np.random.Generator, mode: str = "race") -> Answers:
    """Let the class play; return its answers as they stand on the sheets. `solo`: everybody alone."""
    lessons = [_lesson(who, course, lesson, dice, mode) for lesson in range(course.lessons)]
    records, student, sheet = (np.concatenate(column) for column in zip(*lessons, strict=True))
    order = np.argsort(sheet, kind="stable")
    size = len(who)
    apart = WEEK_MS if course.weekly else WEEK_MS // 3
    began = 1_750_000_000_000 + np.repeat(np.arange(course.lessons), size) * apart
    stamp = f"{dice.integers(2**62)}"
    return Answers(
        mode, tuple(range(1, size + 1)), records[order], student[order], sheet[order], np.repeat(
            np.arange(course.lessons), size), began, stamp,
    )  # fmt: skip


def served(answers: Answers, part: float, dice: np.random.Generator) -> Answers:
    """Return the answers, of whose decisions a part has the server's time alone: with the line there and back."""
    records = answers.records.copy()
    here = (dice.random(len(records)) < part) & (records["ending"] < ENDINGS.index("D"))
    line = np.minimum(LINE_MS[0] + dice.exponential(LINE_MS[1], len(records)), LINE_MS[2])
    records["flags"][here] ^= TIMED | SERVED
    records["ms"][here] = np.minimum(records["ms"][here] + line[here], 65_000)
    return replace(answers, records=records, stamp=f"{answers.stamp} {part}")


def _lesson(who: People, course: Course, lesson: int, dice: np.random.Generator, mode: str) -> tuple:
    size, seats = len(who), SEATS if mode == "race" else 1
    seated = dice.permutation(size)[: size - size % seats].reshape(-1, seats)
    tables, turns = len(seated), course.cards
    shape = (tables, turns, seats)
    child = np.broadcast_to(seated[:, None, :], shape).ravel()
    spread = np.repeat(np.arange(tables * turns), seats)
    steps = course.steps[min(lesson, len(course.steps) - 1)]
    number, step = dice.integers(1, 11, tables * turns)[spread], dice.choice(steps, tables * turns)[spread]
    cards, top = _held(child, number, step, dice)
    pace = np.broadcast_to(np.sort(who.core[seated], axis=1)[:, None, :1] < np.log(1.5), shape).ravel()
    tired = np.broadcast_to((np.arange(turns) / turns)[None, :, None], shape).ravel()
    hard = dice.normal(0, 0.10, tables * turns)[spread]
    cards = cards._replace(tired=tired, hard=hard, pressed=pace)
    day = course.days * dice.normal(0, 1, (2, size)) * [[1.0], [DAYS_ODDS]]
    change = [own[child] + (0.0 if part is None else part[child, lesson])
              for own, part in zip(day, (course.slower, course.surer), strict=True)]  # fmt: skip
    seconds, kind, fact = who.decided(cards, dice, *change)
    seconds = np.where(cards.fitting > 0, seconds, np.inf)
    return _written(cards, top, seconds, kind, fact, lesson * size + child, shape)


def _written(cards: Cards, top: Whole, seconds: Floats, kind: Whole, fact: Whole, sheet: Whole, shape: tuple) -> tuple:
    """Let the first right card of a table end the others' chances, and pack what was seen."""
    alone = shape[-1] == 1
    rights = np.where(kind == RIGHT, seconds, np.inf).reshape(shape)
    first, winner = rights.min(axis=2), np.where(np.isfinite(rights.min(axis=2)), rights.argmin(axis=2), -1)
    own_top = (np.roll(winner, 1, axis=1)[:, :, None] == np.arange(shape[2])) & (np.arange(shape[1])[:, None] > 0)
    over = np.minimum(np.repeat(first.ravel(), shape[2]), LAST)
    late = (seconds > over) & (seconds <= over + LATEST) & (kind != DREW)
    seen = (seconds <= over) | late
    seconds = np.where(seen, seconds, over)
    letter = np.select([~seen, kind == RIGHT, kind == WRONG], [ENDINGS.index("X" if alone else "O"), 0, 1], 2)
    both = (cards.plus >= 0) * PLUS | (cards.minus >= 0) * MINUS
    rounds = np.array([not 1 <= number + change <= 10 for number in NUMBERS for change in CHANGES])
    corner = (rounds[cards.plus] & (cards.plus >= 0)) | (rounds[cards.minus] & (cards.minus >= 0))
    made = np.where(letter == 0, np.where(fact == cards.plus, PLAYED_PLUS, PLAYED_MINUS), 0)
    records = np.zeros(len(seconds), RECORD)
    records["ms"], records["ending"], records["top"] = np.minimum(seconds * 1000, 65_000), letter, top
    records["flags"] = TIMED | late * LATE | own_top.ravel() * OWN_TOP | CORNER | corner * GOES_ROUND
    records["ways"], records["by"] = both | made, 1
    kept = cards.fitting > 0
    return records[kept], cards.child[kept], sheet[kept]
