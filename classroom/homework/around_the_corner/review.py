"""Review of forgotten sums: which children of a class have due ones, by the boxes of practice."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import connection

from classroom import persons
from classroom.homework.around_the_corner import practice
from classroom.homework.around_the_corner.boxes import Answered, Boxes
from classroom.homework.around_the_corner.presets import SKILLS
from classroom.models import Student
from classroom.server.time_zone import DAY_MS
from game.models import Attempt
from game.rules.around_the_corner.cards import TEN
from game.rules.around_the_corner.facts import Fact

LOOKED_BACK_MS = 60 * DAY_MS
DUE_FROM = 5
"""Fewest due sums of a child that is named."""


class OnceKnown(NamedTuple):
    """One of the 60 sums, which a child once knew: when it was last met, and when it is due (ms)."""

    fact: Fact
    met: int
    due: int


class Review(NamedTuple):
    """The students with sums to review, and the skill (an index in presets.SKILLS) of most of these."""

    students: tuple[Student, ...]
    skill: int


def due_for_review(known: Mapping[Student, Sequence[OnceKnown]], now: int) -> Review | None:
    """Return the students due for review now (ms), or None. Sums not met within LOOKED_BACK_MS are ignored as too
    old."""
    due = {student: [each.fact for each in sums if each.due <= now <= each.met + LOOKED_BACK_MS]
           for student, sums in known.items()}  # fmt: skip
    named = tuple(student for student, facts in due.items() if len(facts) >= DUE_FROM)
    skills = Counter(skill_index(fact) for student in named for fact in due[student])
    return Review(named, max(skills, key=lambda skill: (skills[skill], -skill))) if named else None


def once_known(newest: Mapping[int, int], quick_seconds: int) -> dict[int, list[OnceKnown]]:
    """Return by student the sums it once knew, in the LOOKED_BACK_MS before its `newest` answers (ms). One query."""
    quick = 1000 * quick_seconds + practice.LOOKING_MS
    answers = answers_of(list(newest), quick, min(newest.values(), default=0) - LOOKED_BACK_MS)
    return {student: _once_known(answers[student], last - LOOKED_BACK_MS) for student, last in newest.items()}


def _once_known(answers: Sequence[Answered], since: int) -> list[OnceKnown]:
    lately = [each for each in answers if each.at >= since]
    boxes, met = Boxes(lately), {each.fact: each.at for each in lately}
    return [OnceKnown(fact, met[fact], boxes.due[fact]) for fact in boxes.reached if fact.highest == TEN]


def answers_of(asked: Sequence[int], quick: int, since: int) -> dict[int, list[Answered]]:
    """Return these students' answers since then (ms), in any class, oldest first, by player. One query."""
    theirs = Attempt.objects.filter(
        practice.TOLD, player__in=persons.players_of(*asked), retry=False, started_at__gte=since
    )
    found: dict[int, list[Answered]] = defaultdict(list)
    rows = theirs.order_by("player", "started_at", "pk").values_list(*practice.COLUMNS, "player")
    with connection.cursor() as cursor:  # two months of a class: no conversion by Django
        cursor.execute(*rows.query.sql_with_params())
        for row in cursor:
            if answered := practice.answered(row[:-1], quick):
                found[row[-1]].append(answered)
    for player, student in persons.students_by_player(asked, found).items():
        if player != student and player in found:
            found[student] = sorted(found[student] + found.pop(player), key=lambda each: each.at)
    return found


def skill_index(fact: Fact) -> int:
    """Return the index in presets.SKILLS of the kind of one of the 60 sums."""
    return SKILLS.index(("-" if fact.sign == "-" else "") + fact.skill[:-1])
