"""Where a game may be named, which names of classes may stand twice, how many files a folder may have, and how many
lines a file."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.test_arrows import ROOT, SOURCES, nodes_of

TEXTS = {".py", ".html", ".js", ".css", ".svg", ".txt"}
CODES = TEXTS - {".txt", ".svg"}
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


# Folders and files

MOST_FILES = 15
MOST_LINES = 300
BY_OTHERS = ("tests/browser/driving/ace/", "tests/browser/driving/axe/")
"""Where checkers of others lie as they are."""


def test_no_folder_has_more_files_than_a_newcomer_reads():
    counted = Counter(
        path.parent.relative_to(ROOT).as_posix()
        for path in files_of("classroom", "game", "templates", "static", "tests")
        if path.name != "__init__.py" and "migrations" not in path.parts and path.suffix != ".mp3"
    )
    assert {folder: n for folder, n in counted.items() if n > MOST_FILES} == {}


def test_no_file_has_more_lines_than_are_read_in_one_sitting():
    written = (path for path in files_of("classroom", "game", "templates", "static", "tests") if path.suffix in CODES)
    lines = {path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines()) for path in written}
    assert {name: n for name, n in lines.items() if n > MOST_LINES and not name.startswith(BY_OTHERS)} == {}
