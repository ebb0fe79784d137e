"""Context of the page that lists an import's classes: search and paging. Plain values for the template."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator

from classroom.models import Classroom
from classroom.naming import names
from classroom.rosters.imports.plan import DraftSection

SECTIONS_OF_PAGE = 100
MOST_CHOICES = 30
"""Number of the teacher's classes up to which each class of the list has a menu of them; above it the name is typed."""


def context(sections: Sequence[DraftSection], mine: Sequence[Classroom], search: str, number: str) -> dict[str, Any]:
    """Return page `number` of the classes whose name, school or teachers contain the search words.

    `mine` are the teacher's classes. The page is limited, because hundreds of classes with hundreds of options each
    would be megabytes long.
    """
    called = {f"{classroom.pk}": classroom for classroom in mine}
    is_short = len(mine) <= MOST_CHOICES
    said = names.key(search)
    found = [
        (place, section, mine if is_short else filter(None, [called.get(section.target)]))
        for place, section in enumerate(sections)
        if said in names.key(" ".join([section.name, section.school, *section.teachers]))
    ]
    pages = Paginator(found, SECTIONS_OF_PAGE).get_page(number)
    return {
        "sections": pages.object_list,
        "pages": pages,
        "search": search,
        "chosen": sum(bool(section.target) for section in sections),
        "typed": [] if is_short else [classroom.name for classroom in mine],
    }


def said_of(form: Mapping[str, str], mine: Iterable[Classroom]) -> dict[str, str]:
    """Return the choice for each class, by its position in the list; a name that was typed has precedence."""
    called = {names.key(classroom.name): f"{classroom.pk}" for classroom in mine}
    said = {field.removeprefix("class-"): form[field] for field in form if field.startswith("class-")}
    typed = {field.removeprefix("mine-"): form[field] for field in form if field.startswith("mine-")}
    return said | {place: called[names.key(name)] for place, name in typed.items() if names.key(name) in called}
