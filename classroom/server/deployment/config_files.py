"""Configuration files for the programs around Cardinal, made from the settings: reverse proxies, systemd,
containers."""

import os
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import Engine

from classroom.server.deployment import serving
from classroom.server.http import hosts

FILES = {
    "nginx": "deploy/nginx.conf",
    "caddy": "deploy/Caddyfile",
    "apache": "deploy/apache.conf",
    "systemd": "deploy/cardinal.service",
    "compose": "deploy/compose.yaml",
}
PROXIES = ("nginx", "caddy", "apache", "compose")
SINGLE = ("apache",)
"""Files that exist for one worker only."""
TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
STATE_DIRECTORY = Path("/var/lib/cardinal")
ENVIRONMENT_FILE = "/etc/cardinal.env"
SECRET = ("CARDINAL_CHANNEL_LAYER", "CARDINAL_DATABASE", "CARDINAL_EMAIL_URL", "CARDINAL_METRICS_TOKEN")
BODY_MEGABYTES = 25
"""More than the largest accepted list, so that Cardinal's own page refuses larger ones."""
IDLE_SECONDS = 75
"""More than three times the longest silence of a WebSocket."""
STOP_SECONDS = serving.GRACEFUL_SECONDS + 5
HTTPS = 443
_ESCAPES = {
    "systemd": (("\\", "\\\\"), ('"', '\\"'), ("%", "%%")),
    "compose": (("\\", "\\\\"), ('"', '\\"'), ("$", "$$")),
}


class DeploymentError(Exception):
    """No such file exists for these settings; the words say what is missing."""


def text(
    what: str,
    *,
    port: int,
    public_port: int,
    certificate: str,
    key: str,
    user: str,
    environment_file: str | None = None,
) -> str:
    """Return the text of this configuration file. Raises DeploymentError."""
    _check(what)
    asked = {
        "port": port,
        "ports": list(range(port, port + settings.WORKERS)),
        "public_port": public_port,
        "certificate": certificate,
        "key": key,
        "user": user,
        "environment_file": environment_file or ENVIRONMENT_FILE,
    }
    context = asked | _of_the_host(public_port) | _of_the_box(what, with_settings=environment_file is None)
    of_no_page = Engine(dirs=[str(TEMPLATES)], autoescape=False)  # it loads no tags, nor what these import
    return of_no_page.render_to_string(FILES[what], {name: _written(what, value) for name, value in context.items()})


def _check(what: str) -> None:
    """Raise DeploymentError where these settings have no such file."""
    if what in PROXIES and not settings.PUBLIC_HOST:
        raise DeploymentError(
            "A proxy needs the public name: set CARDINAL_HOST, like CARDINAL_HOST=play.school.example"
        )
    if what == "compose" and not _is_checkout():
        raise DeploymentError("Containers are built from Cardinal's own folder, the one with manage.py: run it there.")
    if what in SINGLE and settings.WORKERS > 1:
        raise DeploymentError("Several workers (CARDINAL_WORKERS) stand behind nginx or Caddy.")


def _of_the_host(public_port: int) -> dict[str, Any]:
    host = settings.PUBLIC_HOST
    return {
        "host": host,
        "public": host if public_port == HTTPS else f"{host}:{public_port}",
        "listen": "127.0.0.1" if host else "0.0.0.0",
        "is_local": host == "localhost" or host.endswith(hosts.LOCAL_SUFFIXES),
        "body_megabytes": BODY_MEGABYTES,
        "body_bytes": BODY_MEGABYTES * 1024**2,
        "idle_seconds": IDLE_SECONDS,
    }


def _of_the_box(what: str, *, with_settings: bool) -> dict[str, Any]:
    data, root = Path(settings.DATA).absolute(), Path(settings.BASE_DIR)
    used = (data, root, Path(sys.executable).resolve())
    return {
        "root": str(root),
        "data": str(data),
        "is_checkout": _is_checkout(),
        "working_directory": str(root if _is_checkout() else data),
        "program": sys.executable if _is_checkout() else str(Path(sys.executable).parent / "cardinal"),
        "python_version": f"{sys.version_info.major}.{sys.version_info.minor}",
        "in_state_directory": data == STATE_DIRECTORY,
        "in_home": any(path.is_relative_to(home) for path in used for home in ("/home", "/root")),
        "environment": _environment(STATE_DIRECTORY if what == "compose" else data, with_settings=with_settings),
        "graceful_seconds": serving.GRACEFUL_SECONDS,
        "stop_seconds": STOP_SECONDS,
    }


def _is_checkout() -> bool:
    """Return whether Cardinal runs from a folder with manage.py; otherwise pip has installed the command `cardinal`."""
    return (Path(settings.BASE_DIR) / "manage.py").exists()


def _environment(data: Path, *, with_settings: bool) -> list[tuple[str, str]]:
    """Return the data folder and, if wanted, the present settings as environment variables; passwords are left out."""
    ours = {name: value for name, value in os.environ.items() if name.startswith("CARDINAL_") and name not in SECRET}
    return sorted(((ours if with_settings else {}) | {"CARDINAL_DATA": str(data)}).items())


def _written(what: str, value: Any) -> Any:
    """Return the value as this kind of file needs it between quotes; there is no HTML escaping."""
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        return [(name, _written(what, setting)) for name, setting in value]
    if not isinstance(value, str):
        return value
    for sign, written in _ESCAPES.get(what, ()):
        value = value.replace(sign, written)
    return value
