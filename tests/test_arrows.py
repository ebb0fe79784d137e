"""The arrows of the house run one way: classroom → game → game/rules. Read from the source, nothing is imported."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CLOCKS_AND_DICE = {"time", "datetime", "secrets", "asyncio", "threading", "os", "uuid"}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {name_of(path): path for top in ("classroom", "game") for path in sorted((ROOT / top).rglob("*.py"))}


def imports(path: Path) -> Iterator[str]:
    """Yield what a file imports, as full names of modules where these are ours."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from (inner & SOURCES.keys()) or {str(node.module)}


ARROWS = {module: set(imports(path)) for module, path in SOURCES.items()}


def top(module: str) -> str:
    return module.split(".")[0]


def test_game_does_not_know_the_classroom():
    assert {module for module in ARROWS if top(module) == "game" and "classroom" in map(top, ARROWS[module])} == set()


@pytest.mark.parametrize("module", [module for module in SOURCES if module.startswith("game.rules")])
def test_the_rules_need_only_the_standard_library_and_themselves(module):
    strangers = {name for name in ARROWS[module] if top(name) not in sys.stdlib_module_names}
    assert {name for name in strangers if not name.startswith("game.rules")} == set()
    assert {top(name) for name in ARROWS[module]} & CLOCKS_AND_DICE == set()


def test_no_imports_run_in_a_circle():
    assert circle_in({module: ARROWS[module] & SOURCES.keys() for module in SOURCES}) == []


def test_a_circle_would_be_found():
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def circle_in(arrows: dict[str, set[str]]) -> list[str]:
    """Return the first circle as a path that ends where it began, or an empty list."""
    finished: set[str] = set()

    def walk(module: str, path: list[str]) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module in finished:
            return []
        for following in sorted(arrows[module]):
            if circle := walk(following, [*path, module]):
                return circle
        finished.add(module)
        return []

    return next((circle for module in sorted(arrows) if (circle := walk(module, []))), [])
