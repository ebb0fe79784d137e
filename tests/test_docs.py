"""What README and docs say is so: commands, variables, places, links; every citation in the code has its heading."""

import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.test_arrows import SOURCES, every_import

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text() for path in (ROOT / "docs").rglob("*.md")}
PAGES |= {name: (ROOT / name).read_text() for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")}
ALL = "\n".join(PAGES.values())
PLACE = re.compile(r"`((?:game|classroom|templates|static|tests|packaging|locale|docs)/[\w./-]*)`")
LAWS = ("measurement", "rules", "screens", "practice", "security")
CITATION = re.compile(rf"\b({'|'.join(LAWS)}) ([0-9]\d*(?:\.\d+)?|[ST]\d+)\b")
WORDS, README_WORDS = 1500, 1200


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?:`|    )make ([a-z][a-z-]*)", ALL))))
def test_every_make_command_is_one(target):
    dry = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert dry.returncode == 0, dry.stderr


def test_make_help_lists_the_commands_of_the_readme():
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for command in ("make run", "make test", "make demo"):
        assert command in listed


@pytest.mark.parametrize("variable", sorted(set(re.findall(r"CARDINAL_[A-Z_]+", ALL))))
def test_every_variable_is_read(variable):
    assert f'"{variable}"' in (ROOT / "classroom" / "settings.py").read_text()


def test_every_variable_that_is_read_is_in_the_settings():
    read = set(re.findall(r'"(CARDINAL_[A-Z_]+)"', (ROOT / "classroom" / "settings.py").read_text()))
    assert read - set(re.findall(r"CARDINAL_[A-Z_]+", PAGES["docs/settings.md"])) == set()


@pytest.mark.parametrize("page", sorted(PAGES))
def test_every_place_that_a_page_names_exists(page):
    of_an_example = ("/my_game", "locale/pl")
    named = {place for place in PLACE.findall(PAGES[page]) if not any(part in place for part in of_an_example)}
    assert sorted(place for place in named if not (ROOT / place).exists()) == []


@pytest.mark.parametrize("page", sorted(PAGES))
def test_every_link_leads_to_a_file(page):
    links = re.findall(r"\]\(((?!https?:)[^)#]+)", PAGES[page])
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("top", ["game", "classroom"])
def test_the_map_leaves_nothing_out(top):
    kept = [path for path in (ROOT / top).iterdir() if path.suffix in ("", ".py") and not path.name.startswith("__")]
    assert {f"{top}/{path.name}" for path in kept} - {place.rstrip("/") for place in PLACE.findall(README)} <= {
        f"{top}/{django}.py" for django in ("apps", "asgi", "command", "routing", "settings", "urls")
    }


@pytest.mark.parametrize("page", sorted(PAGES.keys() - {"CHANGELOG.md"}))  # which is looked up, and only grows
def test_a_page_is_read_in_one_sitting(page):
    assert len(PAGES[page].split()) <= (README_WORDS if page == "README.md" else WORDS)


def test_its_four_pictures_and_the_one_that_moves_are_there_with_a_text_each_and_are_small():
    pictures = re.findall(r"!\[([^\]]+)\]\((docs/[^)]+)\)", README)
    moving = [name for _text, name in pictures if name.endswith(".webp")]
    assert (len(pictures), moving) == (5, ["docs/pictures/round.webp"])
    assert [name for _text, name in pictures if (ROOT / name).stat().st_size > 120_000] == []


@cache
def headings(law: str) -> set[str]:
    """Return what can be cited of a law: numbers of its headings, and pages of children (S) and teachers (T)."""
    texts = [text for name, text in PAGES.items() if name == f"docs/{law}.md" or name.startswith(f"docs/{law}/")]
    numbered = (re.findall(r"^#+ (\d+(?:\.\d+)?) |^\| ([ST]\d+) ", text, re.MULTILINE) for text in texts)
    return {number or page for found in numbered for number, page in found}


def test_every_citation_leads_to_a_heading():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    sources = [name for name in files if name.endswith((".py", ".js", ".css", ".html", ".md"))]
    cited = {(law, number): name for name in sources for law, number in CITATION.findall((ROOT / name).read_text())}
    assert {where: name for where, name in cited.items() if where[1] not in headings(where[0])} == {}
    assert len(cited) > 40


def test_nothing_is_cited_that_is_not_in_the_repository():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    kept = {Path(name).name for name in files}
    sources = [name for name in files if name.endswith((".py", ".js", ".css", ".html")) and ".min." not in name]
    named = {(name, page) for name in sources for page in re.findall(r"\b[a-z_]+\.md\b", (ROOT / name).read_text())}
    assert sorted((name, page) for name, page in named if page not in kept) == []


# One word means one thing (docs/glossary.md): two words that once meant several

SOCKETS = {"game.rooms", "game.consumers"}
"""Whoever imports these speaks of rooms in which sockets are told the same thing."""
STORED = {"rooms": {"classroom.models.teachers", "classroom.rosters.imports.drafts"}}
"""Names that a database holds already, with the modules that read and write them."""


def names_with(word: str, path: Path) -> Iterator[str]:
    """Yield every name in a file that may hold the word."""
    text = path.read_text()
    tokens = tokenize.generate_tokens(io.StringIO(text).readline) if word in text.lower() else ()
    return (token.string for token in tokens if token.type == tokenize.NAME and word in token.string.lower())


def test_a_room_is_where_sockets_are_told_the_same_thing():
    """A class of ours is a classroom, one that a school's list names a section."""
    found = {
        (module, name)
        for module, path in SOURCES.items()
        if module.startswith("classroom") and not every_import()[module] & SOCKETS
        for name in names_with("room", path)
        if {"room", "rooms"} & set(name.lower().split("_")) and module not in STORED.get(name, ())
    }
    assert sorted(found) == []


NO_LINES = ("game.log", "game.projection", "game.live", "game.consumers", "game.sockets", "classroom.joining")
"""What stands in a log is an entry, and what joins a page and the server a connection: a line is one of a text."""


def test_a_line_is_a_line_of_a_text():
    found = {
        (module, name)
        for module, path in SOURCES.items()
        if module.startswith(NO_LINES)
        for name in names_with("line", path)
        if {"line", "lines"} & set(name.lower().split("_")) or name.endswith("Line")
    }
    assert sorted(found) == []
