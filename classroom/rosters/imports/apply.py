"""Applying a list, all of it or nothing.

However long the list, it is written in bulk: the number of queries does not grow with it (but for SQLite's limit of
parameters in one statement).
"""

from collections import Counter
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
from classroom.rosters.imports import drafts, joining, one_child
from classroom.rosters.imports.decisions import OFF, Do, Problem, RosterWrite, decide
from classroom.rosters.imports.plan import Plan
from classroom.rosters.roster import refuse_while_playing, write_at_once
from classroom.server.database.changes import locked, write_each

KEPT = ("pk", "classroom_id", "name", "source_id", "source_name", "removed_at")
"""What an import may change about a student, and what undoing it writes back."""
CHANGED = ["classroom_id", "name", "name_key", "source_id", "source_name"]


@transaction.atomic
def apply(draft: RosterImport, answers: Mapping[str, str]) -> list[Problem]:
    """Write what the list changes, as the teacher decided; or, if there are problems, nothing, and return these.

    A second press finds the list applied and changes nothing. Raises StillPlayingError where a child would leave a
    class that is playing.
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
    joined = joining.join(draft.teacher, drafts.rooms_of(draft))
    made_one = one_child.join_listed(plan) if drafts.notes_of(draft).is_of_a_system else []
    news = {"retitled": retitled, "joined": joined, "made_one": made_one}
    changes = _written(draft, plan, steps) | news if steps or any(news.values()) else {}
    draft.changes, draft.applied_at, draft.rows = changes, timezone.now(), []
    draft.save(update_fields=["changes", "applied_at", "rows"])
    return []


def _retitled(draft: RosterImport, answers: Mapping[str, str]) -> list[list[Any]]:
    """Call classes as the school's system calls them now; return the old names, by number, to be put back."""
    wanted = {pk: name for pk, _old, name in drafts.notes_of(draft).retitled if answers.get(f"retitle-{pk}") != OFF}
    rooms = list(draft.teacher.classrooms.filter(pk__in=wanted, archived_at=None))
    others = draft.teacher.classrooms.exclude(pk__in=wanted).values_list("name", flat=True)
    taken = {names.key(name) for name in others}
    before = [[room.pk, room.name] for room in rooms]
    for room in rooms:
        room.name = free_name(wanted[room.pk], taken)
        room.name_key = named(room.name)["name_key"]
        taken.add(names.key(room.name))
    write_each(rooms, "name", "name_key")
    return before


def _written(draft: RosterImport, plan: Plan, steps: Sequence[RosterWrite]) -> dict[str, Any]:
    children = Student.everybody.in_bulk([step.child for step in steps if step.child])
    leaving = [step.child for step in steps if step.do in (Do.MOVE, Do.REMOVE)]
    refuse_while_playing({children[pk].classroom_id for pk in leaving})
    before = [_as_kept(child) for child in children.values()]
    made = _make_rooms(draft, plan, steps)
    pks = {key: made[key].pk if key in made else pk or 0 for key, pk in plan.targets.items()}
    moved = [step for step in steps if step.do in (Do.MOVE, Do.BACK)]
    there = _persons_in(*(pks[step.room] for step in moved)) if moved else set()
    for step in steps:
        if step.child:
            child, room = children[step.child], pks[step.room]
            _change(child, step, room, is_there=(room, child.person) in there)
    write(list(children.values()))
    added = [
        Student(classroom_id=pks[step.room], name=step.name, source_id=step.source, source_name=step.source_name)
        for step in steps
        if step.do == Do.ADD
    ]
    one_child.know_again(plan, added)
    Student.objects.bulk_create(added)
    faces.give(*{*pks.values()} - {0})
    persons.share_secrets(*pks.values())
    return {
        "added": [student.pk for student in added],
        "rooms": [room.pk for room in made.values()],
        "before": before,
        "counts": Counter(do for do, _child in {(step.do.value, step.source or f"line {step.key}") for step in steps}),
    }


def _make_rooms(draft: RosterImport, plan: Plan, steps: Iterable[RosterWrite]) -> dict[str, Classroom]:
    """Make the classes that get children; note the school's number on those that it names for the first time."""
    wanted = {step.room for step in steps}
    said = {room.key: room for room in drafts.rooms_of(draft) if room.key in wanted}
    taken = {names.key(name) for name in draft.teacher.classrooms.values_list("name", flat=True)}
    made = {}
    for key, room in said.items():
        if plan.targets[key] is None:
            name = free_name(room.name, taken)
            taken.add(names.key(name))
            numbers = {"source_school": room.school_number, "source_session": room.session_number}
            made[key] = Classroom(name=name, school_year=room.year[:20], source_id=_source(draft, key), **numbers)
    Classroom.objects.bulk_create(made.values())
    Teaching.objects.bulk_create(Teaching(classroom=room, teacher=draft.teacher) for room in made.values())
    _note_sources(draft, plan, set(said) - set(made))
    return made


def _note_sources(draft: RosterImport, plan: Plan, keys: Iterable[str]) -> None:
    sources = {plan.targets[key] or 0: _source(draft, key) for key in keys}
    unknown = list(Classroom.objects.filter(pk__in=sources, source_id=""))
    for room in unknown:
        room.source_id = sources[room.pk]
    write_each([room for room in unknown if room.source_id], "source_id")


def _note_places(draft: RosterImport) -> None:
    """Note the school and the part of the year of classes that the school's system knows: as its newest file says."""
    said = {
        int(room.target): room for room in drafts.rooms_of(draft) if room.session_number and room.target.isdecimal()
    }
    rooms = [room for room in Classroom.objects.filter(pk__in=said) if room.source_id in ("", said[room.pk].key)]
    for room in rooms:
        room.source_school, room.source_session = said[room.pk].school_number, said[room.pk].session_number
    write_each(rooms, "source_school", "source_session")


def _source(draft: RosterImport, key: str) -> str:
    """Return the school's number of the class; in a plain list classes have only words."""
    return key if drafts.notes_of(draft).is_of_a_system else ""


def free_name(name: str, taken: set[str]) -> str:
    """Return a name for a class that no other class of the teacher has, and that can be one."""
    plain = names.tidy(names.without_formula(name))[: names.LONGEST_NAME - 4].strip()
    plain = _("New class") if names.problem_of(plain) else plain
    return names.first_free(plain, taken)


def _persons_in(*rooms: int) -> set[tuple[int, str]]:
    """Return who is on the lists of these classes, as class and person."""
    return set(Student.objects.filter(classroom__in=rooms).exclude(person="").values_list("classroom", "person"))


def _change(child: Student, step: RosterWrite, room: int, *, is_there: bool) -> None:
    """Change one row. A child that `is_there` under another name already just leaves the class it would come from: both
    rows are one child, so its results are there, too."""
    child.source_id = step.source or child.source_id
    child.source_name = step.source_name[: names.LONGEST_NAME] or child.source_name
    match step.do:
        case Do.RENAME:
            child.name = step.name
        case Do.MOVE | Do.BACK if is_there:
            child.removed_at = child.removed_at or timezone.now()
        case Do.MOVE | Do.BACK:
            child.classroom_id, child.name, child.removed_at = room, step.name, None
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
