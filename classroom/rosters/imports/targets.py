"""First guess which class here each class of a list is; the teacher reviews it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from classroom.models import Classroom, Teacher
from classroom.naming import names
from classroom.rosters.imports.plan import NEW, ListRow, Section

FEW = 6
"""Number of classes up to which all classes of a list are suggested; above it only those that the reader teaches."""


def guessed(
    teacher: Teacher, classroom: Classroom | None, sections: Sequence[Section], rows: Iterable[ListRow]
) -> dict[str, str]:
    """Guess for each class of the list: one of the teacher's by number or by name, a new one, or none.

    A list that is imported into a class and has a single class is taken for that class, whatever its name, unless
    another class of the teacher has this name. Of several classes, the one with the same name or number is taken.
    """
    mine = list(teacher.classrooms.filter(archived_at=None))
    others = {names.key(own.name) for own in mine if not classroom or own.pk != classroom.pk}
    if classroom and len(sections) == 1 and (not sections[0].key or names.key(sections[0].name) not in others):
        return {sections[0].key: f"{classroom.pk}"}
    numbers = {own.source_id: f"{own.pk}" for own in mine if own.source_id}
    known = _called(sections, mine) | {each.key: numbers[each.key] for each in sections if each.key in numbers}
    if classroom:
        return {each.key: known[each.key] if known[each.key] == f"{classroom.pk}" else "" for each in sections}
    return {section.key: known[section.key] for section in sections} | _new(sections, rows, known)


def _called(sections: Sequence[Section], mine: Iterable[Classroom]) -> dict[str, str]:
    """Return the teacher's class of the same name for each class of the list, without those that the list has by their
    number. Where several schools have a class of that name, the one that the reader teaches is taken."""
    listed = {section.key for section in sections}
    called = {names.key(own.name): f"{own.pk}" for own in mine if not own.source_id or own.source_id not in listed}
    often = Counter(names.key(section.name) for section in sections)
    taught = Counter(names.key(section.name) for section in sections if section.is_mine)
    found = {}
    for section in sections:
        name = names.key(section.name)
        is_it = often[name] == 1 or (section.is_mine and taught[name] == 1)
        found[section.key] = called.get(name, "") if is_it else ""
    return found


def with_distinct_names(sections: Sequence[Section]) -> list[Section]:
    """Return the classes, those with equal names with their school appended, and if still equal with their code."""
    return _with_words(_with_words(sections, lambda section: section.school), lambda section: section.code)


def _with_words(sections: Sequence[Section], words_of: Callable[[Section], str]) -> list[Section]:
    """Return the classes, those with equal names with these words appended, where the words differ."""
    words: dict[str, set[str]] = defaultdict(set)
    for section in sections:
        words[names.key(section.name)].add(names.key(words_of(section)))
    differ = {name for name, said in words.items() if len(said) > 1}
    return [
        replace(section, name=_with(section.name, words_of(section))) if names.key(section.name) in differ else section
        for section in sections
    ]


def _with(name: str, words: str) -> str:
    """Return "1A (Hill School)", short enough for a name with a number appended."""
    letters_left = names.LONGEST_NAME - 4 - len(f"{name} ()")
    short = names.tidy(words.replace("\n", " "))[: max(letters_left, 0)].strip()
    return f"{name} ({short})" if name and short else name


def _new(sections: Sequence[Section], rows: Iterable[ListRow], known: dict[str, str]) -> dict[str, str]:
    """Suggest new classes for those that bring children whom no class before them has: homerooms come before
    subjects."""
    is_few = len(sections) <= FEW and not any(section.is_mine for section in sections)
    listed: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if not row.why:
            listed[row.section].add(row.source or f"{row.number}")
    seen = set().union(*(listed[section.key] for section in sections if known[section.key]))
    offered = {}
    for section in sections:
        brings = len(listed[section.key] - seen) * 2 >= len(listed[section.key])
        if section.name and not known[section.key] and (section.is_mine or is_few) and brings:
            offered[section.key] = NEW
            seen |= listed[section.key]
    return offered
