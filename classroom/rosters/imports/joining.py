"""Joining: a second teacher who imports the same class from the school's list joins it, instead of making a copy.

The number of a class is no secret, so the list must also name its children: two thirds of those in the class, by
number, and at most half as many others, since a list of all possible numbers would prove nothing. Joining is offered,
never preselected. Owners see on their first page who joined, and can end it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from classroom.models import Classroom, Student, Teacher, Teaching, owned_by
from classroom.rosters.imports.plan import ClassHere, DraftSection, ListRow, Section
from classroom.server.http import disconnects


def offered(teacher: Teacher, sections: Sequence[Section], rows: Iterable[ListRow]) -> dict[str, ClassHere]:
    """Return other teachers' classes that are on this list, by the list's number of the class. Three queries."""
    there = list(_others(teacher).filter(source_id__in=[section.key for section in sections if section.key]))
    found: dict[str, ClassHere] = {}
    for classroom in with_children_of(rows, there):
        owners = [teaching.teacher.name for teaching in classroom.teachings.all() if teaching.is_owner]
        found.setdefault(classroom.source_id, ClassHere(classroom.pk, classroom.name, owners))
    return found


def with_children_of(rows: Iterable[ListRow], classrooms: Sequence[Classroom]) -> list[Classroom]:
    """Return those of these classes whose children are those that the list names under their number. One query."""
    listed: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.source and not row.why:
            listed[row.section].add(row.source)
    known: dict[int, list[str]] = defaultdict(list)
    for number, source in Student.objects.filter(classroom__in=classrooms).values_list("classroom", "source_id"):
        known[number].append(source)
    return [each for each in classrooms if is_the_same(known[each.pk], listed[each.source_id])]


def _others(teacher: Teacher) -> QuerySet[Classroom]:
    """Return classes that only other teachers teach, the oldest first."""
    others = Classroom.objects.filter(archived_at=None, teachings__is_owner=True).exclude(teachers=teacher)
    return others.exclude(source_id="").distinct().prefetch_related("teachings__teacher").order_by("pk")


def is_the_same(known: Sequence[str], listed: set[str]) -> bool:
    """Return whether both are the same children. `known` are the numbers of all in the class, "" for those without."""
    shared = len(listed.intersection(known))
    return shared >= min(3, len(listed)) > 0 and shared * 3 >= max(len(known), len(listed)) * 2


def join(teacher: Teacher, sections: Iterable[DraftSection]) -> list[int]:
    """Make the teacher a co-teacher of the classes that were chosen; return the numbers of the new teachings."""
    wanted = [section.joins.pk for section in sections if section.joins]
    there = _others(teacher).filter(pk__in=wanted)
    made = Teaching.objects.bulk_create(
        Teaching(classroom=classroom, teacher=teacher, is_owner=False, came_with_list=True) for classroom in there
    )
    return [teaching.pk for teaching in made]


def leave(teachings: Iterable[int]) -> None:
    """Undo `join`, except for a class that the teacher owns by now, and close the teacher's open sockets."""
    made = Teaching.objects.filter(pk__in=teachings, is_owner=False)
    disconnects.hang_up(teachers=list(made.values_list("teacher", flat=True)))
    made.delete()


def news_for(teacher: Teacher) -> QuerySet[Teaching]:
    """Return the teachings of those who joined this owner's classes by a list, and whom no owner has confirmed yet."""
    came = Teaching.objects.filter(classroom__in=Classroom.objects.filter(owned_by(teacher)), came_with_list=True)
    return came.exclude(teacher=teacher).select_related("classroom", "teacher")
