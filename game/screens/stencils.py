"""Fast drawing of partials: templates are compiled once, recurring pieces are cached, placeholders are filled.

Parts that are drawn at every move or for everybody at a table (top, seat, slot, held, over, board) are stencils: their
tags depend only on choices, of which there are few, and everything else is a placeholder. A played card is drawn in 8
µs instead of 68 (`python -m tests.bench.parts`). `draw` renders without a stencil; a test compares both for every
stencil.
"""

from collections.abc import Hashable, Iterable, Mapping
from functools import cache, lru_cache
from html import escape
from typing import Any

from django.template import Context, Engine, Template
from django.utils.safestring import SafeString


def draw(partial: str, context: Mapping[str, Any]) -> SafeString:
    return _template(partial).render(Context(context))


@lru_cache(maxsize=8192)
def piece(language: str, partial: str, **plain: Hashable) -> SafeString:
    """Draw a recurring partial from a cache. `language` is the active one, given as part of the cache's key."""
    return draw(partial, plain)


def fill(partial: str, /, *choices: tuple[str, Hashable], **values: object) -> SafeString:
    """Draw a stencil: its literal parts are cached by these choices, then only the placeholders are filled.

    If a partial has translated words, the language must be one of its choices.
    """
    marked, holes = _stencil(partial, choices, tuple(values))
    # Numbers need no escaping, and most values are numbers or drawn already. This is not a function of its own, since
    # every move fills a dozen placeholders.
    return SafeString(
        marked
        % tuple(
            [
                value if (kind := type(value := values[hole])) is int or kind is SafeString else _escaped(str(value))
                for hole in holes
            ]
        )
    )


_escaped = lru_cache(maxsize=8192)(escape)


def joined(pieces: Iterable[SafeString]) -> SafeString:
    return SafeString("".join(pieces))


@cache
def _stencil(partial: str, choices: tuple[tuple[str, Hashable], ...], names: tuple[str, ...]) -> tuple[str, list[str]]:
    """Return the partial with %s for its placeholders, and their names in order."""
    holes = {name: SafeString(f"\0{name}\0") for name in names}
    parts = draw(partial, {**holes, **dict(choices)}).split("\0")
    return "%s".join(literal.replace("%", "%%") for literal in parts[::2]), parts[1::2]


@cache
def _template(partial: str) -> Template:
    return Engine.get_default().get_template(f"game/{_file_of(partial)}")


def _file_of(partial: str) -> str:
    """Return the path of a partial below templates/game: its file name begins with an underscore."""
    folder, slash, name = partial.rpartition("/")
    return f"{folder}{slash}_{name}.html"
