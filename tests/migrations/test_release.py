"""One version everywhere: pages, packages, the changelog."""

import re
import subprocess
import tomllib
from pathlib import Path

from django.urls import reverse

from classroom import __version__

ROOT = Path(__file__).resolve().parents[2]


def test_the_changelog_begins_with_this_version_or_with_what_is_not_released_yet():
    named = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert __version__ in named[:2]


def test_packages_take_it_from_its_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "classroom.__version__"}
    said = r"""sed -n 's/^__version__ = "\(.*\)"/\1/p' classroom/__init__.py"""
    assert said in (ROOT / "packaging/deb/build").read_text()
    read = subprocess.run(["sh", "-c", said], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert read == f"{__version__}\n"


def test_a_technician_reads_it_on_every_page_of_a_teacher_and_from_the_command(ana_client):
    assert f"Cardinal {__version__}" in ana_client.get(reverse("classes")).content.decode()
    said = subprocess.run(
        [ROOT / ".venv/bin/python", "manage.py", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert said.stdout == f"Cardinal {__version__}\n"
