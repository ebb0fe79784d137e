"""Setting up a class session: which game, and the form that asks for its options."""

from collections.abc import Mapping

from django.http import QueryDict

from classroom.models import Classroom, ClassSession
from classroom.sessions.forms import SetUpForm
from classroom.sessions.games.nine_to_nothing import NineForm
from game.rules import around_the_corner, nine_to_nothing

FORMS: Mapping[str, type[SetUpForm] | type[NineForm]] = {
    around_the_corner.NAME: SetUpForm,
    nine_to_nothing.NAME: NineForm,
}
"""The games that a class can play, in the order in which a teacher is asked."""


def game_of(classroom: Classroom, asked: str | None) -> str:
    """Return the game that is asked for; else the one of the class's last session, at first the first."""
    if asked in FORMS:
        return str(asked)
    played = ClassSession.objects.filter(classroom=classroom, game__in=FORMS).values_list("game", flat=True)
    return played.first() or next(iter(FORMS))


def form_for(classroom: Classroom, game: str, posted: QueryDict | None = None) -> SetUpForm | NineForm:
    """Return the game's form, with the settings of the class's last session of it."""
    last = ClassSession.objects.filter(classroom=classroom, game=game).first()
    form = FORMS[game]
    initial = {"table_size": last.table_size, **form.chosen_before(last.options)} if last else {}
    return form(posted or None, initial=initial)
