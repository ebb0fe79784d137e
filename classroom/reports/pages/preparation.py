"""The reports of a class made ready when a session ends, in the thread that projects rounds and ahead of the others."""

from functools import partial

from classroom.models import ClassSession
from classroom.reports.kit.evidence import catch_up
from classroom.reports.pages.catalogue import report_of
from game.projection import queue


def prepare_soon(session: ClassSession) -> None:
    """Compute soon what the pages after this session show."""
    queue.first(f"preparing the reports of session {session.pk}", partial(prepare, session.pk))


def prepare(session: int) -> None:
    played = ClassSession.objects.select_related("classroom").get(pk=session)
    catch_up(played.classroom)
    report_of(played.game).prepare(played.classroom, played)
