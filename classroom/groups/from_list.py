"""The children of a class who are named on a pasted list: it is read and compared like an imported list, so that "Zola,
Zoe" finds Zoe Z. They are ticked, and the teacher reviews them before the group is made."""

from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from classroom.languages.rows import last_names_in
from classroom.models import Classroom
from classroom.naming import names
from classroom.rosters.imports import compare
from classroom.rosters.imports.decisions import MOST_STUDENTS
from classroom.rosters.imports.plan import Child
from classroom.rosters.imports.readers import columns, lists
from classroom.rosters.imports.readers.columns import Columns
from classroom.rosters.imports.readers.text_files import CellRows, NotAListError

MOST_NAMED = 10


class ListedChildren(NamedTuple):
    """The numbers of the children on a list, and the names that match no child or several; or why the text is no
    list."""

    students: frozenset[int] = frozenset()
    unknown: tuple[str, ...] = ()
    problem: str = ""


def read(text: str, classroom: Classroom) -> ListedChildren:
    """Return the children on a list. Where it is unknown which column has the first names, the one with more matches is
    taken."""
    try:
        sheet = lists.read(text, last_names=last_names_in(classroom.language))
    except NotAListError as error:
        return ListedChildren(problem=f"{error}")
    if sheet.size > MOST_STUDENTS:
        return ListedChildren(problem=lists.too_long(sheet.size, MOST_STUDENTS))
    rows = classroom.students.values_list("pk", "name", "source_id", "source_name")
    children = [Child(pk, name, classroom.pk, source, listed) for pk, name, source, listed in rows]
    either = () if sheet.is_sure else ((0, 1), (1, 0))
    guesses = [sheet.columns, *(replace(sheet.columns, given=given, family=family) for given, family in either)]
    return max((_found(sheet.table, guess, children) for guess in guesses), key=lambda found: len(found.students))


def _found(table: CellRows, used: Columns, children: list[Child]) -> ListedChildren:
    rows = columns.listing_of(table, used, {names.key(child.name) for child in children}).rows
    here = children[0].classroom_id if children else None
    changes = compare.compare(rows, dict.fromkeys({row.section for row in rows}, here), children).changes
    if not changes:
        return ListedChildren(problem=_("There is no name in this list. Put one name on each line."))
    unknown = [change.name for change in changes if change.child is None]
    return ListedChildren(frozenset(change.child.pk for change in changes if change.child), tuple(unknown[:MOST_NAMED]))
