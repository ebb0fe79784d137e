"""Drawing partials in microseconds: templates are compiled once, pieces that recur are kept, holes are filled.

What is drawn at every move or for everybody at a table (top, seat, slot, held, over, board) is a stencil: its tags ask
only about choices, of which there are few, and all else in it are holes. A card that is played is drawn in 8 µs instead
of 68 (`python -m tests.bench.parts`). `draw` is the plain way; a test draws every stencil in both.
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
    """Draw a partial that recurs; the language is the active one and stands here as part of what it depends on."""
    return draw(partial, plain)


def fill(partial: str, /, *choices: tuple[str, Hashable], **values: object) -> SafeString:
    """Draw a stencil: its literal parts are found once for these choices, then only the holes are filled.

    Where the words of a partial are translated, the language is one of its choices.
    """
    marked, holes = _stencil(partial, choices, tuple(values))
    # Numbers need no escaping, and most holes are numbers or drawn already. Without a function of its own: every move
    # fills a dozen of them.
    return SafeString(
        marked
        % tuple(
            [
                value if (kind := type(value := values[hole])) is int or kind is SafeString else _escaped(str(value))
                for hole in holes
            ]
        )
    )


@lru_cache(maxsize=8192)
def _escaped(text: str) -> str:
    return escape(text)


def joined(pieces: Iterable[SafeString]) -> SafeString:
    return SafeString("".join(pieces))


@cache
def _stencil(partial: str, choices: tuple[tuple[str, Hashable], ...], names: tuple[str, ...]) -> tuple[str, list[str]]:
    """Return the partial with %s for its holes, and the names of the holes in their order."""
    holes = {name: SafeString(f"\0{name}\0") for name in names}
    parts = draw(partial, {**holes, **dict(choices)}).split("\0")
    return "%s".join(literal.replace("%", "%%") for literal in parts[::2]), parts[1::2]


@cache
def _template(partial: str) -> Template:
    return Engine.get_default().get_template(f"game/{_file_of(partial)}")


def _file_of(partial: str) -> str:
    """Return the file of a partial below templates/game: a partial's file begins with an underscore."""
    folder, slash, name = partial.rpartition("/")
    return f"{folder}{slash}_{name}.html"
