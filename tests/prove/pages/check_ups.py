"""Who needs help after a lesson and check-ups, on simulated children: the sums that the program's check-up asks, each
answered alone, with ten numbers to choose from and no race (measurement 7, row 23).

A child needs help with a kind of sum of which no more than 80 of 100 of its cards would be right. Judged is whether it
needs help at all; with which of eight kinds twelve stones cannot tell as surely, and what is found stands beside it.
"""

from collections.abc import Callable, Iterator
from random import Random

import numpy as np

from classroom.homework.around_the_corner import check_up
from classroom.homework.around_the_corner.boxes import Answered
from classroom.measures.mastery import MOSTLY, NAMED_FROM
from classroom.reports.around_the_corner.findings.facts import standings
from classroom.reports.around_the_corner.sources.answers import NO_FACT, RECORD, Answers
from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS
from game.around_the_corner.answer_sheets import CORNER, ENDINGS, GOES_ROUND, MINUS, PLAYED_MINUS, PLAYED_PLUS, PLUS
from game.rules.around_the_corner import practice as rules
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.practice import CHECK_UP, STONES
from tests.prove.people.outside import QUICK, RIGHT, WEEK_MS, WRONG, Cards, Course, People, played
from tests.prove.people.truth import Class, Truth
from tests.prove.rows import Row, share

GOAL = (0.80, 1.0)
SUMS = [Fact(number, abs(change), "+" if change > 0 else "-") for number in NUMBERS for change in CHANGES]
PLACE = {fact: place for place, fact in enumerate(SUMS)}
"""The 60 sums as reports count them."""


def rows(classes: int, dice: np.random.Generator, people: Callable[[np.random.Generator], People]) -> Iterator[Row]:
    for check_ups in (0, 1, 2, 3):
        yield _needs_help(check_ups, [_class(people(dice), check_ups, dice) for _ in range(classes)])


def _class(who: People, check_ups: int, dice: np.random.Generator) -> Class:
    answers = played(who, Course(1), dice)
    for time in range(check_ups):
        answers = with_check_up(who, answers, time, dice)
    return Class(who, answers, Truth(who, dice))


def with_check_up(who: People, answers: Answers, time: int, dice: np.random.Generator) -> Answers:
    """Return the answers with those of a check-up of every child after them."""
    size = len(who)
    new = [_walked(who, child, _told(answers, child), dice) for child in range(size)]
    records = np.concatenate([answers.records, *new])
    child = np.repeat(np.arange(size), [len(part) for part in new])
    began = np.append(answers.began_at, np.full(size, answers.began_at.max() + WEEK_MS // 7))
    return Answers(
        answers.mode, answers.players, records, np.append(answers.student, child),
        np.append(answers.sheet, len(answers.began_at) + child), np.append(answers.tables, np.full(size, 1000 + time)),
        began, f"{answers.stamp}{time}",
    )  # fmt: skip


def _told(answers: Answers, child: int) -> list[Answered]:
    """Return what the answers of a child tell of single sums, as practice reads them."""
    mine = answers.where((answers.student == child) & (answers.right | answers.wrong) & (answers.fact != NO_FACT))
    facts, right, quick = mine.fact.tolist(), mine.right.tolist(), (mine.seconds <= QUICK).tolist()
    return [Answered(SUMS[fact], hit, fast, 0) for fact, hit, fast in zip(facts, right, quick, strict=True)]


def _walked(who: People, child: int, told: list[Answered], dice: np.random.Generator) -> np.ndarray:
    """Let a child walk; who does not decide is not sure yet."""
    chance = Random(int(dice.integers(2**62)))
    position = rules.start({"mode": CHECK_UP, "corner": True, "steps": [1, 2, 3]}, 1)
    records = np.zeros(STONES, RECORD)
    for stone in range(STONES):
        fact = check_up.choose(position, told, chance)
        position = rules.apply(position, rules.ask(position, fact, 1))
        seconds, kind = _answered(who, child, PLACE[fact], dice)
        hit = bool(kind == RIGHT and np.isfinite(seconds))
        told = [*told, Answered(fact, hit, bool(seconds <= QUICK), 0)]
        question = position.question
        assert question is not None
        card = next(held.id for held in question.hand if (held.number == fact.answer) == hit)
        position = rules.apply(position, rules.judge(position, card, question.place, 1))
        plus = fact.sign == "+"
        ways = (PLUS if plus else MINUS) | ((PLAYED_PLUS if plus else PLAYED_MINUS) if hit else 0)
        flags = CORNER | (GOES_ROUND if fact.goes_round else 0)
        top = 3 * (fact.number - 1) + fact.step - 1
        taken = round(1000 * min(seconds, 60))
        letter = "C" if hit else "W" if kind == WRONG and np.isfinite(seconds) else "D"
        records[stone] = (taken, ENDINGS.index(letter), flags, top, ways, 0, 1)
    return records


def _answered(who: People, child: int, place: int, dice: np.random.Generator) -> tuple[float, int]:
    one, nothing = np.array([child]), np.array([-1])
    plus = CHANGES[place % len(CHANGES)] > 0
    cards = Cards(one, np.array([place]) if plus else nothing, nothing if plus else np.array([place]), np.array([1]),
                  np.array([1]), np.zeros(1), np.zeros(1), np.zeros(1, bool))  # fmt: skip
    seconds, kind, _fact = who.decided(cards, dice)
    return float(seconds[0]), int(kind[0])


def _needs_help(check_ups: int, classes: list[Class]) -> Row:
    chances = np.concatenate([standings(one.answers, QUICK).skills.lacking for one in classes])
    true = np.concatenate([one.truth.skills[0] <= MOSTLY for one in classes])
    named = chances >= NAMED_FROM
    said, somewhere = (np.asarray(kinds.any(axis=1)) for kinds in (named, true))
    limits = GOAL if check_ups else None
    return Row(
        f"needs help: one lesson, {check_ups} check-ups, {len(true)} children",
        (share("precision", somewhere[said], limits), share("recall", said[somewhere], limits),
         share("of kinds", true[named]), share("recall", named[true])),
    )  # fmt: skip
