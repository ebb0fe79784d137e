"""Who needs help after a lesson and check-ups, on simulated children: the sums that the program's check-up asks, each
answered alone, with ten numbers to choose from and no race (measurement 7, row 23).

A child needs help with a kind of sum of which no more than 80 of 100 of its cards would be right. Judged is whether it
needs help at all; with which of eight kinds twelve stones cannot tell as surely, and what is found stands beside it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import NamedTuple

import numpy as np

from classroom.homework.around_the_corner import check_up
from classroom.homework.around_the_corner.boxes import Answered
from classroom.measures.mastery import MOSTLY
from classroom.measures.mixture import Floats, Whole
from classroom.reports.around_the_corner.findings.ability import class_fit
from classroom.reports.around_the_corner.findings.check_ups import moved
from classroom.reports.around_the_corner.findings.facts import standings
from classroom.reports.around_the_corner.findings.growth import trends
from classroom.reports.around_the_corner.sources.answers import NO_FACT, RECORD, Answers
from classroom.reports.around_the_corner.sums import CHANGES, NUMBERS
from classroom.reports.kit.growth.weeks import WEEKS, more_right, quicker
from classroom.server.time_zone import moment
from game.around_the_corner.answer_sheets import CORNER, ENDINGS, GOES_ROUND, MINUS, PLAYED_MINUS, PLAYED_PLUS, PLUS
from game.rules.around_the_corner import practice as rules
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.practice import CHECK_UP, STONES
from tests.prove.pages.growth import MUCH_RIGHT, MUCH_TIME, ORDINARY_DAYS, TRUE, drawn_changes
from tests.prove.people.outside import QUICK, RIGHT, WEEK_MS, Cards, Course, People, played
from tests.prove.people.truth import Class, Truth
from tests.prove.rows import Booleans, Row, share

GOAL, GROWTH = (0.80, 1.0), (0.70, 1.0)
CHECKED_IN = (0, WEEKS // 2, WEEKS - 1)
"""The weeks of a term in which there is a check-up."""
DAY_MS = WEEK_MS // 7
SUMS = [Fact(number, abs(change), "+" if change > 0 else "-") for number in NUMBERS for change in CHANGES]
PLACE = {fact: place for place, fact in enumerate(SUMS)}
"""The 60 sums as reports count them."""


def rows(classes: int, dice: np.random.Generator, people: Callable[[np.random.Generator], People]) -> Iterator[Row]:
    for check_ups in (0, 1, 2, 3):
        yield _needs_help(check_ups, [_class(people(dice), check_ups, dice) for _ in range(classes)])
    seed = int(dice.integers(2**32))
    raced, alone = (_terms(classes, seed, people, mode) for mode in ("race", "solo"))
    yield from _grown(raced, alone)


def _class(who: People, check_ups: int, dice: np.random.Generator) -> Class:
    answers = played(who, Course(1), dice)
    for time in range(check_ups):
        answers = with_check_up(who, answers, time, dice)
    return Class(who, answers, Truth(who, dice))


def with_check_up(who: People, answers: Answers, time: int, dice: np.random.Generator, at: int | None = None,
                  surer: Floats | None = None) -> Answers:  # fmt: skip
    """Return the answers with those of a check-up of every child, after them or at a moment between them; by how much
    log odds the children are `surer` then (M,)."""
    size, moment = len(who), answers.began_at.max() + DAY_MS if at is None else at
    before, more = _until(answers, moment), np.zeros(size) if surer is None else surer
    new = [_walked(who, child, _told(before, child), dice, more[child]) for child in range(size)]
    child = np.repeat(np.arange(size), [len(part) for part in new])
    began = np.append(answers.began_at, np.full(size, moment))
    student, sheet = np.append(answers.student, child), np.append(answers.sheet, len(answers.began_at) + child)
    order = np.argsort(began[sheet], kind="stable")
    records, tables = np.concatenate([answers.records, *new]), np.append(answers.tables, np.full(size, 1000 + time))
    return Answers(
        answers.mode, answers.players, records[order], student[order], sheet[order], tables, began,
        f"{answers.stamp}{time}",
    )  # fmt: skip


def _until(answers: Answers, moment: int) -> Answers:
    found = answers.where(answers.began_at[answers.sheet] <= moment)
    return replace(found, stamp=f"{answers.stamp} until {moment}")


def _told(answers: Answers, child: int) -> list[Answered]:
    """Return what the answers of a child tell of single sums, as practice reads them."""
    mine = answers.where((answers.student == child) & (answers.right | answers.wrong) & (answers.fact != NO_FACT))
    facts, right, quick = mine.fact.tolist(), mine.right.tolist(), (mine.seconds <= QUICK).tolist()
    return [Answered(SUMS[fact], hit, fast, 0) for fact, hit, fast in zip(facts, right, quick, strict=True)]


def _walked(who: People, child: int, told: list[Answered], dice: np.random.Generator, surer: float) -> np.ndarray:
    """Let a child walk; who does not decide is not sure yet, which reports read as not right."""
    chance = Random(int(dice.integers(2**62)))
    position = rules.start({"mode": CHECK_UP, "corner": True, "steps": [1, 2, 3]}, 1)
    records = np.zeros(STONES, RECORD)
    for stone in range(STONES):
        fact = check_up.choose(position, told, chance)
        position = rules.apply(position, rules.ask(position, fact, 1))
        seconds, kind = _answered(who, child, PLACE[fact], dice, surer)
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
        records[stone] = (taken, ENDINGS.index("C" if hit else "W"), flags, top, ways, 0, 1)
    return records


def _answered(who: People, child: int, place: int, dice: np.random.Generator, surer: float) -> tuple[float, int]:
    one, nothing = np.array([child]), np.array([-1])
    plus = CHANGES[place % len(CHANGES)] > 0
    cards = Cards(one, np.array([place]) if plus else nothing, nothing if plus else np.array([place]), np.array([1]),
                  np.array([1]), np.zeros(1), np.zeros(1), np.zeros(1, bool))  # fmt: skip
    seconds, kind, _fact = who.decided(cards, dice, 0.0, surer)
    return float(seconds[0]), int(kind[0])


def _needs_help(check_ups: int, classes: list[Class]) -> Row:
    named = np.concatenate([standings(one.answers, QUICK).skills.needed for one in classes])
    true = np.concatenate([one.truth.skills[0] <= MOSTLY for one in classes])
    said, somewhere = (np.asarray(kinds.any(axis=1)) for kinds in (named, true))
    limits = GOAL if check_ups else None
    return Row(
        f"needs help: one lesson, {check_ups} check-ups, {len(true)} children",
        (share("precision", somewhere[said], limits), share("recall", said[somewhere], limits),
         share("of kinds", true[named]), share("recall", named[true])),
    )  # fmt: skip


class Term(NamedTuple):
    """Children after a term with a check-up at its beginning, in its middle and at its end (M,): whether they changed
    much; what is said of speed and right cards (M, 2), and what is so; of whom the report says since the first one that
    they are `helped`, `still` in need or `new` there; and who truly needs help at the end."""

    much: Booleans
    said: Whole
    true: Floats
    helped: Booleans
    still: Booleans
    new: Booleans
    need: Booleans


def _terms(classes: int, seed: int, people: Callable[[np.random.Generator], People], mode: str) -> Term:
    found = [_term(np.random.default_rng([seed, place]), people, mode) for place in range(classes)]
    return Term(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _term(dice: np.random.Generator, people: Callable[[np.random.Generator], People], mode: str) -> Term:
    who = people(dice)
    time, odds = drawn_changes(len(who), 1 / 3, dice)
    slower, surer = (change[:, None] * np.linspace(-0.5, 0.5, WEEKS) for change in (time, odds))
    first, last = (Truth(who, dice, slower[:, end], surer[:, end]) for end in (0, -1))
    lessons = played(who, Course(WEEKS, weekly=True, days=ORDINARY_DAYS, slower=slower, surer=surer), dice, mode)
    answers, began = lessons, np.unique(lessons.began_at)
    for place, week in enumerate(CHECKED_IN):
        answers = with_check_up(who, answers, place, dice, int(began[week]) + DAY_MS, surer[:, week])
    last_day = moment(int(lessons.began_at.max())).date() + timedelta(days=6)
    found = trends(lessons, last_day, class_fit(lessons))
    less, more = np.log(first.median / last.median), last.accuracy - first.accuracy
    then, now = (standings(part, QUICK).skills for part in (_until(answers, int(began[0]) + DAY_MS), answers))
    return Term(
        np.asarray((np.abs(less) > MUCH_TIME) & (time != 0) | (np.abs(more) > MUCH_RIGHT) & (odds != 0)),
        np.array([(quicker(one), more_right(one)) for one in found]),
        np.stack([-np.sign(time), np.sign(odds)], axis=1),
        *moved(then, now), np.asarray((last.skills[0] <= MOSTLY).any(axis=1)),
    )  # fmt: skip


def _grown(of: Term, uncut: Term) -> Iterator[Row]:
    """What is said of growth after three check-ups, by the sentence of the weeks and by who needs no help any more, or
    newly; beside it what of the same children would be found, were no time cut short."""
    found, known = (_found(each) for each in (of, uncut))
    yield Row(
        "growth after three check-ups: found of a third who change",
        (share("found", found[of.much], GROWTH), share("found, no time cut", known[uncut.much]),
         share("by the sentence", np.asarray(_right(of).any(axis=1))[of.much])),
    )  # fmt: skip
    yield Row("growth after three check-ups: of sentences", (share("true", _right(of)[of.said != 0], TRUE),))
    yield Row(
        "since the first check-up",
        (share("no help now, rightly", ~of.need[of.helped], GOAL), share("still, rightly", of.need[of.still], GOAL)),
    )


def _right(of: Term) -> Booleans:
    return np.asarray((of.said != 0) & (of.said == of.true))


def _found(of: Term) -> Booleans:
    """Return of whom anything is said that is so (M,)."""
    turned = (of.helped & (of.true[:, 1] > 0)) | (of.new & (of.true[:, 1] < 0))
    return np.asarray(_right(of).any(axis=1) | turned)
