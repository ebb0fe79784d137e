"""Which fact a student practises next, and the rounds of practice that belong to a student.

The choice is a rating, not a report: hierarchical Elo (measurement.md 5.1, after MatMat). A student's chance at a fact
is the logistic of the sum of three ratings (all facts, its skill, the fact itself) minus what is known of its
difficulty. What a child lacks is asked nearest TARGET first, and as often as it still succeeds three times in four.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random, SystemRandom
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet

from classroom.models import Classroom, Homework, Practice, Student
from classroom.server.database import changes
from game.around_the_corner import practice as rounds
from game.clock import now_ms
from game.models import Attempt, Round
from game.projection import project
from game.rules.around_the_corner.cards import NUMBER
from game.rules.around_the_corner.practice import Fact, Position, fact_of, facts

TARGET = 0.75
"""The wished share of right answers (Math Garden's middle level, measurement.md 1)."""
SLOW_MS = 7_000
"""t̄ of MatMat: a right answer that took longer counts as less than 1."""
NEAREST = 5
"""Of so many facts nearest the target the least asked is put."""
LATELY = 8
"""By so many newest answers it is judged whether things go well."""
MEMORY = 600
"""So many newest answers are read: a child of last year is another child."""
FORGOTTEN_MS = 30 * 60_000
"""A child who has answered nothing for so long has gone away without a word."""
DICE = SystemRandom()
DIFFICULTY = {"1": -0.8, "2": -0.3, "3": 0.0, "corner": 0.6}
"""What is assumed before the first answer [decision: small steps first, the corner last], on the logit scale."""


def predicted(total: float) -> float:
    """Return the chance of a right answer where ratings minus difficulty make this total."""
    return 1 / (1 + math.exp(-total))


def response(right: bool, milliseconds: int | None) -> float:
    """Return what an answer is worth: 1 right in time (or without a clock), less when slower, 0 wrong."""
    if not right:
        return 0.0
    if milliseconds is None or milliseconds <= SLOW_MS:
        return 1.0
    return float(0.9 ** (milliseconds / SLOW_MS - 1))


class Ratings:
    """A student's ratings by level: all facts together, each skill, each fact."""

    def __init__(self) -> None:
        self.theta: defaultdict[object, float] = defaultdict(float)
        self.answers: Counter[object] = Counter()

    def chance(self, fact: Fact) -> float:
        return predicted(sum(self.theta[level] for level in _levels(fact)) - DIFFICULTY[fact.skill[:-1]])

    def learn(self, fact: Fact, worth: float) -> None:
        """Take in an answer worth this much (see `response`)."""
        surprise = worth - self.chance(fact)
        for level in _levels(fact):
            self.theta[level] += step(self.answers[level]) * (1.0 if worth > 0 else 0.5) * surprise
            self.answers[level] += 1


def step(answers: int) -> float:
    """Return how far an answer moves a rating after so many answers."""
    return 0.8 / (1 + 0.05 * answers)


def _levels(fact: Fact) -> tuple[object, ...]:
    return "all", fact.skill, fact


def choose(
    ratings: Ratings, among: Sequence[Fact], asked: Sequence[Fact], right: Sequence[float], dice: Random = DICE
) -> Fact:
    """Return the next fact: one the child lacks while things go well, one it rather has while they do not.

    `asked` and `right` are this round's questions and first answers so far. Taking just what is nearest TARGET would
    leave out for ever what a child cannot do at all, as something easy is always nearer.
    """
    fresh = [fact for fact in among if fact not in asked[-3:]] or list(among)
    lacking = sorted((fact for fact in fresh if ratings.chance(fact) < TARGET), key=ratings.chance, reverse=True)
    had = sorted((fact for fact in fresh if ratings.chance(fact) >= TARGET), key=ratings.chance)
    newest = right[-LATELY:]
    goes_well = bool(newest) and sum(newest) >= TARGET * len(newest)
    near = (lacking or had if goes_well else had or lacking)[:NEAREST]
    times = Counter(asked)
    fewest = min(times[fact] for fact in near)
    return dice.choice([fact for fact in near if times[fact] == fewest])


def learned(history: Iterable[tuple[Fact, float]]) -> Ratings:
    """Return the ratings after these answers, oldest first."""
    ratings = Ratings()
    for fact, worth in history:
        ratings.learn(fact, worth)
    return ratings


def history(student: Student) -> list[tuple[Fact, float]]:
    """Return the student's first answers in every mode that say something about one fact, oldest first.

    A wrong card says something only where one direction was in the hand (measurement.md 0.2). Modes are never added
    together in a report; here they are, because this only chooses cards.
    """
    ours = Attempt.objects.filter(player=student.pk, retry=False, ending__in=("C", "W")).order_by("-started_at", "-pk")
    columns = ("top_number", "top_step", "played", "ending", "directions", "corner", "timed", "milliseconds")
    found = []
    for number, size, played, ending, directions, corner, timed, ms in ours.values_list(*columns)[:MEMORY]:
        right = ending == Attempt.Ending.RIGHT
        fact = fact_of(number, size, NUMBER[played or 0], corner) if right else _only(number, size, directions)
        if fact:
            found.append((fact, response(right, ms if timed else None)))
    return found[::-1]


def _only(number: int, size: int, directions: str) -> Fact | None:
    return Fact(number, size, directions) if directions in ("+", "-") else None


def chooser(student: Student) -> rounds.Choose:
    """Return the function that chooses this student's next fact from the past and the present round."""
    past = history(student)

    def next_fact(position: Position) -> Fact:
        ratings = learned([*past, *position.answers])
        among = facts(position.corner, position.steps)
        return choose(ratings, among, position.asked, [worth for _fact, worth in position.answers])

    return next_fact


# The rounds


def of(student: Student) -> QuerySet[Practice]:
    return Practice.objects.filter(student=student).select_related("round__table", "homework__classroom")


def present(student: Student) -> Practice | None:
    """Return the practice that this student has not ended."""
    return of(student).filter(round__finished_at=None, round__table__game=rounds.GAME).order_by("-pk").first()


def begin(student: Student, *, options: Mapping[str, Any], homework: Homework | None = None) -> Practice:
    """Begin a practice, or go on with the same one; another one that is still open is ended."""
    running = present(student)
    if running and running.homework_id == (homework.pk if homework else None) and _same(running.round, options):
        return running
    if running:
        stop(running)
    with transaction.atomic():
        changes.locked(student)
        begun = rounds.begin(player=student.pk, name=student.name, options=options, choose=chooser(student))
        return Practice.objects.create(student=student, round=begun, homework=homework)


def _same(practised: Round, options: Mapping[str, Any]) -> bool:
    kept = practised.options
    return bool(kept["corner"] == options["corner"] and sorted(kept["steps"]) == sorted(options["steps"]))


def answer(practice: Practice, *, card: int, count: int) -> Position:
    """Judge a card. Raises Refused; "over" where the homework's date is past, and nothing is counted."""
    return rounds.answer(practice.round, card=card, count=count, choose=chooser(practice.student))


def hint(practice: Practice, *, count: int) -> Position:
    """Spell the question's sums out. Raises Refused."""
    return rounds.hint(practice.round, count=count)


def stop(practice: Practice) -> Position:
    """End it, and let its answers into the reports."""
    position = rounds.stop(practice.round)
    project.project(practice.round_id)
    return position


def end_forgotten(classroom: Classroom) -> None:
    """End the practices of a class in which nothing has come for FORGOTTEN_MS, so that the reports get them."""
    running = Practice.objects.filter(
        student__classroom=classroom, round__finished_at=None, round__table__game=rounds.GAME
    )
    newest = running.annotate(newest=Max("round__events__at")).filter(newest__lt=now_ms() - FORGOTTEN_MS)
    for practice in newest.select_related("round"):
        stop(practice)
