"""Rule 1 of game.rules: the standard library only, no clock, no chance but a seed's or one handed in."""

import ast
import sys
from pathlib import Path

import pytest

from game import rules

MODULES = sorted(Path(rules.__file__).parent.glob("*.py"))
CLOCKS_AND_DOORS = {"time", "datetime", "secrets", "uuid", "os", "socket", "threading", "asyncio"}
KNOWN = sys.stdlib_module_names - CLOCKS_AND_DOORS


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_rules_import_nothing_but_rules_and_the_standard_library(path):
    names = set(imported(ast.parse(path.read_text(encoding="utf-8"))))
    assert [name for name in names if not f"{name}.".startswith("game.rules.") and root(name) not in KNOWN] == []


def root(name):
    return name.partition(".")[0]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_rules_throw_no_dice_of_their_own(path):
    """Of random only the class is used, and never without a seed."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random"
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "random.Random":
            assert node.args
