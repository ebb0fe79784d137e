"""Homework on paper, for a child without a device: its own next sums, the first ones with hops for counting."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import override

from classroom.homework.around_the_corner import practice
from classroom.homework.around_the_corner.boxes import Boxes, next_sums
from classroom.homework.around_the_corner.review import LOOKED_BACK_MS, answers_of
from classroom.models import Homework, Student
from game.around_the_corner.words import sum_words
from game.clock import now_ms
from game.rules.around_the_corner.facts import Fact
from game.rules.around_the_corner.practice import Position, start
from game.screens.number_pictures import in_words, number_picture, steps_one_way

SUMS, WITH_HOPS = 16, 4
"""Sums on a sheet, and how many of them have a picture, which fades on paper as it does in practice."""
BLANK = "____"


class SheetSum(NamedTuple):
    """A sum to fill in; `picture` shows its hops without their end, "" for sums without one."""

    words: str
    picture: SafeString


class HomeworkSheet(NamedTuple):
    """A child's sheet, in the child's language."""

    student: Student
    language: str
    sums: list[SheetSum]


def sheets(homework: Homework, students: Sequence[Student]) -> list[HomeworkSheet]:
    """Return a sheet for each of these students of one class. One query, whatever the number of students."""
    now, quick = now_ms(), 1000 * homework.classroom.quick_seconds + practice.LOOKING_MS
    answers = answers_of([student.pk for student in students], quick, now - LOOKED_BACK_MS)
    begun = start(homework.options, 0)
    return [_sheet(student, Boxes(answers[student.pk]), begun, now) for student in students]


def _sheet(student: Student, boxes: Boxes, begun: Position, now: int) -> HomeworkSheet:
    asked = next_sums(boxes, begun.facts, SUMS, now, run=SUMS)
    with override(student.reads_in):
        sums = [_sum(fact, begun.options.highest, place < WITH_HOPS) for place, fact in enumerate(asked)]
    return HomeworkSheet(student, student.reads_in, sums)


def _sum(fact: Fact, highest: int, pictured: bool) -> SheetSum:
    change = fact.straight - fact.number
    walk = steps_one_way(fact.number, change, fact.goes_round, highest, named=False)
    picture = number_picture("line", walk, in_words(walk)) if pictured else SafeString()
    return SheetSum(sum_words(fact, BLANK), picture)
