"""What the page of a list shows: each change with what the teacher has typed, ticked and chosen, and what it came to.

Plain values for the templates; nothing is read or written here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.imports.decisions import MOST_STUDENTS, Do, Problem, is_many
from classroom.imports.plan import Change, Kind, Plan


@dataclass(frozen=True, slots=True)
class Line:
    """A change as the page shows it: `name` as typed, `chosen` as decided, `problem` in words where there is one."""

    change: Change
    name: str
    chosen: str
    is_skipped: bool
    is_ticked: bool
    problem: str


@dataclass(frozen=True, slots=True)
class Group:
    """The lines of one kind in one class; `room` is the class's name, empty where the list is of one class."""

    room: str
    lines: list[Line]


def context(
    plan: Plan, rooms: Iterable[Mapping[str, str]], answers: Mapping[str, str], problems: list[Problem]
) -> dict[str, Any]:
    """Return what the template needs; `answers` is the posted form, or empty, `rooms` the classes to be named."""
    called = {room["key"]: room["name"] for room in rooms}
    lines = {kind.value: _groups(plan.of(kind), called, answers, problems) for kind in Kind}
    coming = [len(group.lines) for group in lines[Kind.ADDED]]
    return {
        "plan": plan,
        "groups": lines,
        "problems": [{"field": problem.field, "words": problem.words} for problem in problems],
        "can_rename": len(plan.added) <= MOST_STUDENTS,
        "is_many": is_many(coming),
        "is_many_ticked": "many" in answers,
    }


def _groups(
    changes: Iterable[Change], called: Mapping[str, str], answers: Mapping[str, str], problems: list[Problem]
) -> list[Group]:
    groups: dict[str, list[Line]] = {}
    words = {problem.field: problem.words for problem in problems}
    for change in changes:
        groups.setdefault(change.room, []).append(_line(change, answers, words))
    return [Group(called.get(room, ""), lines) for room, lines in groups.items()]


def _line(change: Change, answers: Mapping[str, str], words: Mapping[str, str]) -> Line:
    return Line(
        change,
        name=answers.get(f"name-{change.key}", change.name),
        chosen=answers.get(f"choice-{change.key}", ""),
        is_skipped=f"skip-{change.key}" in answers,
        is_ticked=f"remove-{change.key}" in answers if answers else change.is_ticked,
        problem=words.get(f"name-{change.key}") or words.get(f"choice-{change.key}", ""),
    )


def told(changes: Mapping[str, Any]) -> str:
    """Say in words what an applied list changed."""
    counts = changes.get("counts", {})
    said = [words(counts[do]) for do, words in _SAID.items() if counts.get(do)]
    return " ".join(said) or _("Everybody was here already. Nothing was changed.")


_SAID = {
    Do.ADD: lambda n: ngettext("%(n)d student added.", "%(n)d students added.", n) % {"n": n},
    Do.MOVE: lambda n: ngettext("%(n)d student moved.", "%(n)d students moved.", n) % {"n": n},
    Do.RENAME: lambda n: ngettext("%(n)d student renamed.", "%(n)d students renamed.", n) % {"n": n},
    Do.BACK: lambda n: ngettext("%(n)d student is back.", "%(n)d students are back.", n) % {"n": n},
    Do.REMOVE: lambda n: ngettext("%(n)d student removed.", "%(n)d students removed.", n) % {"n": n},
    Do.NOTE: lambda n: (
        ngettext(
            "For %(n)d student the school's number is noted.", "For %(n)d students the school's number is noted.", n
        )
        % {"n": n}
    ),
}
