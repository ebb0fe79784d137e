"""Children of several classes dealt out anew, all at once or not at all: as schools mix classes for a new year."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.db import transaction

from classroom.models import Student
from classroom.naming import names
from classroom.rosters import faces, roster
from classroom.rosters.merging import ClashError


@transaction.atomic
def mix(moves: Mapping[int, int], *, among: Iterable[int]) -> int:
    """Put children into other classes, by their numbers and those of the classes; return how many moved.

    `among` are the classes that may be mixed; whoever is not in one of these stays. All results come along.
    Raises ClashError, StillPlayingError.
    """
    mixed = set(among)
    there = list(Student.objects.select_for_update().filter(classroom__in=mixed).order_by("name_key", "pk"))
    leaving = [child for child in there if moves.get(child.pk, child.classroom_id) in mixed - {child.classroom_id}]
    affected = {child.classroom_id for child in leaving} | {moves[child.pk] for child in leaving}
    roster.refuse_while_playing(affected)
    for child in leaving:
        child.classroom_id, child.group = moves[child.pk], None
    if clashing := _clashing(there):
        raise ClashError(clashing)
    roster.write_at_once(leaving, "classroom", "group")
    faces.give(*affected)
    return len(leaving)


def _clashing(children: Iterable[Student]) -> list[str]:
    """Return the names of children who would not be told from a classmate, by name or by the school's number, or would
    be in a class twice."""
    listed = list(children)
    called = Counter((child.classroom_id, names.key(child.name)) for child in listed)
    numbered = Counter((child.classroom_id, child.source_id) for child in listed if child.source_id)
    placed = Counter((child.classroom_id, child.person) for child in listed if child.person)
    twice = (
        child.name
        for child in listed
        if called[child.classroom_id, names.key(child.name)] > 1
        or numbered[child.classroom_id, child.source_id] > 1
        or placed[child.classroom_id, child.person] > 1
    )
    return list(dict.fromkeys(twice))
