"""Drawing partials in microseconds: templates are compiled once, pieces that recur are kept, holes are filled.

A play is drawn for everybody at the table, so its partials (top, seat, slot, held) are stencils without any tags.
"""

from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from html import escape
from typing import Any

from django.template import Context, Engine, Template
from django.utils.safestring import SafeString, mark_safe


def draw(partial: str, context: Mapping[str, Any]) -> str:
    return _template(partial).render(Context(context))


@lru_cache(maxsize=8192)
def piece(language: str, partial: str, **plain: Hashable) -> str:
    """Draw a partial that recurs; the language is the active one and stands here as part of what it depends on."""
    return mark_safe(draw(partial, dict(plain)))


def fill(partial: str, **values: object) -> str:
    """Draw a partial that has only holes, no tags: its literal parts are found once, then only the holes are filled."""
    literals, holes = _stencil(partial, tuple(values))
    parts = [literals[0]]
    for place, hole in enumerate(holes, start=1):
        value = values[hole]
        parts += (value if type(value) is SafeString else escape(str(value)), literals[place])
    return "".join(parts)


@cache
def _stencil(partial: str, names: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the literal parts of a partial and, one fewer, the names of the holes between them."""
    marked = draw(partial, {name: mark_safe(f"\0{name}\0") for name in names}).split("\0")
    return marked[::2], marked[1::2]


@cache
def _template(partial: str) -> Template:
    return Engine.get_default().get_template(f"game/_{partial}.html")
