"""Refusal to let children leave a class, or to close it, while a session of it is open."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _

from classroom.models import Classroom, ClassSession


class StillPlayingError(Exception):
    """The class has a session open, so no child can leave it: live rounds hold the children's seats."""

    def __init__(self, session: ClassSession) -> None:
        super().__init__(session)
        self.session = session

    @property
    def words(self) -> str:
        words = _("%(class)s has a session open. End it first. Nothing was changed.")
        return words % {"class": self.session.classroom.name}

    @property
    def problem(self) -> dict[str, str]:
        """The words for an error summary, as a link to the session."""
        return {"link": reverse("session", args=[self.session.pk]), "words": self.words}


def refuse_while_playing(classrooms: Iterable[int]) -> None:
    """Raise StillPlayingError if one of these classes has a session open. None is opened before the caller's
    transaction ends, because `lifecycle.open_session` waits for the same lock."""
    wanted = set(classrooms)
    list(Classroom.everything.select_for_update().filter(pk__in=wanted).order_by("pk").values_list("pk"))
    refuse_if_open(wanted)


def refuse_if_open(classrooms: Iterable[int]) -> None:
    """Raise StillPlayingError if one of these classes has a session open at this moment, without a lock."""
    of_these = ClassSession.objects.filter(classroom__in=set(classrooms)).exclude(state=ClassSession.State.ENDED)
    if session := of_these.select_related("classroom").first():
        raise StillPlayingError(session)
