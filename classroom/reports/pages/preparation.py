"""The reports of a class made ready when a session ends, in the thread that projects rounds and ahead of the others."""

from functools import partial

from classroom.models import ClassSession
from classroom.reports.kit.evidence import catch_up
from classroom.reports.pages.catalogue import new_sums_in, report_of
from game.projection import queue

PARTS = 10
"""What is read on another day takes half a second for 30 children: so many pieces let others' cards pass."""


def prepare_soon(session: ClassSession) -> None:
    """Compute soon what the pages after this session show, and by and by what other days ask for."""
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
