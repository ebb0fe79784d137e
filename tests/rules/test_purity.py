"""Rule 1 of game.rules: no chance but a seed's, or dice handed in (tests/test_arrows.py holds what may be imported)."""

import ast
from pathlib import Path

import pytest

from game import rules

MODULES = sorted(Path(rules.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_rules_throw_no_dice_of_their_own(path):
    """Of random only the class is used, and never without a seed."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random"
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "random.Random":
            assert node.args
