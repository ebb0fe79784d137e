"""Bringing the evidence of a class up to date before a report is read from it."""

from django.db.models import Q

from classroom.homework.catalogue import PRACTICE
from classroom.models import Classroom
from game.models import Table
from game.projection import project


def catch_up(classroom: Classroom) -> int:
    """Project what has ended in the class and is not projected yet; return how many rounds could not be read.

    Such a round is logged and skipped: it may not take the reports of the other rounds with it.
    """
    PRACTICE.end_forgotten(classroom)
    there = Q(seats__sitting__session__classroom=classroom) | Q(rounds__practice__student__classroom=classroom)
    return len(project.catch_up(Table.objects.filter(there)))
