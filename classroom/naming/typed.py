"""Typed names: which of a class's names a child means by what it typed. Pure.

Case, accents, dots, hyphens and extra spaces do not matter, as in the order of names (`collation`). The last name may
be typed shorter or longer than the list has it, or left out. A name as it stands in the list always means that one.
"""

from collections.abc import Callable, Iterable

from classroom.naming import collation, names


def meant(typed: str, listed: Iterable[str]) -> list[str]:
    """Return the names that the typed one may mean by the strictest rule that fits any: none, one, or several."""
    candidates = list(listed)
    fitting = ([name for name in candidates if fits(typed, name)] for fits in _RULES)
    return next((found for found in fitting if found), [])


def is_empty(typed: str) -> bool:
    """Whether nothing was typed that could be part of a name."""
    return not collation.plain(typed)


def _is_same(typed: str, name: str) -> bool:
    return names.key(typed) == names.key(name)


def _is_spelled_alike(typed: str, name: str) -> bool:
    return collation.plain(typed) == collation.plain(name)


def _has_same_initials(typed: str, name: str) -> bool:
    """Whether both have more than a first word, which is the same, and one of the rests begins the other."""
    return all(_parts(either)[1] for either in (typed, name)) and _begins_alike(typed, name)


def _begins_alike(typed: str, name: str) -> bool:
    """Whether the first words are the same, and one of the rests, perhaps none, begins the other."""
    return any(
        first == listed_first and (rest.startswith(listed_rest) or listed_rest.startswith(rest))
        for first, rest in map(_parts, _spellings(typed))
        for listed_first, listed_rest in map(_parts, _spellings(name))
    )


def _spellings(name: str) -> set[str]:
    """Return the name with its hyphens, and with spaces in their place."""
    return {name, name.replace("-", " ")}


def _parts(name: str) -> tuple[str, str]:
    first, _space, rest = names.tidy(name).partition(" ")
    return collation.plain(first), collation.plain(rest)


_RULES: tuple[Callable[[str, str], bool], ...] = (_is_same, _is_spelled_alike, _has_same_initials, _begins_alike)
