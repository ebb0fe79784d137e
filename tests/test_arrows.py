"""The arrows of the house, read from the source. They run one way: classroom → game → game/rules."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.packages import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
CLOCKS_AND_DICE = {"time", "datetime", "secrets", "asyncio", "threading", "os", "uuid"}


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {name_of(path): path for top in ("classroom", "game") for path in sorted((ROOT / top).rglob("*.py"))}


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Return what imports and names in a file: its imports and classes, wherever they stand."""
    tree = ast.walk(ast.parse(path.read_text()))
    return [node for node in tree if isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef)]


def imports(path: Path) -> Iterator[str]:
    """Yield what a file imports, as full names of modules where these are ours."""
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from (inner & SOURCES.keys()) or {str(node.module)}


@cache
def every_import() -> dict[str, set[str]]:
    """Return what every module imports."""
    return {module: set(imports(path)) for module, path in SOURCES.items()}


def top(module: str) -> str:
    return module.split(".")[0]


def test_game_does_not_know_the_classroom():
    imported = every_import().items()
    assert [module for module, names in imported if top(module) == "game" and "classroom" in map(top, names)] == []


@pytest.mark.parametrize("module", [module for module in SOURCES if module.startswith("game.rules")])
def test_the_rules_need_only_the_standard_library_and_themselves(module):
    imported = every_import()[module]
    strangers = {name for name in imported if top(name) not in sys.stdlib_module_names}
    assert {name for name in strangers if not name.startswith("game.rules")} == set()
    assert {top(name) for name in imported} & CLOCKS_AND_DICE == set()


def test_no_imports_run_in_a_circle():
    assert circle_in({module: targets & SOURCES.keys() for module, targets in every_import().items()}) == []


def test_a_circle_would_be_found():
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def package(module: str) -> str:
    return ".".join(module.split(".")[: 3 if module.startswith("classroom.reports.") else 2])


def arrows_between_packages() -> set[tuple[str, str]]:
    """Return which package imports which other one."""
    arrows = ((module, target) for module, targets in every_import().items() for target in targets & SOURCES.keys())
    return {(package(one), package(other)) for one, other in arrows if package(one) != package(other)}


def test_every_package_imports_just_what_the_table_says():
    """The top itself holds nothing but the version, which anybody may read."""
    found = {(one, other) for one, other in arrows_between_packages() if other != "classroom"}
    table = {(name, other) for name, others in PACKAGES.items() for other in others}
    assert (sorted(found - table), sorted(table - found)) == ([], [])
    assert {package(module) for module in SOURCES if "." in module} == PACKAGES.keys()


def test_packages_stand_in_no_circle():
    assert circle_in(PACKAGES) == []


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
