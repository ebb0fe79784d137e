"""The law of the house, read from the source: which package may import which, where a game may be named, which names
of classes may stand twice, and how many files a folder may have.

The arrows run one way: classroom → game → game/rules.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

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


PACKAGES: dict[str, set[str]] = {
    # the rules and the table
    "game.rules": set(),
    "game.clock": set(),
    "game.codes": set(),
    "game.metrics": set(),
    "game.sockets": set(),
    "game.postgresql": set(),
    "game.workers": {"game.metrics", "game.postgresql"},
    "game.rooms": {"game.metrics", "game.sockets", "game.workers"},
    "game.models": {"game.codes"},
    "game.log": {"game.clock", "game.metrics", "game.models", "game.postgresql", "game.rules", "game.workers"},
    "game.wire": {"game.log", "game.rules"},
    "game.tables": {"game.codes", "game.log", "game.models", "game.rules"},
    "game.screens": {"game.log", "game.models", "game.rules"},
    "game.around_the_corner": {"game.clock", "game.codes", "game.log", "game.models", "game.rules", "game.screens"},
    "game.nine_to_nothing": {"game.clock", "game.log", "game.models", "game.rules", "game.screens"},
    "game.catalogue": {
        "game.around_the_corner", "game.log", "game.models", "game.nine_to_nothing", "game.rules", "game.screens",
    },
    "game.projection": {"game.catalogue", "game.log", "game.models", "game.rules"},
    "game.live": {
        "game.catalogue", "game.clock", "game.log", "game.metrics", "game.models", "game.projection", "game.rooms",
        "game.rules", "game.screens", "game.sockets", "game.tables", "game.wire", "game.workers",
    },
    "game.consumers": {
        "game.clock", "game.live", "game.metrics", "game.models", "game.rooms", "game.screens", "game.sockets",
        "game.wire",
    },
    "game.views": {"game.live", "game.models", "game.rooms", "game.screens", "game.wire"},
    "game.urls": {"game.views"},
    "game.apps": set(),
    "game.migrations": {"game.codes"},
    # the classroom, lowest first
    "classroom.languages": set(),
    "classroom.naming": {"classroom.languages"},
    "classroom.server": {
        "classroom.naming", "game.codes", "game.live", "game.log", "game.metrics", "game.postgresql",
        "game.projection", "game.wire", "game.workers",
    },
    "classroom.models": {"classroom.languages", "classroom.naming", "game.codes", "game.models"},
    "classroom.measures": set(),
    "classroom.help": {"classroom.access", "classroom.models"},
    "classroom.sign_ins": {"classroom.models"},
    "classroom.known_browsers": set(),
    "classroom.typed": {"classroom.known_browsers", "classroom.models", "classroom.server"},
    "classroom.access": {"classroom.languages", "classroom.models", "classroom.sign_ins", "classroom.typed"},
    "classroom.forms": {
        "classroom.languages", "classroom.models", "classroom.naming", "classroom.server", "game.screens",
    },
    "classroom.teachers": {
        "classroom.access", "classroom.forms", "classroom.known_browsers", "classroom.languages", "classroom.models",
        "classroom.naming", "classroom.persons", "classroom.server", "classroom.sign_ins", "classroom.typed",
        "game.catalogue",
    },
    "classroom.persons": {"classroom.models", "classroom.server"},
    "classroom.rosters": {
        "classroom.access", "classroom.forms", "classroom.models", "classroom.naming", "classroom.persons",
        "classroom.server", "game.codes", "game.models",
    },
    "classroom.album": {
        "classroom.access", "classroom.forms", "classroom.models", "classroom.naming", "classroom.persons",
        "classroom.server", "game.clock", "game.log", "game.models", "game.rules",
    },
    "classroom.sessions": {
        "classroom.access", "classroom.album", "classroom.forms", "classroom.help", "classroom.measures",
        "classroom.models", "classroom.naming", "classroom.persons", "classroom.server", "game.catalogue", "game.clock",
        "game.live", "game.log", "game.models", "game.nine_to_nothing", "game.rooms", "game.rules", "game.screens",
        "game.tables",
    },
    "classroom.printed": {"classroom.access", "game.catalogue", "game.screens"},
    "classroom.guests": {
        "classroom.models", "classroom.naming", "classroom.server", "game.catalogue", "game.live", "game.models",
        "game.rooms", "game.screens", "game.tables",
    },
    "classroom.demo": {
        "classroom.guests", "classroom.joining", "classroom.management", "classroom.models", "classroom.server",
        "classroom.sessions", "game.codes", "game.live", "game.models", "game.rooms", "game.rules", "game.wire",
    },
    "classroom.joining": {
        "classroom.access", "classroom.forms", "classroom.guests", "classroom.known_browsers", "classroom.languages",
        "classroom.models", "classroom.naming", "classroom.persons", "classroom.rosters", "classroom.server",
        "classroom.sessions", "game.catalogue", "game.clock", "game.codes", "game.log", "game.rooms", "game.screens",
        "game.sockets", "game.views", "game.wire",
    },
    "classroom.homework": {
        "classroom.access", "classroom.album", "classroom.forms", "classroom.joining", "classroom.measures",
        "classroom.models", "classroom.persons", "classroom.server", "classroom.sessions", "game.around_the_corner",
        "game.clock", "game.codes", "game.log", "game.models", "game.projection", "game.rules", "game.screens",
        "game.tables",
    },
    "classroom.groups": {
        "classroom.access", "classroom.forms", "classroom.homework", "classroom.models", "classroom.naming",
        "classroom.server", "classroom.sessions", "game.rules", "game.screens",
    },
    "classroom.reports": set(),
    "classroom.reports.kit": {
        "classroom.forms", "classroom.homework", "classroom.joining", "classroom.measures", "classroom.models",
        "classroom.naming", "classroom.persons", "classroom.rosters", "classroom.server", "classroom.sessions",
        "game.catalogue", "game.log", "game.models", "game.projection", "game.screens",
    },
    "classroom.reports.around_the_corner": {
        "classroom.access", "classroom.album", "classroom.forms", "classroom.homework", "classroom.joining",
        "classroom.languages", "classroom.measures", "classroom.models", "classroom.persons", "classroom.reports.kit",
        "classroom.server", "classroom.sessions", "game.around_the_corner", "game.clock", "game.log", "game.models",
        "game.rules", "game.screens",
    },
    "classroom.reports.nine_to_nothing": {
        "classroom.measures", "classroom.models", "classroom.persons", "classroom.reports.kit", "classroom.server",
        "classroom.sessions", "game.log", "game.models", "game.nine_to_nothing", "game.rules", "game.screens",
    },
    "classroom.reports.pages": {
        "classroom.access", "classroom.album", "classroom.forms", "classroom.models",
        "classroom.reports.around_the_corner", "classroom.reports.kit", "classroom.reports.nine_to_nothing",
        "classroom.server", "classroom.sessions", "game.catalogue", "game.clock", "game.models", "game.projection",
        "game.rules", "game.screens",
    },
    "classroom.audit": {"classroom.access", "classroom.models", "classroom.reports.kit", "classroom.reports.pages"},
    "classroom.challenges": {
        "classroom.access", "classroom.forms", "classroom.homework", "classroom.measures", "classroom.models",
        "classroom.reports.kit", "classroom.reports.pages", "classroom.server",
    },
    "classroom.preferences": {
        "classroom.joining", "classroom.languages", "classroom.models", "classroom.persons", "classroom.sessions",
        "game.clock", "game.rules",
    },
    "classroom.manual": {
        "classroom.access", "classroom.help", "classroom.models", "classroom.naming", "classroom.reports.kit",
        "classroom.rosters", "classroom.sessions", "game.catalogue",
    },
    "classroom.speech": {
        "classroom.access", "classroom.album", "classroom.joining", "classroom.languages", "classroom.models",
        "game.catalogue", "game.screens", "game.views",
    },
    "classroom.upkeep": {
        "classroom.audit", "classroom.challenges", "classroom.models", "classroom.reports.pages", "classroom.rosters",
        "classroom.server", "classroom.sign_ins", "classroom.teachers", "game.live",
    },
    "classroom.live": {
        "classroom.access", "classroom.challenges", "classroom.demo", "classroom.forms", "classroom.guests",
        "classroom.homework", "classroom.joining", "classroom.languages", "classroom.models", "classroom.naming",
        "classroom.persons", "classroom.reports.kit", "classroom.reports.pages", "classroom.rosters",
        "classroom.server", "classroom.sessions", "classroom.upkeep", "game.catalogue", "game.clock",
        "game.codes", "game.consumers", "game.live", "game.log", "game.models", "game.rooms", "game.screens",
        "game.wire", "game.workers",
    },
    "classroom.home": {
        "classroom.access", "classroom.challenges", "classroom.live", "classroom.models", "classroom.reports.kit",
        "classroom.reports.pages", "classroom.rosters", "classroom.server", "classroom.sessions", "classroom.teachers",
        "game.catalogue",
    },
    "classroom.transfer": {
        "classroom.access", "classroom.forms", "classroom.models", "classroom.naming", "classroom.persons",
        "classroom.reports.kit", "classroom.rosters", "classroom.server", "classroom.sessions", "game.catalogue",
        "game.log", "game.models", "game.projection", "game.rules",
    },
    "classroom.lti": {
        "classroom.access", "classroom.audit", "classroom.homework", "classroom.joining", "classroom.models",
        "classroom.naming", "classroom.reports.pages", "classroom.rosters", "classroom.server", "classroom.sessions",
        "classroom.sign_ins", "classroom.teachers",
    },
    "classroom.admin": {"classroom.models", "classroom.server", "game.models"},
    "classroom.templatetags": {
        "classroom.album", "classroom.challenges", "classroom.help", "classroom.languages", "classroom.manual",
        "classroom.models", "classroom.reports.kit", "classroom.reports.pages", "classroom.server",
        "classroom.sessions", "classroom.speech", "classroom.teachers", "game.catalogue", "game.screens",
    },
    "classroom.management": {
        "classroom.audit", "classroom.challenges", "classroom.homework", "classroom.languages", "classroom.models",
        "classroom.rosters", "classroom.server", "classroom.sessions", "classroom.speech", "classroom.teachers",
        "classroom.transfer", "classroom.upkeep", "game.clock", "game.codes", "game.log", "game.models",
        "game.postgresql",
        "game.projection", "game.rules", "game.tables",
    },
    "classroom.migrations": {"classroom.languages", "classroom.models", "game.codes"},
    "classroom.apps": {"classroom.languages", "classroom.reports.kit", "classroom.server"},
    "classroom.command": {"classroom.server", "game.postgresql"},
    "classroom.settings": {"classroom.languages", "classroom.server"},
    "classroom.routing": {"classroom.live"},
    "classroom.urls": {"classroom.admin", "classroom.audit", "classroom.sign_ins", "classroom.teachers"},
    "classroom.asgi": {"classroom.joining", "classroom.live", "classroom.routing", "classroom.server", "game.live"},
}  # fmt: skip
"""Each package, or module that stands alone, and what it may import; of the reports, each storey."""


def package(module: str) -> str:
    return ".".join(module.split(".")[: 3 if module.startswith("classroom.reports.") else 2])


def arrows_between_packages() -> set[tuple[str, str]]:
    """Return which package imports which other one."""
    arrows = ((module, target) for module, targets in every_import().items() for target in targets & SOURCES.keys())
    return {(package(one), package(other)) for one, other in arrows if package(one) != package(other)}


def test_every_package_imports_only_what_the_table_allows():
    """The top itself holds nothing but the version, which anybody may read."""
    found = {(one, other) for one, other in arrows_between_packages() if other != "classroom"}
    assert sorted(found - {(name, other) for name, others in PACKAGES.items() for other in others}) == []
    assert {package(module) for module in SOURCES if "." in module} - PACKAGES.keys() == set()


def test_packages_stand_in_no_circle():
    assert circle_in(PACKAGES) == []


# Names of games

TEXTS = {".py", ".html", ".js", ".css", ".svg", ".txt"}
CODE = re.compile(r"around[_-]the[_-]corner|nine[_-]to[_-]nothing|AroundTheCorner|NineToNothing")
CATALOGUES = {
    "game/rules/__init__.py",
    "game/catalogue.py",
    "classroom/sessions/games/catalogue.py",
    "classroom/homework/catalogue.py",
    "classroom/reports/pages/catalogue.py",
    "static/css/pages/every-table.css",
}


def files_of(*folders: str) -> Iterator[Path]:
    """Yield the files that are written by hand in these folders, without those that makemessages lays beside them."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and not path.name.endswith((".html.py", ".txt.py")):
                yield path


def test_a_game_is_named_in_its_own_packages_and_the_catalogues_only():
    written = [path for path in files_of("classroom", "game", "templates", "static") if path.suffix in TEXTS]
    strangers = {
        name
        for path in written
        if not CODE.search(name := path.relative_to(ROOT).as_posix()) and CODE.search(path.read_text())
    }
    assert sorted(strangers - CATALOGUES) == []


# Names of classes

TWICE = {
    "Command": "a management command of Django's, named by its file",
    "DatabaseWrapper": "a database engine of Django's, named by its package",
    "Event": "a line of the log: the row in `game.models`, the value in the rules",
    "Ending": "how an answer ended, inside the row of evidence of each game",
    **dict.fromkeys(
        ("Card", "Options", "Position", "SeatView", "View", "_Round"), "what the contract of the rules asks for"
    ),
    **dict.fromkeys(("ChildLine", "Sentence", "SessionLine"), "a line of the same page or file of each game's report"),
}
"""Names of classes that stand in several modules, each with the one thing that it means in all of them."""


def classes_of(path: Path) -> Iterator[str]:
    """Yield the names of the classes of a file, without those that Django asks for inside another class."""
    names = (node.name for node in nodes_of(path) if isinstance(node, ast.ClassDef))
    return (name for name in names if name not in {"Meta", "Migration"})


def test_no_name_of_a_class_means_two_things():
    written = Counter(name for path in SOURCES.values() for name in classes_of(path))
    assert sorted(name for name, count in written.items() if count > 1) == sorted(TWICE)


# Folders

MOST_FILES = 15


def test_no_folder_has_more_files_than_a_newcomer_reads():
    counted = Counter(
        path.parent.relative_to(ROOT).as_posix()
        for path in files_of("classroom", "game", "templates", "static", "tests")
        if path.name != "__init__.py" and "migrations" not in path.parts and path.suffix != ".mp3"
    )
    assert {folder: n for folder, n in counted.items() if n > MOST_FILES} == {}


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
