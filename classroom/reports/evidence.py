"""Bringing the evidence of a class up to date before a report is read from it."""

import logging

from django.db.models import Q

from classroom.homework import practice
from classroom.models import Classroom
from game.models import Round, Table
from game.projection.project import project

log = logging.getLogger(__name__)


def catch_up(classroom: Classroom) -> int:
    """Project what has ended in the class and is not projected yet; return how many rounds could not be read.

    Such a round is logged and skipped: it may not take the reports of the other rounds with it.
    """
    practice.end_forgotten(classroom)
    there = Q(seats__sitting__session__classroom=classroom) | Q(rounds__practice__student__classroom=classroom)
    behind = Round.objects.filter(table__in=Table.objects.filter(there), projected_at=None).exclude(finished_at=None)
    return sum(not _is_read(played) for played in behind.values_list("pk", flat=True))


def _is_read(played: int) -> bool:
    try:
        project(played)
    except Exception:
        log.exception("round %s could not be projected", played)
        return False
    return True
