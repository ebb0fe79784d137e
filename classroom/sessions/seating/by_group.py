"""Seating by standing groups: each group sits at its own tables, with its settings; other children play with the
class's.

A table gets the settings of the group that more than half of its children belong to, so a child who is alone of its
group, or late, may sit with others. A group's name is on no child's screen.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from classroom.models import ClassSession, Student
from classroom.sessions import table_options
from game.screens.options import Option

WAY = "groups"
"""The value of the session's option `tables`."""


def is_by_group(session: ClassSession) -> bool:
    return bool(session.options.get("tables") == WAY)


def parted(students: Sequence[Student]) -> list[list[Student]]:
    """Return the students by group, those without one at the end. A single member joins these, or the last group where
    nobody else is without one."""
    parts: dict[int, list[Student]] = {}
    for student in students:
        parts.setdefault(student.group_id or 0, []).append(student)
    rest = parts.pop(0, [])
    rest += [alone[0] for alone in parts.values() if len(alone) == 1]
    whole = [part for part in parts.values() if len(part) > 1]
    if len(rest) == 1 and whole:
        whole[-1] += rest
        return whole
    return [*whole, rest] if rest else whole


def own_settings(session: ClassSession) -> dict[int, dict[str, Any]]:
    """Return by group the settings in which it differs from the class; empty where tables are not made by group."""
    if not is_by_group(session):
        return {}
    choices = table_options.own_options(session.game)
    return {group.pk: known(choices, group.options) for group in session.classroom.groups.all()}


def settings_of(own_settings: Mapping[int, dict[str, Any]], at_table: Sequence[Student]) -> dict[str, Any]:
    """Return the settings in which a table with these children differs from the class."""
    known_groups = (student.group_id for student in at_table if student.group_id is not None)
    most = Counter(group for group in known_groups if group in own_settings).most_common(1)
    return own_settings[most[0][0]] if most and 2 * most[0][1] > len(at_table) else {}


def known(choices: Sequence[Option], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of a group's options that this game also has."""
    return {
        choice.name: options[choice.name]
        for choice in choices
        if choice.name in options and options[choice.name] in [each.value for each in choice.at_one_table()]
    }


def may_join(session: ClassSession, here: Sequence[Student], free: Sequence[Student]) -> list[Student]:
    """Return those who may join a table with these children: everybody, or by group only its members."""
    if not is_by_group(session):
        return list(free)
    those = {student.group_id for student in here}
    return [student for student in free if student.group_id in those]
