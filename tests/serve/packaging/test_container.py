"""The container: image, compose file and Caddyfile agree with each other and with what `deploy` prints; built and run
where a builder runs."""

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from classroom.server.deployment.config_files import STOP_SECONDS
from tests import postgresql
from tests.browser.driving.patience import patiently
from tests.serve.packaging import test_install

ROOT = Path(__file__).resolve().parents[3]
IMAGE = (ROOT / "packaging/Dockerfile").read_text()
SERVICES = yaml.safe_load((ROOT / "packaging/compose.yaml").read_text())["services"]
BUILDERS = ("podman", "buildah", "docker")
START_SECONDS = 120
ANSWERS = {"podman": ["info"], "buildah": ["info"], "docker": ["info"]}


def lines(word: str) -> list[str]:
    return re.findall(rf"^{word} (.+)$", IMAGE, re.MULTILINE)


def builder() -> str | None:
    """Return a builder that runs here: docker without its daemon is none."""
    found = (name for name in BUILDERS if shutil.which(name))
    return next(
        (name for name in found if not subprocess.run([name, *ANSWERS[name]], capture_output=True).returncode), None
    )


def test_images_have_exact_versions_and_no_registrys_address():
    named = [line.split()[0] for line in lines("FROM")]
    named += [service["image"] for name, service in SERVICES.items() if name != "cardinal"]
    assert [name for name in named if not re.fullmatch(r"[a-z]+:\d+\.\d+[.\w-]*", name)] == []


def test_nobody_in_it_is_root_and_its_data_stay():
    assert lines("USER") == ["cardinal"]
    assert IMAGE.index("USER cardinal") > IMAGE.index("RUN pip install")
    cardinal = SERVICES["cardinal"]
    assert cardinal["cap_drop"] == ["ALL"]
    assert cardinal["volumes"] == [f"data:{lines('VOLUME')[0]}"]
    assert f"CARDINAL_DATA={lines('VOLUME')[0]}" in lines("ENV")[0]
    assert int(cardinal["stop_grace_period"].rstrip("s")) >= STOP_SECONDS


def test_what_comes_into_the_image_is_what_is_installed():
    taken = {
        line[1:] for line in (ROOT / "packaging/Dockerfile.dockerignore").read_text().splitlines() if line[0] == "!"
    }
    assert {name.rstrip("/") for name in test_install.INSTALLED} <= taken
    assert [name for name in taken if not (ROOT / name).exists()] == []
    assert not taken & {"data", "tests", ".git", "build"}


def test_its_caddyfile_is_what_deploy_prints_for_the_schools_name(tmp_path):
    environment = {"CARDINAL_DATA": str(tmp_path), "CARDINAL_HOST": "play.school.example", "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "manage.py", "deploy", "caddy"]
    printed = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    ours = (ROOT / "packaging/Caddyfile").read_text().replace("{$CARDINAL_HOST}", "play.school.example")
    assert ours.splitlines()[1:] == printed.splitlines()[1:]
    assert SERVICES["cardinal"]["network_mode"] == "service:caddy"
    assert "--host 127.0.0.1" in " ".join(SERVICES["cardinal"]["command"])


@pytest.mark.parametrize(("status", "fails"), [(200, False), (503, True)])
def test_its_healthcheck_says_what_readyz_says(status, fails):
    class Ready(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, *_line: object) -> None: ...

    (_options, command) = lines("HEALTHCHECK")[0].split(" CMD ")
    with ThreadingHTTPServer(("127.0.0.1", 0), Ready) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        program = [sys.executable, *json.loads(command)[1:]]
        program[-1] = program[-1].replace(":8000/", f":{server.server_port}/")
        answer = subprocess.run(program, capture_output=True)
        server.shutdown()
    assert bool(answer.returncode) == fails


@pytest.mark.long
@pytest.mark.skipif(builder() is None, reason="no builder of images runs here")
def test_it_is_built_and_serves():
    name = str(builder())
    build = [name, "build", "--file", "packaging/Dockerfile", "--tag", "cardinal:test", "."]
    subprocess.run(build, cwd=ROOT, check=True)
    if name == "buildah":
        pytest.skip("buildah builds and does not run")
    inside = 'cardinal serve & for t in $(seq 60); do sleep 2; python -c "$0" && exit 0; done; exit 1'
    healthy = json.loads(lines("HEALTHCHECK")[0].split(" CMD ")[1])[-1]
    subprocess.run([name, "run", "--rm", "cardinal:test", "sh", "-c", inside, healthy], check=True)


def installed(wheel: zipfile.ZipFile, folder: Path) -> Path:
    """Install the wheel, and nothing of the source, into an environment of its own; return its programs. What it needs
    it finds where the tests do: no registry is asked."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "needed.pth").write_text(sysconfig.get_path("purelib"))
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin/python"), "install", "--quiet", "--no-compile"]
    subprocess.run([*pip, "--no-index", "--no-deps", "--ignore-installed", str(wheel.filename)], check=True)
    return folder / "bin"


@pytest.mark.long
def test_the_steps_of_the_image_give_a_server_on_postgresql_that_is_healthy_and_ends(wheel, tmp_path):
    """What can be said without a builder: the installed command, as the image begins and asks it. Caddy is not here."""
    try:
        postgresql.programs()
    except postgresql.NotInstalled as missing:
        pytest.skip(str(missing))
    programs, data = installed(wheel, tmp_path / "image"), tmp_path / "data"
    data.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    _python, *health = json.loads(lines("HEALTHCHECK")[0].split(" CMD ")[1])
    asks = [str(programs / "python"), *(part.replace(":8000/", f":{port}/") for part in health)]
    serve = [str(programs / "cardinal"), *json.loads(lines("CMD")[0])[1:], "--port", str(port)]
    with postgresql.running(durable=True) as database:
        environment = {"CARDINAL_DATA": str(data), "CARDINAL_DATABASE": database.address, "PATH": "/usr/bin:/bin"}
        server = subprocess.Popen(serve, cwd=data, env=environment)

        def answers() -> bool:
            assert server.poll() is None
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        try:
            patiently(answers, "the server", seconds=START_SECONDS)
            assert subprocess.run(asks, capture_output=True).returncode == 0
            assert "classroom_classroom" in database.asked("SELECT tablename FROM pg_tables", "cardinal")
        finally:
            server.terminate()
            assert server.wait(STOP_SECONDS) in (0, -signal.SIGTERM)
