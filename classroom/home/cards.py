"""The classes of a teacher as cards: faces, the mode last played, and the known sums."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from classroom.models import Classroom, ClassSession, Student
from classroom.reports.pages import catalogue as reports
from game import catalogue as games

FACES = 6
"""Most faces on a card; the others are only counted."""


class ClassCard(NamedTuple):
    """`levels` counts the sums of all children, the surest first; empty if unknown."""

    classroom: Classroom
    last: ClassSession | None
    faces: Sequence[Student]
    others: int
    levels: Sequence[int]

    @property
    def how(self) -> str:
        return mode_in_words(self.last)


def mode_in_words(session: ClassSession | None) -> str:
    return str(games.of(session.game).title()) if session else ""


def cards(classrooms: Sequence[Classroom], last: Mapping[int, ClassSession], hero: Classroom | None) -> list[ClassCard]:
    """Return a card for each class. Its bar is the cached result of the last session's end or the last look at the
    class's page; only that of the class shown on top is computed now."""
    faces, levels = _faces(classrooms), reports.FIRST.class_levels(classrooms)
    if hero and hero.pk not in levels:
        reports.FIRST.known_sums(hero)
        levels = reports.FIRST.class_levels(classrooms)
    return [_card(each, last.get(each.pk), faces[each.pk], levels.get(each.pk, ())) for each in classrooms]


def _card(
    classroom: Classroom, last: ClassSession | None, faces: Sequence[Student], levels: Sequence[int]
) -> ClassCard:
    shown = faces[:FACES]
    others = classroom.roster_size - len(shown) if shown else 0  # type: ignore[attr-defined]
    return ClassCard(classroom, last, shown, others, levels)


def _faces(classrooms: Iterable[Classroom]) -> Mapping[int, list[Student]]:
    """Return by class the children who have a character, in the order of the list of names."""
    found: defaultdict[int, list[Student]] = defaultdict(list)
    with_faces = Student.objects.filter(classroom__in=classrooms).exclude(character="").select_related("classroom")
    for student in with_faces.only("name", "character", "colour", "chosen", "classroom__album"):
        found[student.classroom_id].append(student)
    return found
