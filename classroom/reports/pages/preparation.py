"""Preparation of a class's reports when a session ends, in the thread that projects rounds and ahead of the others."""

from functools import partial

from classroom.models import ClassSession
from classroom.reports.kit.evidence import catch_up
from classroom.reports.pages.catalogue import new_sums_in, report_of
from game.projection import queue

PARTS = 10
"""Computing what other days show takes half a second for 30 children, so it is split into this many parts, between
which other classes' work can run."""


def prepare_soon(session: ClassSession) -> None:
    """Prepare the pages after this session soon, and those of other days afterwards."""
    name = f"preparing the reports of session {session.pk}"
    queue.first(name, partial(prepare, session.pk))
    for part in range(PARTS):
        queue.later(f"{name}, part {part}", partial(prepare_part, session.pk, part))


def prepare(session: int) -> None:
    played = ClassSession.objects.select_related("classroom").get(pk=session)
    catch_up(played.classroom)
    report_of(played.game).prepare(played.classroom, played)
    new_sums_in([played])


def prepare_part(session: int, part: int) -> None:
    played = ClassSession.objects.select_related("classroom").get(pk=session)
    report_of(played.game).prepare_part(played.classroom, part, PARTS)
