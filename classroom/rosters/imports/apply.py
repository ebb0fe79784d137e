"""Applying a list, all of it or nothing.

Rows are written in bulk: the number of queries does not grow with the list (except for SQLite's limit of parameters in
one statement).

One child on several lists of a school, recognized by the number that the school's system gives it.

A number counts as proof for classes from which the teacher may bring children. Across classes of several teachers only
a list from the school itself counts (`nightly`). Nothing is guessed: the same name alone never makes one child.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom import persons
from classroom.models import Classroom, RosterImport, Student, Teaching, named
from classroom.naming import names
from classroom.rosters import faces
from classroom.rosters.imports import drafts, joining
from classroom.rosters.imports.decisions import OFF, Do, Problem, RosterWrite, decide
from classroom.rosters.imports.plan import ChangeKind, Plan
from classroom.rosters.merging.persons import join_all
from classroom.rosters.roster import write_at_once
from classroom.rosters.still_playing import refuse_while_playing
from classroom.server.database.changes import locked, write_each

KEPT = ("pk", "classroom_id", "name", "source_id", "source_name", "removed_at", "group_id")
"""What an import may change about a student, and what undoing it writes back: append only, as applied lists hold these
values in this order."""
CHANGED = ["classroom_id", "name", "name_key", "source_id", "source_name", "group_id"]


@transaction.atomic
def apply(draft: RosterImport, answers: Mapping[str, str]) -> list[Problem]:
    """Write the changes of the list as the teacher decided; or, if there are problems, write nothing and return them.

    Where the list is applied already, nothing changes. Raises StillPlayingError where a child would leave a class that
    has a session open.
    """
    draft = locked(draft)
    if draft.applied_at:
        return []
    plan = drafts.plan_of(draft)
    steps, problems = decide(plan, answers)
    if problems:
        return problems
    retitled = _retitled(draft, answers)
    _note_places(draft)
    joined = joining.join(draft.teacher, drafts.sections_of(draft))
    made_one = join_listed(plan) if drafts.notes_of(draft).is_of_a_system else []
    news = {"retitled": retitled, "joined": joined, "made_one": made_one}
    changes = _written(draft, plan, steps) | news if steps or any(news.values()) else {}
    draft.changes, draft.applied_at, draft.rows = changes, timezone.now(), []
    draft.save(update_fields=["changes", "applied_at", "rows"])
    return []


def _retitled(draft: RosterImport, answers: Mapping[str, str]) -> list[list[Any]]:
    """Rename classes as in the school's system; return (number, old name) of each, for undoing."""
    wanted = {pk: name for pk, _old, name in drafts.notes_of(draft).retitled if answers.get(f"retitle-{pk}") != OFF}
    classrooms = list(draft.teacher.classrooms.filter(pk__in=wanted, archived_at=None))
    others = draft.teacher.classrooms.exclude(pk__in=wanted).values_list("name", flat=True)
    taken = {names.key(name) for name in others}
    before = [[classroom.pk, classroom.name] for classroom in classrooms]
    for classroom in classrooms:
        classroom.name = free_name(wanted[classroom.pk], taken)
        classroom.name_key = named(classroom.name)["name_key"]
        taken.add(names.key(classroom.name))
    write_each(classrooms, "name", "name_key")
    return before


def _written(draft: RosterImport, plan: Plan, steps: Sequence[RosterWrite]) -> dict[str, Any]:
    children = Student.everybody.in_bulk([step.child for step in steps if step.child])
    leaving = [step.child for step in steps if step.do in (Do.MOVE, Do.REMOVE)]
    refuse_while_playing({children[pk].classroom_id for pk in leaving})
    before = [_as_kept(child) for child in children.values()]
    made = _make_classrooms(draft, plan, steps)
    pks = {key: made[key].pk if key in made else pk or 0 for key, pk in plan.targets.items()}
    moved = [step for step in steps if step.do in (Do.MOVE, Do.BACK)]
    there = _persons_in(*(pks[step.section] for step in moved)) if moved else set()
    numbers = {(child.classroom_id, child.source) for child in plan.children if child.source and not child.was_removed}
    numbers |= {(pks[step.section], step.source) for step in steps if step.source}
    for step in steps:
        if step.child:
            child, classroom_id = children[step.child], pks[step.section]
            if step.do == Do.BACK and not step.source and (classroom_id, child.source_id) in numbers:
                child.source_id = ""
            _change(child, step, classroom_id, is_there=(classroom_id, child.person) in there)
    write(list(children.values()))
    added = [
        Student(classroom_id=pks[step.section], name=step.name, source_id=step.source, source_name=step.source_name)
        for step in steps
        if step.do == Do.ADD
    ]
    join_known(plan, added)
    Student.objects.bulk_create(added)
    faces.give(*{*pks.values()} - {0})
    persons.share_secrets(*pks.values())
    return {
        "added": [student.pk for student in added],
        "rooms": [classroom.pk for classroom in made.values()],
        "before": before,
        "counts": Counter(do for do, _child in {(step.do.value, step.source or f"line {step.key}") for step in steps}),
    }


def _make_classrooms(draft: RosterImport, plan: Plan, steps: Iterable[RosterWrite]) -> dict[str, Classroom]:
    """Make the new classes that get children; note the school's number on classes that had none yet."""
    wanted = {step.section for step in steps}
    said = {section.key: section for section in drafts.sections_of(draft) if section.key in wanted}
    taken = {names.key(name) for name in draft.teacher.classrooms.values_list("name", flat=True)}
    made = {}
    for key, section in said.items():
        if plan.targets[key] is None:
            name = free_name(section.name, taken)
            taken.add(names.key(name))
            numbers = {"source_school": section.school_number, "source_session": section.session_number}
            made[key] = Classroom(name=name, school_year=section.year[:20], source_id=_source(draft, key), **numbers)
    Classroom.objects.bulk_create(made.values())
    Teaching.objects.bulk_create(Teaching(classroom=classroom, teacher=draft.teacher) for classroom in made.values())
    _note_sources(draft, plan, set(said) - set(made))
    return made


def _note_sources(draft: RosterImport, plan: Plan, keys: Iterable[str]) -> None:
    sources = {plan.targets[key] or 0: _source(draft, key) for key in keys}
    unknown = list(Classroom.objects.filter(pk__in=sources, source_id=""))
    for classroom in unknown:
        classroom.source_id = sources[classroom.pk]
    write_each([classroom for classroom in unknown if classroom.source_id], "source_id")


def _note_places(draft: RosterImport) -> None:
    """Note the school and the part of the year of known classes, as the system's newest file says."""
    said = {
        int(section.target): section
        for section in drafts.sections_of(draft)
        if section.session_number and section.target.isdecimal()
    }
    mine = draft.teacher.classrooms.filter(pk__in=said)
    classrooms = [each for each in mine if each.source_id in ("", said[each.pk].key)]
    for classroom in classrooms:
        section = said[classroom.pk]
        classroom.source_school, classroom.source_session = section.school_number, section.session_number
    write_each(classrooms, "source_school", "source_session")


def _source(draft: RosterImport, key: str) -> str:
    """Return the school's number of the class, "" for a plain list, whose classes have only names."""
    return key if drafts.notes_of(draft).is_of_a_system else ""


def free_name(name: str, taken: set[str]) -> str:
    """Return a valid name for a class, based on this one, that none of the teacher's classes has."""
    plain = names.tidy(names.without_formula(name))[: names.LONGEST_NAME - 4].strip()
    plain = _("New class") if names.problem_of(plain) else plain
    return names.first_free(plain, taken)


def _persons_in(*classroom_ids: int) -> set[tuple[int, str]]:
    """Return (class, person) for everybody on the lists of these classes."""
    there = Student.objects.filter(classroom__in=classroom_ids).exclude(person="")
    return set(there.values_list("classroom", "person"))


def _change(child: Student, step: RosterWrite, classroom_id: int, *, is_there: bool) -> None:
    """Change one row. Where the child `is_there` already under another name, its old row only leaves its class: both
    rows are one child, so its results count there anyway."""
    child.source_id = step.source or child.source_id
    child.source_name = step.source_name[: names.LONGEST_NAME] or child.source_name
    match step.do:
        case Do.RENAME:
            child.name = step.name
        case Do.MOVE | Do.BACK if is_there:
            child.removed_at = child.removed_at or timezone.now()
        case Do.MOVE | Do.BACK:
            if child.classroom_id != classroom_id:
                child.classroom_id, child.group_id = classroom_id, None
            child.name, child.removed_at = step.name, None
        case Do.REMOVE:
            child.removed_at = timezone.now()
        case Do.KEEP:
            child.source_name = ""


def write(children: list[Student]) -> None:
    for child in children:
        child.name_key = named(child.name)["name_key"]
    write_at_once(children, *CHANGED)


def _as_kept(child: Student) -> list[Any]:
    values = [getattr(child, column) for column in KEPT]
    return [value.isoformat() if isinstance(value, datetime) else value for value in values]


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
