"""`pip install .` installs all that is served: packages, migrations, templates, static files, and the command."""

import re
from pathlib import Path

from tests.serve.packaging.conftest import tracked

ROOT = Path(__file__).resolve().parents[3]
INSTALLED = ("classroom/", "game/", "locale/", "templates/", "static/")


def test_every_file_that_is_served_is_installed(wheel):
    assert [name for name in tracked() if name.startswith(INSTALLED) and name not in wheel.namelist()] == []


def test_no_tests_and_no_data_are_installed(wheel):
    tops = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" not in name}
    assert tops == {name.rstrip("/") for name in INSTALLED}


def test_there_is_a_command_and_one_list_of_requirements(wheel):
    told = {name.rsplit("/", 1)[1]: wheel.read(name).decode() for name in wheel.namelist() if ".dist-info/" in name}
    assert "cardinal = classroom.command:main" in told["entry_points.txt"]
    needed = re.findall(r"^([a-z0-9-]+==\S+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert len(needed) > 30
    assert all(f"Requires-Dist: {requirement}" in told["METADATA"] for requirement in needed)
    assert "--hash" not in told["METADATA"]
