"""nginx and Caddy with the files that `manage.py deploy` prints, before workers that come and go."""

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings

from classroom.server.deployment import config_files


def printed(what: str, port: int, ports: Sequence[int]) -> str:
    """Return the file for so many workers."""
    settings.PUBLIC_HOST, settings.WORKERS = "localhost", len(ports)
    asked: dict[str, Any] = {"port": ports[0], "public_port": port, "certificate": "", "key": "", "user": ""}
    return config_files.text(what, **asked)


class Proxy(Protocol):
    """A proxy at one port. `spreads_alone`: its processes may each know for itself which worker is down."""

    spreads_alone: bool

    def __init__(self, folder: Path, port: int) -> None: ...
    def start(self, ports: Sequence[int]) -> subprocess.Popen[bytes]: ...
    def reload(self, ports: Sequence[int], zone: bool = True) -> None: ...


class Nginx:
    spreads_alone = True

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, ports: Sequence[int]) -> subprocess.Popen[bytes]:
        main = self.folder / "nginx.conf"
        file = self._write(ports)
        places = "".join(f"{kind}_temp_path {self.folder};" for kind in ("client_body", "proxy", "fastcgi"))
        places += "".join(f"{kind}_temp_path {self.folder};" for kind in ("uwsgi", "scgi"))
        head = f"worker_processes 2; pid {self.folder}/pid; events {{ worker_connections 1024; }}"
        main.write_text(f"{head} http {{ access_log off; {places} include {file}; }}")
        command = ["nginx", "-p", str(self.folder), "-c", str(main), "-e", str(self.folder / "nginx.log")]
        self.process = subprocess.Popen([*command, "-g", "daemon off;"])
        return self.process

    def reload(self, ports: Sequence[int], zone: bool = True) -> None:
        assert self.process
        self._write(ports, zone)
        self.process.send_signal(signal.SIGHUP)

    def _write(self, ports: Sequence[int], zone: bool = True) -> Path:
        """Write the printed file; without its zone each process of nginx knows for itself which worker is down."""
        text = self._plain(printed("nginx", self.port, ports))
        if not zone:
            text = re.sub(r" *zone cardinal .*\n", "", text).replace("max_fails=0", "max_fails=2 fail_timeout=3s")
        file = self.folder / "cardinal.conf"
        file.write_text(text)
        return file

    def _plain(self, text: str) -> str:
        """Return the file without TLS, which is not what is looked at here."""
        text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
        text = re.sub(r" *(listen \[::\]|ssl_certificate).*\n", "", text)
        return text.replace(f"listen {self.port} ssl http2;", f"listen 127.0.0.1:{self.port};")


class Caddy:
    spreads_alone = False

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port, self.admin = folder, port, f"unix/{folder}/caddy.sock"

    def start(self, ports: Sequence[int]) -> subprocess.Popen[bytes]:
        with (self.folder / "caddy.log").open("ab") as log:
            return subprocess.Popen(self._command("run", ports), env=self._environment(), stdout=log, stderr=log)

    def reload(self, ports: Sequence[int], zone: bool = True) -> None:
        command = [*self._command("reload", ports), "--address", self.admin]
        subprocess.run(command, env=self._environment(), check=True, capture_output=True)

    def _command(self, what: str, ports: Sequence[int]) -> list[str]:
        """Write the printed file, without TLS, which is not what is looked at here."""
        file = self.folder / "Caddyfile"
        text = printed("caddy", self.port, ports).replace("\ttls internal\n", "")
        text = re.sub(r"^(localhost\S*) \{", r"http://\1 {\n\tbind 127.0.0.1", text, count=1, flags=re.MULTILINE)
        file.write_text(f"{{\n\tadmin {self.admin}\n}}\n{text}")
        return ["caddy", what, "--config", str(file), "--adapter", "caddyfile"]

    def _environment(self) -> dict[str, str]:
        return os.environ | {"XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}


PROXIES: dict[str, type[Proxy]] = {"nginx": Nginx, "caddy": Caddy}
