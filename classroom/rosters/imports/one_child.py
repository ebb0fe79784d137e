"""One child on several lists of a school, recognized by the number that the school's system gives it.

A number counts as proof for classes from which the teacher may bring children. Across classes of several teachers only
a list from the school itself counts (`nightly`). Nothing is guessed: the same name alone never makes one child.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from classroom import persons
from classroom.models import Student
from classroom.rosters.imports.plan import ChangeKind, Plan
from classroom.rosters.merging.persons import join_all


def join_known(plan: Plan, new: Sequence[Student]) -> None:
    """Make new rows rows of the child who has the same number in the teacher's other classes, or of one another. Two
    queries."""
    known = defaultdict(list)
    for child in plan.children:
        known[child.source].append(child)
    wanted = {student.source_id for student in new if student.source_id}
    if not wanted:
        return
    rows = Student.objects.in_bulk([child.pk for source in wanted for child in known[source]])
    classroom_ids = {target for target in plan.targets.values() if target}
    taken = set(Student.objects.filter(classroom__in=classroom_ids).values_list("person", "classroom"))
    first: dict[str, Student] = {}
    for student in new:
        classroom_id = student.classroom_id
        target = classroom_id if classroom_id in classroom_ids else None
        there = known[student.source_id] if student.source_id else []
        found = next((rows[child.pk] for child in there if not child.was_removed and child.may_go(target)), None)
        if (same := found or first.get(student.source_id)) and (same.person, classroom_id) not in taken:
            persons.take_over(student, same)
        if student.source_id and not found:
            first.setdefault(student.source_id, student)
        taken.add((student.person, classroom_id))


def join_listed(plan: Plan) -> list[int]:
    """Make one child of rows with the same number on several lists of the teacher's own classes; return the numbers of
    the rows that changed."""
    here = {change.child.pk for change in plan.of(ChangeKind.UNCHANGED) if change.child and change.child.ways is None}
    return join_numbered(Student.objects.filter(pk__in=here))


def join_numbered(rows: Iterable[Student]) -> list[int]:
    """Make one child of those of these rows that have the same number; the oldest row's card, face and settings are
    kept. Return the numbers of the rows that changed."""
    by_number = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.pk):
        if row.source_id and row.person:
            by_number[row.source_id].append(row)
    return join_all([same for same in by_number.values() if len({row.person for row in same}) > 1])
