"""What the README promises is there: its commands, its variables, its map."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?:`|    )make ([a-z]+)", README))))
def test_every_make_command_is_one(target):
    dry = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert dry.returncode == 0, dry.stderr


def test_make_help_lists_the_commands_of_the_readme():
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for command in ("make run", "make test", "make demo", "make bench"):
        assert command in listed


@pytest.mark.parametrize("variable", sorted(set(re.findall(r"CARDINAL_[A-Z_]+", README))))
def test_every_variable_is_read(variable):
    assert f'"{variable}"' in (ROOT / "classroom" / "settings.py").read_text()


@pytest.mark.parametrize(
    "place", sorted(set(re.findall(r"`((?:game|classroom|templates|static|tests)/[\w./-]*)`", README)))
)
def test_every_place_on_the_map_exists(place):
    assert (ROOT / place).exists()


def test_its_four_pictures_are_there_with_a_text_each_and_are_small():
    pictures = re.findall(r"!\[([^\]]+)\]\((docs/[^)]+)\)", README)
    assert len(pictures) == 4
    assert [name for _text, name in pictures if (ROOT / name).stat().st_size > 120_000] == []
