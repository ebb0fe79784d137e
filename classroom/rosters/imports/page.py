"""Context of the review page of an import: each change with what the teacher has typed, ticked and chosen, and its
result.

A long list is split into pages, and can be searched. Plain values for the templates; nothing is read or written here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from classroom.models import Classroom
from classroom.naming import names
from classroom.rosters.imports import decisions
from classroom.rosters.imports.compare import SAME_LINE
from classroom.rosters.imports.decisions import NOT_ON_A_LINE, Do, Problem, is_many
from classroom.rosters.imports.plan import (
    BEGINS,
    DELETED,
    DISABLED,
    ENDED,
    INACTIVE,
    Change,
    ChangeKind,
    DraftSection,
    Plan,
    Reason,
)

LINES_OF_PAGE = 100
MOST_PROBLEMS = 20
"""Number of problems listed at the top of the page; the others are shown at their lines."""
IN_ORDER = (
    ChangeKind.DOUBTFUL,
    ChangeKind.ADDED,
    ChangeKind.MOVED,
    ChangeKind.GONE,
    ChangeKind.LEFT_OUT,
    ChangeKind.UNCHANGED,
)
ALIKE = {
    Reason.RENAMED: gettext_lazy("They are called otherwise on the list"),
    Reason.ELSEWHERE: gettext_lazy("They are in other classes of yours"),
    Reason.SAME_NAME: gettext_lazy("The school's list has other numbers for them"),
    Reason.REMOVED: gettext_lazy("They were removed a short time ago"),
    Reason.ALIKE: gettext_lazy("Their names are like those of children in the class"),
    Reason.TWICE: gettext_lazy("Their names are on the list twice"),
    Reason.NUMBER: gettext_lazy("Their numbers are on the list twice"),
    Reason.REFUSED: gettext_lazy("What stands there cannot be a name"),
    Reason.LEFT: gettext_lazy("They are not on the school's list any more"),
}

SECTIONS_OF_PAGE = 100
MOST_CHOICES = 30
"""Number of the teacher's classes up to which each class of the list has a menu of them; above it the name is typed."""


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """A change as the page shows it: `name` as typed, `chosen` as decided, `problem` in words where there is one.

    `number` is the line of the file, or None where the child stands on none.
    """

    change: Change
    name: str
    chosen: str
    is_skipped: bool
    is_ticked: bool
    problem: str
    number: int | None


def context(
    plan: Plan,
    sections: Iterable[DraftSection],
    answers: Mapping[str, str],
    problems: Sequence[Problem],
    *,
    search: str = "",
    number: str = "1",
) -> dict[str, Any]:
    """Return the template's context: page `number` of the lines that match `search`.

    `answers` is what the teacher has said so far, `sections` are the classes with their names. With problems it is the
    page of the first one.
    """
    called = {section.key: section.name for section in sections}
    of_kind = {kind: plan.of(kind) for kind in IN_ORDER}
    found = [change for changes in of_kind.values() for change in changes if _is_found(change, search, called)]
    places = _places(found, problems)
    wrong = next((places[_key_of(problem)] for problem in problems if places[_key_of(problem)]), 0)
    shown = Paginator(found, LINES_OF_PAGE).get_page(wrong or number)
    return _of_all_pages(plan, of_kind, answers) | {
        "groups": _groups(shown.object_list, called, answers, problems),
        "pages": shown,
        "search": search,
        "problems": [_linked(problem, places[_key_of(problem)], shown.number) for problem in problems[:MOST_PROBLEMS]],
    }


def _of_all_pages(
    plan: Plan, of_kind: Mapping[ChangeKind, Sequence[Change]], answers: Mapping[str, str]
) -> dict[str, Any]:
    """Return the context about the whole list, whichever of its lines are shown."""
    return {
        "plan": plan,
        "counts": {kind.value: children_in(changes) for kind, changes in of_kind.items()},
        "changes_nothing": plan.changes_nothing,
        "why_nothing": _why_nothing(of_kind),
        "alike": _alike(of_kind[ChangeKind.DOUBTFUL], answers),
        "is_many": is_many(Counter(change.section for change in of_kind[ChangeKind.ADDED]).values()),
        "is_many_ticked": "many" in answers,
    }


def children_in(changes: Iterable[Change]) -> int:
    """Return how many children these changes concern: one with a number may come to several classes."""
    return len({(change.row.source if change.row else "") or f"line {change.key}" for change in changes})


def _places(found: Iterable[Change], problems: Iterable[Problem]) -> dict[str, int]:
    """Return the page of each problem's line, 0 where the search does not find it."""
    places = {_key_of(problem): 0 for problem in problems}
    on_pages = {change.key: at // LINES_OF_PAGE + 1 for at, change in enumerate(found) if change.key in places}
    return places | on_pages


def _is_found(change: Change, search: str, called: Mapping[str, str]) -> bool:
    said = names.key(search)
    texts = (change.name, change.row.name if change.row else "", called.get(change.section, ""))
    return not said or said == change.key or any(said in names.key(text) for text in texts)


def _key_of(problem: Problem) -> str:
    return problem.field.partition("-")[2]


def _linked(problem: Problem, page: int, shown: int) -> dict[str, str]:
    """Return the problem with a link to its field, which may be on another page."""
    elsewhere = f"?page={page}" if page and page != shown else ""
    return {"field": problem.field, "link": f"{elsewhere}#{problem.field}", "words": problem.words}


def _groups(
    changes: Iterable[Change], called: Mapping[str, str], answers: Mapping[str, str], problems: Iterable[Problem]
) -> dict[str, list[tuple[str, list[ReviewLine]]]]:
    """Return the lines of a page by kind, and within a kind with the name of their class, which is "" for a list of one
    class, or with the reason why they are left out."""
    groups: dict[str, dict[str, list[ReviewLine]]] = {kind.value: defaultdict(list) for kind in ChangeKind}
    words = {problem.field: problem.words for problem in problems}
    for change in changes:
        head = why_words(change.why) if change.kind == ChangeKind.LEFT_OUT else called.get(change.section, "")
        groups[change.kind.value][head].append(_line(change, answers, words))
    return {kind: [*lines.items()] for kind, lines in groups.items()}


def _line(change: Change, answers: Mapping[str, str], words: Mapping[str, str]) -> ReviewLine:
    return ReviewLine(
        change,
        name=answers.get(f"name-{change.key}", change.name),
        chosen=decisions.choice(change, answers) or "",
        is_skipped=f"skip-{change.key}" in answers,
        is_ticked=decisions.is_removed(change, answers),
        problem=words.get(f"name-{change.key}") or words.get(f"choice-{change.key}", ""),
        number=change.row.number if change.row and change.row.number < NOT_ON_A_LINE else None,
    )


def _alike(doubtful: Sequence[Change], answers: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return a question for each reason that several doubtful lines share, with the answer that was given."""
    counts = Counter(change.why for change in doubtful)
    offered: dict[str, dict[str, str]] = defaultdict(dict)
    for change in doubtful:
        offered[change.why] |= dict(change.choices)
    shared = [(f"alike-{reason}", reason, words) for reason, words in ALIKE.items() if counts[reason] > 1]
    return [
        {
            "field": field,
            "words": words,
            "count": counts[reason],
            "choices": offered[reason].items(),
            "chosen": answers.get(field),
        }
        for field, reason, words in shared
    ]


def _why_nothing(of_kind: Mapping[ChangeKind, Sequence[Change]]) -> str:
    """Return in words why none of the list's children is in a class."""
    out = of_kind[ChangeKind.LEFT_OUT]
    if not out or of_kind[ChangeKind.UNCHANGED]:
        return ""
    ended = [change.why.partition(":")[2] for change in out if change.why.startswith(ENDED)]
    if len(ended) < len(out):
        return _("Nobody on this list is in these classes today. Below it says why.")
    words = ngettext(
        "The %(count)d child on this list has left (%(year)s).",
        "All %(count)d on this list have left (%(year)s).",
        len(out),
    )
    return words % {"count": len(out), "year": max(ended)[:4]}


def why_words(why: str) -> str:
    reason, _colon, more = why.partition(":")
    return {
        ENDED: _("Left on %(day)s") % {"day": more},
        BEGINS: _("In this class from %(day)s; read the list in again then") % {"day": more},
        INACTIVE: _("Not active in the class"),
        DISABLED: _("Switched off in the school's system"),
        DELETED: _("Taken off by the school's system"),
        SAME_LINE: _("The same child is on line %(line)s") % {"line": more},
    }.get(reason, _("Left out"))


def changes_in_words(changes: Mapping[str, Any]) -> str:
    counts = changes.get("counts", {})
    said = [words % {"n": counts[do]} for do, words in _SAID.items() if counts.get(do)]
    if changes.get("retitled"):
        said.append(_("Classes have their new names."))
    if joined := len(changes.get("joined", ())):
        said.append(ngettext("You teach %(n)d more class.", "You teach %(n)d more classes.", joined) % {"n": joined})
    return " ".join(said) or _("Nothing was changed.")


_SAID = {
    Do.ADD: ngettext_lazy("%(n)d student added.", "%(n)d students added.", "n"),
    Do.MOVE: ngettext_lazy("%(n)d student moved.", "%(n)d students moved.", "n"),
    Do.RENAME: ngettext_lazy("%(n)d student renamed.", "%(n)d students renamed.", "n"),
    Do.BACK: ngettext_lazy("%(n)d student is back.", "%(n)d students are back.", "n"),
    Do.KEEP: ngettext_lazy("%(n)d student stays.", "%(n)d students stay.", "n"),
    Do.REMOVE: ngettext_lazy("%(n)d student removed.", "%(n)d students removed.", "n"),
    Do.NOTE: ngettext_lazy(
        "For %(n)d student the school's number is noted.", "For %(n)d students the school's number is noted.", "n"
    ),
}


def sections_context(
    sections: Sequence[DraftSection], mine: Sequence[Classroom], search: str, number: str
) -> dict[str, Any]:
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
