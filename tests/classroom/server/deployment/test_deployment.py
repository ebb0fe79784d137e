"""Files for a Cardinal that pip has installed: there is no manage.py, and no folder to build containers from."""

import socket
import sys
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from classroom.server.deployment import config_files, serving, typed
from classroom.server.monitoring import doctor

ASKED = {"port": 8000, "public_port": 443, "certificate": "c", "key": "k", "user": "cardinal"}


@pytest.fixture(autouse=True)
def installed(settings, tmp_path: Path) -> Path:
    settings.BASE_DIR, settings.DATA = tmp_path / "site-packages", tmp_path / "100% data"
    return tmp_path


def test_the_unit_runs_the_command(installed):
    unit = config_files.text("systemd", **ASKED)
    assert f'ExecStart="{Path(sys.executable).parent}/cardinal" serve --host 0.0.0.0 --port 8000' in unit
    assert f"WorkingDirectory={installed}/100%% data" in unit


def test_what_is_to_be_typed_is_the_command_too(settings):
    settings.IN_A_CHECKOUT = False
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(CommandError) as refused:
        serving.bound("127.0.0.1", other.getsockname()[1])
    said = f"{refused.value} {doctor.backup().cure} {doctor.port(0).found}"
    assert "cardinal serve --port" in said
    assert "cardinal backup" in said
    assert typed.demo() == "cardinal demo"
    assert "make" not in said


def test_containers_are_refused_in_a_sentence(settings):
    settings.PUBLIC_HOST = "play.school.example"
    with pytest.raises(config_files.DeploymentError, match="the one with manage.py"):
        config_files.text("compose", **ASKED)


@pytest.fixture
def several(settings) -> None:
    settings.WORKERS, settings.PUBLIC_HOST = 3, "play.school.example"


def test_nginx_keeps_a_class_in_one_worker(several):
    text = config_files.text("nginx", **ASKED)
    assert [f"server 127.0.0.1:{port} max_fails=0;" in text for port in (8000, 8001, 8002)] == [True] * 3
    assert "zone cardinal 64k;" in text
    assert "hash $cardinal_place consistent;" in text


def test_with_one_worker_nothing_is_placed(settings):
    settings.PUBLIC_HOST = "play.school.example"
    text = config_files.text("nginx", **ASKED)
    assert "server 127.0.0.1:8000;" in text
    assert "place" not in text


def test_each_worker_is_a_unit_of_its_own(several):
    unit = config_files.text("systemd", **ASKED)
    assert "serve --host 127.0.0.1 --port %i" in unit
    assert "systemctl enable --now cardinal@8000 cardinal@8001 cardinal@8002" in unit
    assert "systemctl restart cardinal@8000 && systemctl restart cardinal@8001" in unit


def test_apache_is_refused_for_several_workers(several):
    with pytest.raises(config_files.DeploymentError, match="behind nginx or Caddy"):
        config_files.text("apache", **ASKED)
