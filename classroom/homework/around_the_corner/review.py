"""Review of forgotten sums: which children of a class are due, by the boxes of practice."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection

from classroom import persons
from classroom.homework.around_the_corner import practice
from classroom.homework.around_the_corner.boxes import DAY_MS, Answered, Boxes
from classroom.homework.around_the_corner.presets import SKILLS
from classroom.models import Student
from game.models import Attempt
from game.rules.around_the_corner.cards import TEN
from game.rules.around_the_corner.facts import Fact

LOOKED_BACK_MS = 60 * DAY_MS
DUE_FROM = 5
"""From so many due sums on a child is named."""


class Review(NamedTuple):
    """The students who have sums to review, and the skill (a place in presets.SKILLS) to which most of these belong."""

    students: tuple[Student, ...]
    skill: int


def due_for_review(students: Sequence[Student], quick_seconds: int, now: int) -> Review | None:
    """Return who is due for review now (ms), None where nobody is. One query."""
    answers = answers_of(students, 1000 * quick_seconds + practice.LOOKING_MS, now)
    due = {student: _to_review(Boxes(answers[student.pk]), now) for student in students}
    named = tuple(student for student, facts in due.items() if len(facts) >= DUE_FROM)
    skills = Counter(skill_of(fact) for student in named for fact in due[student])
    return Review(named, max(skills, key=lambda skill: (skills[skill], -skill))) if named else None


def answers_of(students: Sequence[Student], quick: int, now: int) -> dict[int, list[Answered]]:
    """Return what these students answered in the last LOOKED_BACK_MS, in whatever class, oldest first, by player. One
    query."""
    asked, since = [student.pk for student in students], now - LOOKED_BACK_MS
    theirs = Attempt.objects.filter(
        player__in=persons.players_of(*asked), retry=False, ending__in=("C", "W"), started_at__gte=since
    )
    found: dict[int, list[Answered]] = defaultdict(list)
    rows = theirs.order_by("player", "started_at", "pk").values_list(*practice.COLUMNS, "player")
    with connection.cursor() as cursor:  # two months of a class: Django would look at each value once more
        cursor.execute(*rows.query.sql_with_params())
        for row in cursor:
            if answered := practice.answered(row[:-1], quick):
                found[row[-1]].append(answered)
    for player, student in persons.whose(asked, found).items():
        if player != student and player in found:
            found[student] = sorted(found[student] + found.pop(player), key=lambda each: each.at)
    return found


def _to_review(boxes: Boxes, now: int) -> list[Fact]:
    """Return the sums of 60 that were once known and are due."""
    return [fact for fact in boxes.reached if fact.highest == TEN and boxes.is_due(fact, now)]


def skill_of(fact: Fact) -> int:
    """Return the place in presets.SKILLS of the kind that a sum of 60 is of."""
    return SKILLS.index(("-" if fact.sign == "-" else "") + fact.skill[:-1])
