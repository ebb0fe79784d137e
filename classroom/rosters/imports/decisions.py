"""From the comparison and what the teacher ticked, typed and chosen to the rows that are to be written. Pure.

Fields of the page: `skip-7` leaves line 7 out, `name-7` is the name typed for it, `choice-7` the decision about it
where it is doubtful, `alike-twice` the decision about all lines with that reason; `remove-c12` removes child 12, who is
not on the list, from the class, or is "off" if the teacher took the tick away.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from classroom.naming import names
from classroom.rosters.imports.plan import Change, ChangeKind, Plan

MOST_STUDENTS = 300
"""In one class. No real class is that large; a list that makes one is the wrong list."""
NOT_ON_A_LINE = 1_000_000
"""Numbers from here on are of rows that are on no line of the file."""
MANY_STUDENTS = 60
"""Number of new students in a class above which the teacher has to confirm it."""


class Do(StrEnum):
    ADD = "add"
    NOTE = "note"
    """Only store the school's number and name of the child."""
    RENAME = "rename"
    MOVE = "move"
    BACK = "back"
    REMOVE = "remove"
    KEEP = "keep"
    """Delete the name that the school's lists had for the child, because they do not contain it any more."""


@dataclass(frozen=True, slots=True)
class RosterWrite:
    """One row to write: the child with the number `child` (0: a new one), in the class here that `section` leads to."""

    do: Do
    key: str
    section: str
    name: str
    child: int = 0
    source: str = ""
    source_name: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the list cannot be applied, in words, with the name of the form field that can correct it."""

    field: str
    words: str


OFF = "off"
CHOSEN = {"add": Do.ADD, "rename": Do.RENAME, "same": Do.NOTE, "move": Do.MOVE, "back": Do.BACK}
CHOSEN |= {"leave": Do.REMOVE, "keep": Do.KEEP}
NAMES = (Do.ADD, Do.RENAME, Do.MOVE, Do.BACK)
"""Acts that bring a name into a class."""


def decide(plan: Plan, answers: Mapping[str, str]) -> tuple[list[RosterWrite], list[Problem]]:
    """Return the rows to write, and the problems; with any problem nothing may be written."""
    undecided = [change for change in plan.doubtful if choice(change, answers) is None]
    problems = [Problem(f"choice-{change.key}", _undecided(change)) for change in undecided]
    steps = [step for change in plan.changes if (step := _step(change, answers))]
    return steps, problems + _bad_names(plan, steps) + _too_many(plan, steps, answers)


def _undecided(change: Change) -> str:
    name = change.row.name if change.row else change.name
    if change.row is None or change.row.number >= NOT_ON_A_LINE:
        return _("Decide about %(name)s.") % {"name": names.to_greet(name)}
    return _("Decide about %(name)s (line %(line)s).") % {"name": name, "line": change.key}


def choice(change: Change, answers: Mapping[str, str]) -> str | None:
    """Return the decision about the line itself, else the one about all lines of its reason."""
    offered = dict(change.choices)
    said = (answers.get(f"choice-{change.key}"), answers.get(f"alike-{change.why}"))
    return next((answer for answer in said if answer in offered), None)


def _step(change: Change, answers: Mapping[str, str]) -> RosterWrite | None:
    do = _what_to_do(change, answers)
    if do is None or (do == Do.NOTE and not change.is_news):
        return None
    child, row = change.child, change.row
    name = change.name
    if do in NAMES:
        name = names.tidy(answers.get(f"name-{change.key}", row.name if row and do == Do.RENAME else name))
    known = child.pk if child and do != Do.ADD else 0
    return RosterWrite(do, change.key, change.section, name, known, row.source if row else "", row.name if row else "")


def _what_to_do(change: Change, answers: Mapping[str, str]) -> Do | None:
    match change.kind:
        case ChangeKind.DOUBTFUL:
            return CHOSEN.get(choice(change, answers) or "")
        case ChangeKind.GONE:
            return Do.REMOVE if is_removed(change, answers) else None
        case ChangeKind.UNCHANGED:
            return Do.NOTE
        case ChangeKind.LEFT_OUT:
            return None
        case ChangeKind.ADDED | ChangeKind.MOVED if f"skip-{change.key}" in answers:
            return None
        case ChangeKind.ADDED:
            return Do.ADD
    return Do.MOVE


def is_removed(change: Change, answers: Mapping[str, str]) -> bool:
    """Return whether a child who is not on the list is ticked for removal. Before the page is sent, the list
    decides."""
    said = answers.get(f"remove-{change.key}")
    return said != OFF if said else change.is_ticked


def _bad_names(plan: Plan, steps: Iterable[RosterWrite]) -> list[Problem]:
    """Return problems for invalid names, and for names that somebody in the class has; a child who leaves frees its
    name."""
    steps = list(steps)
    taken = _names_that_stay(plan, steps)
    problems = []
    for step in steps:
        if step.do not in NAMES:
            continue
        words = names.problem_of(step.name)
        if not words and (step.section, names.key(step.name)) in taken:
            words = _("There are two children called “%(name)s”. Add a letter.") % {"name": step.name}
        taken.add((step.section, names.key(step.name)))
        if words:
            problems.append(
                Problem(f"name-{step.key}", _("Line %(line)s: %(words)s") % {"line": step.key, "words": words})
            )
    return problems


def _names_that_stay(plan: Plan, steps: Iterable[RosterWrite]) -> set[tuple[str, str]]:
    sections = {pk: section for section, pk in plan.targets.items() if pk}
    leave = {step.child for step in steps if step.do in (Do.REMOVE, Do.MOVE, Do.RENAME)}
    there = [child for child in plan.children if child.classroom_id in sections and not child.was_removed]
    return {(sections[child.classroom_id], names.key(child.name)) for child in there if child.pk not in leave}


def _too_many(plan: Plan, steps: Iterable[RosterWrite], answers: Mapping[str, str]) -> list[Problem]:
    """Return problems for classes of an impossible size, and of an unlikely one unless the teacher has confirmed it."""
    coming = Counter(step.section for step in steps if step.do in (Do.ADD, Do.MOVE, Do.BACK))
    there = Counter(child.classroom_id for child in plan.children if not child.was_removed)
    sizes = [there[plan.targets[section] or 0] + count for section, count in coming.items()]
    if any(size > MOST_STUDENTS for size in sizes):
        words = _("A class has room for %(most)d students; this list makes it %(count)d. Read in only its own list.")
        return [Problem("changes", words % {"most": MOST_STUDENTS, "count": max(sizes)})]
    if is_many(coming.values()) and "many" not in answers:
        return [Problem("many", _("Say that you want to add so many students to one class."))]
    return []


def is_many(counts: Iterable[int]) -> bool:
    return any(count > MANY_STUDENTS for count in counts)
