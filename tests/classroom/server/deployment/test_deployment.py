"""Files for a Cardinal that pip has installed: there is no manage.py, and no folder to build containers from."""

import sys
from pathlib import Path

import pytest

from classroom.server.deployment import config_files

ASKED = {"port": 8000, "public_port": 443, "certificate": "c", "key": "k", "user": "cardinal"}


@pytest.fixture(autouse=True)
def installed(settings, tmp_path: Path) -> Path:
    settings.BASE_DIR, settings.DATA = tmp_path / "site-packages", tmp_path / "100% data"
    return tmp_path


def test_the_unit_runs_the_command(installed):
    unit = config_files.text("systemd", **ASKED)
    assert f'ExecStart="{Path(sys.executable).parent}/cardinal" serve --host 0.0.0.0 --port 8000' in unit
    assert f"WorkingDirectory={installed}/100%% data" in unit


def test_containers_are_refused_in_a_sentence(settings):
    settings.PUBLIC_HOST = "play.school.example"
    with pytest.raises(config_files.DeploymentError, match="the one with manage.py"):
        config_files.text("compose", **ASKED)
