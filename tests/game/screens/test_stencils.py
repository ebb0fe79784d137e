"""The law of stencils: a filled stencil is what its template draws, so its tags ask about its choices alone."""

import ast
import itertools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.conf import settings

from game.screens.parts import PHASES
from game.screens.stencils import draw, fill

GAME = settings.BASE_DIR / "game"
TEMPLATES = settings.BASE_DIR / "templates" / "game"
VALUES = ("", 0, "<&>", None)
"""What a hole may hold; a tag that asks about a hole takes some of these for false."""
CHOSEN: dict[str, tuple[Any, ...]] = {
    "language": ("en",),
    "layout": ("roomy", "packed turns"),
    "left": (0, 1, 2),
    "phase": (*sorted(PHASES), "standstill", "paused"),
    "running_sum": ("live", "after", "hidden"),
    "state": ("", "away", "computer", "folded"),
}


class Stencil(NamedTuple):
    """A call of `fill`: its partial, the names of its choices and of its holes."""

    partial: str
    choices: tuple[str, ...]
    holes: tuple[str, ...]


def stencils() -> Iterator[Stencil]:
    """Yield every call of `fill` in the source, but those in its own file."""
    for path in sorted(GAME.rglob("*.py")):
        source = path.read_text()
        for call in ast.walk(ast.parse(source)) if "fill(" in source else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "fill":
                yield from stencils_of(call)


def stencils_of(call: ast.Call) -> Iterator[Stencil]:
    """Yield a stencil for each partial that the call may name."""
    partial, *rest = call.args
    for name in [node.value for node in ast.walk(partial) if isinstance(node, ast.Constant)]:
        if isinstance(name, str):
            yield Stencil(name, tuple(choices_of(rest, name)), tuple(str(word.arg) for word in call.keywords))


def choices_of(arguments: list[ast.expr], partial: str) -> Iterator[str]:
    """Yield the names of the choices; those that a loop makes are called may_<move>, and their template says which."""
    for argument in arguments:
        if isinstance(argument, ast.Starred):
            yield from sorted(set(re.findall(r"\bmay_\w+", source_of(partial))))
        else:
            assert isinstance(argument, ast.Tuple)
            assert isinstance(argument.elts[0], ast.Constant)
            yield str(argument.elts[0].value)


def source_of(partial: str) -> str:
    folder, _, name = partial.rpartition("/")
    return (TEMPLATES / folder / f"_{name}.html").read_text()


STENCILS = sorted(set(stencils()))


def test_the_stencils_are_found():
    assert {"slot", "sitting", "over", "around_the_corner/top", "nine_to_nothing/claim"} <= {
        s.partial for s in STENCILS
    }


@pytest.mark.parametrize("stencil", STENCILS, ids=lambda stencil: stencil.partial)
def test_a_filled_stencil_is_what_its_template_draws(stencil):
    named = [[(name, value) for value in CHOSEN.get(name, (False, True))] for name in stencil.choices]
    for choices in itertools.product(*named):
        for value in VALUES:
            values = dict.fromkeys(stencil.holes, value)
            assert fill(stencil.partial, *choices, **values) == draw(stencil.partial, dict(choices) | values)
