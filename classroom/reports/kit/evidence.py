"""Projection of a class's latest rounds before a report reads their evidence."""

from django.db.models import Q

from classroom.homework.catalogue import end_forgotten
from classroom.models import Classroom
from game.models import Table
from game.projection import project


def catch_up(classroom: Classroom) -> int:
    """Project the class's finished rounds that are not projected yet; return how many could not be read.

    Such a round is logged and skipped, so that it does not affect the reports of other rounds.
    """
    end_forgotten(classroom)
    there = Q(seats__sitting__session__classroom=classroom) | Q(rounds__practice__student__classroom=classroom)
    return len(project.catch_up(Table.objects.filter(there)))
