"""What the pages of a class rest on, computed when a session ends and kept: whoever looks then does not wait for it.

Nobody needs this to have run: a page computes what is not kept.
"""

from django.utils import timezone

from classroom.models import Classroom, ClassSession
from classroom.reports.around_the_corner.class_page import ClassPage, class_page, session_page
from classroom.reports.around_the_corner.student_page import class_trends


def prepare(classroom: Classroom, session: ClassSession) -> None:
    for page in (class_page(classroom, {}), session_page(session)):
        if not page.is_empty:
            _compute(page)
            class_trends(page.players, page.scope.mode, timezone.localdate())


def _compute(page: ClassPage) -> None:
    """Ask for everything that is kept under the page's stamp."""
    for part in ("known", "grouping", "readings", "wrong_cards", "narrowed", "fit", "lines"):
        getattr(page, part)
