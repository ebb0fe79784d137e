"""The files of `manage.py deploy`: what a proxy has to pass on is in them, and systemd takes them."""

import shutil
import subprocess

import pytest
import yaml

from tests.browser.driving.server import ROOT
from tests.serve.conftest import printed
from tests.serve.packaging import test_install

pytestmark = pytest.mark.long


@pytest.mark.parametrize("proxy", ["nginx", "apache", "caddy"])
def test_a_proxy_passes_on_the_name_with_its_port_and_takes_long_lists(proxy, box):
    text = printed(box, proxy, "--public-port", "8444", "--port", "9000")
    said = {
        "nginx": [
            "Host $http_host",
            "Upgrade $http_upgrade",
            "X-Forwarded-Proto $scheme",
            "max_body_size 25m",
            "timeout 75s",
        ],
        "apache": [
            "ProxyPreserveHost On",
            "=websocket",
            'X-Forwarded-Proto "https"',
            "LimitRequestBody 26214400",
            "ProxyTimeout 75",
        ],
        "caddy": ["play.school.example:8444 {", "max_size 25MB"],
    }[proxy]
    assert [line for line in said if line not in text] == []
    assert "127.0.0.1:9000" in text
    assert "/metrics" in text


def test_a_proxy_without_a_name_is_refused_in_a_sentence(box, monkeypatch):
    monkeypatch.delenv("CARDINAL_HOST")
    ran = subprocess.run(
        box._manage("deploy", "nginx"), env=box._environment(), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr.strip().endswith("set CARDINAL_HOST, like CARDINAL_HOST=play.school.example")


def test_passwords_are_not_printed(box, monkeypatch):
    monkeypatch.setenv("CARDINAL_EMAIL_URL", "smtp://cardinal:hush@mail.school.example:587")
    monkeypatch.setenv("CARDINAL_METRICS_TOKEN", "hush")
    assert "hush" not in printed(box, "systemd") + printed(box, "compose")


def test_the_unit_is_fed_and_let_finish(box):
    text = printed(box, "systemd")
    for line in (
        "Type=notify",
        "WatchdogSec=10",
        "WatchdogSignal=SIGKILL",
        "TimeoutStopSec=15",
        "Restart=always",
        "Environment=PYTHONUNBUFFERED=1",
    ):
        assert line in text.splitlines()
    assert f'Environment="CARDINAL_DATA={box.data}"' in text
    assert "--host 127.0.0.1 --port 8000" in text


def test_settings_that_stand_in_a_file_are_not_in_the_unit_too(box, monkeypatch):
    monkeypatch.setenv("CARDINAL_TIME_ZONE", "Europe/Madrid")
    assert 'Environment="CARDINAL_TIME_ZONE=Europe/Madrid"' in printed(box, "systemd")
    text = printed(box, "systemd", "--environment-file", "/etc/cardinal/environment")
    assert "EnvironmentFile=-/etc/cardinal/environment" in text.splitlines()
    settings = [line for line in text.splitlines() if line.startswith('Environment="')]
    assert settings == [f'Environment="CARDINAL_DATA={box.data}"']


def test_in_the_room_the_unit_listens_to_the_room(box, monkeypatch):
    monkeypatch.delenv("CARDINAL_HOST")
    assert "--host 0.0.0.0" in printed(box, "systemd")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_takes_the_unit_and_finds_it_well_shut_off(box, tmp_path):
    unit = tmp_path / "cardinal.service"
    unit.write_text(printed(box, "systemd", "--user", "root"))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    assert "cardinal.service" not in checked.stderr
    shut_off = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=40", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert shut_off.returncode == 0, shut_off.stdout


def test_containers_keep_the_data_and_share_one_network(box, monkeypatch):
    monkeypatch.setenv("CARDINAL_EMAIL_FROM", 'the "$chool"')
    services = yaml.safe_load(printed(box, "compose"))["services"]
    assert services["cardinal"]["environment"]["CARDINAL_DATA"] == "/var/lib/cardinal"
    assert services["cardinal"]["environment"]["CARDINAL_EMAIL_FROM"] == 'the "$$chool"'
    assert services["cardinal"]["volumes"] == ["data:/var/lib/cardinal"]
    assert services["caddy"]["network_mode"] == "service:cardinal"
    image = services["cardinal"]["build"]["dockerfile_inline"].splitlines()
    copied = {line.split()[1] for line in image if line.startswith("COPY")}
    assert copied == {"requirements.txt", "manage.py", *(name.rstrip("/") for name in test_install.INSTALLED)}


def test_containers_of_several_workers_share_a_database_and_caddys_network(box, monkeypatch):
    monkeypatch.setenv("CARDINAL_WORKERS", "2")
    monkeypatch.setenv("CARDINAL_DATABASE", "postgresql://cardinal:hush@localhost/cardinal")
    text = printed(box, "compose")
    services = yaml.safe_load(text)["services"]
    assert set(services) == {"cardinal-8000", "cardinal-8001", "caddy", "database"}
    for port in (8000, 8001):
        worker = services[f"cardinal-{port}"]
        assert worker["command"][-1] == str(port)
        assert worker["network_mode"] == "service:caddy"
        assert worker["environment"]["CARDINAL_WORKERS"] == "2"
        assert worker["environment"]["CARDINAL_DATABASE"].endswith("@database/cardinal")
    assert "postgresql-client" in services["cardinal-8000"]["build"]["dockerfile_inline"]
    assert services["caddy"]["ports"] == ["80:80", "443:443"]
    assert "hush" not in text
