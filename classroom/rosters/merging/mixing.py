"""Moving children of several classes into new ones, all at once or not at all: schools mix classes for a new year."""

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction

from classroom.models import Classroom, Homework, Student
from classroom.rosters import faces, roster
from classroom.rosters.merging import ClashError, bring_groups, clashing
from classroom.rosters.still_playing import refuse_while_playing


@transaction.atomic
def mix(moves: Mapping[int, int], *, among: Iterable[int]) -> int:
    """Move children into other classes; `moves` maps their numbers to those of the classes. Return how many moved.

    `among` are the classes that may be mixed; children of any other class stay. All results move along, and so does a
    standing group whose children all move to the same class. Raises ClashError, StillPlayingError.
    """
    mixed = set(among)
    list(Classroom.objects.select_for_update().filter(pk__in=mixed).order_by("pk").values_list("pk"))
    there = list(Student.objects.select_for_update().filter(classroom__in=mixed).order_by("name_key", "pk"))
    leaving = [child for child in there if moves.get(child.pk, child.classroom_id) in mixed - {child.classroom_id}]
    affected = {child.classroom_id for child in leaving} | {moves[child.pk] for child in leaving}
    refuse_while_playing(affected)
    along = _groups_along(leaving, moves)
    for child in leaving:
        child.classroom_id, child.group_id = moves[child.pk], child.group_id if child.group_id in along else None
    if clash := clashing(there):
        raise ClashError(list(dict.fromkeys(child.name for child in clash)))
    _move_groups(along)
    roster.write_at_once(leaving, "classroom", "group")
    faces.give(*affected)
    return len(leaving)


def _groups_along(leaving: Sequence[Student], moves: Mapping[int, int]) -> dict[int, int]:
    """Return the groups of two and more whose children all move to the same class, with that class."""
    goes: dict[int, list[int]] = {}
    for child in leaving:
        if child.group_id is not None:
            goes.setdefault(child.group_id, []).append(moves[child.pk])
    stay = set(
        Student.objects.filter(group__in=goes)
        .exclude(pk__in=[child.pk for child in leaving])
        .values_list("group", flat=True)
    )
    whole = {group: to for group, to in goes.items() if len(to) > 1 and len(set(to)) == 1 and group not in stay}
    return {group: to[0] for group, to in whole.items()}


def _move_groups(along: Mapping[int, int]) -> None:
    """Move groups into other classes. Their homework stays with its class, for the children to whom it was set."""
    Homework.objects.filter(group__in=along).update(group=None)
    for classroom in Classroom.objects.filter(pk__in=set(along.values())):
        bring_groups([group for group, to in along.items() if to == classroom.pk], classroom)
