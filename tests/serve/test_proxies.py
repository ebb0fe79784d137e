"""Real proxies with the printed files in front of real servers."""

import os
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.browser.driving.patience import patiently
from tests.browser.driving.server import ROOT, Server
from tests.browser.prepared import copied
from tests.serve.conftest import printed

pytestmark = pytest.mark.long

PROXIES = {"nginx": "nginx", "caddy": "caddy", "apache": "apache2"}
INSTALLED = [name for name, program in PROXIES.items() if shutil.which(program)]
MODULES = Path("/usr/lib/apache2/modules")
NEEDED = ("mpm_event", "authz_core", "ssl", "headers", "proxy", "proxy_http", "proxy_wstunnel", "rewrite", "alias")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wrapped(proxy: str, text: str, folder: Path, http_port: int) -> list[str]:
    """Write the proxy's own configuration round the printed file; return the command that runs it."""
    file = folder / "cardinal.conf"
    if proxy == "nginx":
        file.write_text(text.replace(":80;", f":{http_port};").replace(" 80;", f" {http_port};"))
        paths = "".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        main = folder / "nginx.conf"
        main.write_text(f"pid {folder}/pid; events {{}} http {{ access_log off; {paths} include {file}; }}")
        return ["nginx", "-p", str(folder), "-c", str(main), "-e", "stderr", "-g", "daemon off;"]
    if proxy == "caddy":
        file.write_text(f"{{\n\tadmin off\n\thttp_port {http_port}\n\tskip_install_trust\n}}\n{text}")
        return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
    loads = "\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in NEEDED)
    port = next(word for word in text.split() if word.startswith("*:") and word != "*:80>")[2:-1]
    head = f"ServerRoot {folder}\nServerName localhost\nPidFile {folder}/pid\n"
    head += f"DefaultRuntimeDir {folder}\nErrorLog /dev/stderr\n"
    file.write_text(f"{head}Listen {http_port}\nListen {port}\n{loads}\n{text.replace(':80>', f':{http_port}>')}")
    return ["apache2", "-f", str(file), "-DFOREGROUND"]


class SaysItsPort(BaseHTTPRequestHandler):
    """A worker as far as a proxy is concerned."""

    def do_GET(self) -> None:
        said = str(self.server.server_port).encode()  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *args: object) -> None: ...


@pytest.fixture
def two_workers() -> Iterator[int]:
    """Two of them at neighbouring ports; yield the first."""
    servers = next(pair for _try in range(20) if (pair := neighbours()))
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield servers[0].server_port
    for server in servers:
        server.shutdown()
        server.server_close()


def neighbours() -> list[ThreadingHTTPServer]:
    """Two of them at a free port and the next one; none where somebody else has that."""
    first = ThreadingHTTPServer(("127.0.0.1", 0), SaysItsPort)
    try:
        return [first, ThreadingHTTPServer(("127.0.0.1", first.server_port + 1), SaysItsPort)]
    except OSError:
        first.server_close()
        return []


@pytest.mark.skipif(not shutil.which("caddy"), reason="caddy is not installed")
def test_caddy_keeps_a_class_in_one_worker(two_workers, box, tmp_path, monkeypatch):
    for name, value in {
        "CARDINAL_HOST": "localhost", "CARDINAL_WORKERS": "2", "CARDINAL_DATABASE": "postgresql://u@localhost/c",
        "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path),
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    port = free_port()
    text = printed(box, "caddy", "--port", str(two_workers), "--public-port", str(port))
    plain = text.replace(f"localhost:{port} {{", f"http://localhost:{port} {{").replace("\ttls internal\n", "")
    running = subprocess.Popen(wrapped("caddy", plain, tmp_path, free_port()), stderr=subprocess.DEVNULL)

    def worker_of(path: str, cookie: str = "") -> str:
        asked = Request(f"http://localhost:{port}{path}", headers={"Cookie": cookie} if cookie else {})
        return urlopen(asked, timeout=10).read().decode()

    def answers() -> bool:
        assert running.poll() is None
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        patiently(answers, "caddy's first answer", box)
        owners = set()
        for session in range(1, 25):
            place = f"{session:03}"
            asked = [
                f"/sessions/{session}/",
                f"/ws/sessions/{session}/",
                f"/table/{place}ABC/",
                f"/ws/table/{place}XYZ/",
            ]
            found = {worker_of(path) for path in asked} | {worker_of("/waiting/", f"place={place}")}
            assert len(found) == 1, (session, found)
            owners |= found
        assert len(owners) == 2
    finally:
        running.terminate()
        running.wait(20)


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificate")
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run(
        [*command, "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"], check=True, capture_output=True
    )
    return folder


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    server = Server(copied(prepared, tmp_path_factory.mktemp("served")))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CARDINAL_HOST", "localhost")
        server.start()
    yield server
    server.stop()


@pytest.fixture
def fronted(
    served: Server, certified: Path, tmp_path: Path, monkeypatch
) -> Iterator[Callable[[str, Callable[[str], str]], str]]:
    """Start a proxy with its printed file, changed as asked, in front of the server; return the public address."""
    running: list[subprocess.Popen[bytes]] = []
    monkeypatch.setenv("CARDINAL_HOST", "localhost")

    def front(proxy: str, change: Callable[[str], str] = str) -> str:
        port = free_port()
        files = ["--certificate", str(certified / "certificate.pem"), "--key", str(certified / "key.pem")]
        text = printed(served, proxy, "--port", str(served.port), "--public-port", str(port), *files)
        home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        folder = tmp_path / proxy
        folder.mkdir()
        with (folder / "log").open("wb") as log:
            command = wrapped(proxy, change(text), folder, free_port())
            running.append(subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | home))
        root = tmp_path / "caddy/pki/authorities/local/root.crt" if proxy == "caddy" else certified / "certificate.pem"
        patiently(lambda: answers(port) and root.exists(), "the proxy")
        monkeypatch.setenv("SSL_CERT_FILE", str(root))
        return f"https://localhost:{port}"

    yield front
    for process in running:
        process.terminate()
        process.wait(20)


def answers(port: int) -> bool:
    """Whether a proxy speaks TLS: Caddy listens before it has its certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        suppress(OSError),
        socket.create_connection(("127.0.0.1", port), 5) as line,
        context.wrap_socket(line, server_hostname="localhost"),
    ):
        return True
    return False


def looked_at(served: Server, url: str) -> str:
    """What `doctor` says of the proxy."""
    command = served._manage("doctor", "--port", str(served.port), "--url", url)
    ran = subprocess.run(
        command, env=served._environment(), cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert "Traceback" not in ran.stderr
    (found,) = [line for line in ran.stdout.replace("\n    ", " | ").splitlines() if line[2:].startswith("proxy:")]
    return found


def test_it_promises_no_address_that_would_be_refused(served):
    assert "https://localhost/" in served.log()
    assert "In the room" not in served.log()


@pytest.mark.parametrize("proxy", INSTALLED)
def test_pages_and_sockets_go_through_a_real_proxy(proxy, fronted, served):
    url = fronted(proxy)
    assert looked_at(served, url) == f"✓ proxy: a WebSocket connection opens at {url}"


@pytest.mark.skipif("nginx" not in INSTALLED, reason="nginx is not installed")
@pytest.mark.parametrize(
    ("line", "instead", "found", "cure"),
    [
        (
            "Host $http_host",
            "Host $host",
            "a WebSocket connection is answered 403",
            "but the proxy passes on the name localhost:",
        ),
        ("Host $http_host", "Host $proxy_host", "/connection/ answers 400", "the proxy does not pass on the name."),
        (
            "Upgrade $http_upgrade",
            'Upgrade ""',
            "a WebSocket connection is answered 426",
            "takes away the headers Upgrade",
        ),
        ("X-Forwarded-Proto $scheme", 'X-A ""', "/connection/ answers 400", "let it send X-Forwarded-Proto."),
    ],
)
def test_what_a_proxy_loses_is_named(line, instead, found, cure, fronted, served):
    said = looked_at(served, fronted("nginx", lambda text: text.replace(line, instead)))
    assert said.startswith("✗")
    assert found in said
    assert cure in said
