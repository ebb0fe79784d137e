"""`make run` itself: what it refuses in a sentence, and that strangers' connections keep no child out."""

import base64
import os
import re
import resource
import shutil
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from classroom.joining.sockets import websocket
from classroom.server import secret_key
from classroom.server.http import connections, disconnects
from tests.browser.driving.server import Server
from tests.browser.over_http.people import HttpTeacher
from tests.browser.prepared import copied

pytestmark = pytest.mark.long

IDLE, CROWD = 1000, 60
MOST_MIB = 80
"""How much more memory a server holds after sixty people have signed in wrongly at once, for good."""
PATIENCE = 20
"""Seconds after which a child that is not connected is kept out, also on a busy machine."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    server = Server(copied(prepared, tmp_path_factory.mktemp("served")))
    server.start()
    yield server
    server.stop()


def manages(server: Server, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = server._environment() | settings
    return subprocess.run(
        server._manage(*command), env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def refusal(server: Server, **settings: str) -> str:
    """What a second start says instead of serving."""
    ran = manages(server, "serve", "--port", str(server.port), "--host", "127.0.0.1", **settings)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "Traceback" not in ran.stderr
    return ran.stderr


def test_it_says_that_it_runs(server):
    assert "Cardinal is running." in server.log()


def test_a_second_server_on_the_same_folder_is_refused_and_told_who_has_it(server):
    words = refusal(Server(server.data))
    assert f"process {server.process.pid}, http://localhost:{server.port}/" in words


def test_a_port_that_is_taken_is_refused_in_a_sentence(server, tmp_path):
    other = Server(tmp_path)
    other.port = server.port
    assert f"Port {server.port} is taken." in refusal(other)


def test_a_port_that_there_is_not_is_refused_in_a_sentence(tmp_path):
    """The system would take the remainder, 34463, while Cardinal says that it runs at 99999."""
    other = Server(tmp_path)
    other.port = 99999
    assert "A port is a number up to 65535, not 99999." in refusal(other)


def test_a_postgresql_that_does_not_answer_is_refused_in_a_sentence_alone(tmp_path):
    """The connection pool would try for ten seconds and say so twenty times."""
    address = f"postgresql://cardinal@/cardinal?host={tmp_path}"
    words = refusal(Server(tmp_path / "data"), CARDINAL_DATABASE=address)
    assert words.startswith("CommandError: The database of CARDINAL_DATABASE does not answer: ")
    assert words.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    assert "Cardinal cannot write to its data folder" in refusal(Server(tmp_path / "file" / "data"))


@pytest.fixture
def closed_database(tmp_path: Path) -> Server:
    """A folder with its key, without which nothing asks for the database, and a database that nobody can open."""
    secret_key.read(tmp_path)
    (tmp_path / "cardinal.sqlite3").mkdir()
    return Server(tmp_path)


def test_a_database_that_cannot_be_written_is_refused_in_a_sentence(closed_database):
    assert "Cardinal cannot write to its data folder" in refusal(closed_database)


def test_any_command_says_in_a_sentence_that_the_database_does_not_answer(closed_database):
    ran = manages(closed_database, "changepassword", "ana@school.example")
    assert ran.returncode == 1
    assert "The database does not answer: unable to open database file." in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(server, tmp_path):
    shutil.copytree(server.data, tmp_path, dirs_exist_ok=True)
    with closing(sqlite3.connect(tmp_path / "cardinal.sqlite3")) as database, database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('game', '9999_later', '')")
    assert "this one does not know game.9999_later" in refusal(Server(tmp_path))


# Lost and damaged


@pytest.fixture
def stopped(tmp_path: Path, prepared: Path) -> Server:
    """A school that was used, with a backup; its server does not run."""
    box = Server(copied(prepared, tmp_path / "data"))
    box.manages("backup")
    return box


@pytest.mark.parametrize("left", [None, b"", b"\0" * 67, b"\xff\xfe", b"short"])
def test_a_key_that_is_lost_is_refused_found_and_brought_back(stopped, left):
    """With an empty key every page is an error; a new one would make all cards and second factors invalid."""
    key = stopped.data / "secret_key"
    before = key.read_text()
    key.unlink() if left is None else key.write_bytes(left)
    words = refusal(stopped)
    assert "The secret key" in words
    assert "manage.py new_secret --from" in words
    assert (key.read_bytes() if key.exists() else None) == left
    (backup,) = (stopped.data / "backups").glob("*.zip")
    assert "✗ secret key" in manages(stopped, "doctor").stdout
    assert manages(stopped, "new_secret", "--from", str(backup)).returncode == 0
    assert key.read_text() == before
    assert manages(stopped, "new_secret", "--from", str(backup)).returncode == 1, "one that is there stays"


def test_a_lost_key_without_a_backup_is_made_anew_by_command(stopped):
    (stopped.data / "secret_key").unlink()
    shutil.rmtree(stopped.data / "backups")
    assert "The key is new." in manages(stopped, "new_secret").stdout
    assert len((stopped.data / "secret_key").read_text()) > 60


@pytest.mark.parametrize("left", [None, b""])
def test_a_missing_or_empty_database_beside_backups_begins_no_empty_school(stopped, left):
    """An unmounted disk, most likely."""
    database = stopped.data / "cardinal.sqlite3"
    database.unlink() if left is None else database.write_bytes(left)
    assert f"backups lie in {stopped.data / 'backups'}" in refusal(stopped)
    assert "but there is no database" in manages(stopped, "doctor").stdout
    (backup,) = (stopped.data / "backups").glob("*.zip")
    assert manages(stopped, "restore", str(backup)).returncode == 0


def overwritten(database: Path) -> None:
    with database.open("r+b") as file:
        file.write(b"x" * 100)


@pytest.mark.parametrize(
    "damage", [overwritten, lambda path: os.truncate(path, 50), lambda path: os.truncate(path, 8192)]
)
def test_a_damaged_database_is_refused_in_a_sentence_and_brought_back(stopped, damage):
    damage(stopped.data / "cardinal.sqlite3")
    words = refusal(stopped)
    assert "is damaged: " in words
    assert "manage.py restore" in words
    assert "✗ database" in manages(stopped, "doctor").stdout
    (backup,) = (stopped.data / "backups").glob("*.zip")
    assert manages(stopped, "restore", str(backup)).returncode == 0


# Taken away


def test_a_silent_socket_is_closed_after_signing_out(server):
    """After what the lobby still says, and long before silence alone closes it."""
    teacher = HttpTeacher(server.url, "ana@school.example", ["Amir", "Bea"])
    teacher.opens_a_session()
    address = f"{server.url.replace('http', 'ws', 1)}/ws/sessions/{teacher.session}/lobby/"
    with connect(address, origin=Origin(server.url), additional_headers={"Cookie": teacher.cookie()}) as line:
        assert line.recv(PATIENCE)
        teacher.posts("/accounts/sign-out/")
        with pytest.raises(ConnectionClosed) as closed:
            list(iter(lambda: line.recv(websocket.SILENT / 2), None))
    assert closed.value.rcvd
    assert closed.value.rcvd.code == disconnects.AGAIN


# Connections


def files(server: Server) -> int:
    assert server.process
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def a_child_comes_in(server: Server) -> None:
    page = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    page.request("GET", "/join/")
    assert page.getresponse().status == 200
    page.close()
    with closing(opened(server)) as line:
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall(
            f"GET /ws/connection/ HTTP/1.1\r\nHost: localhost:{server.port}\r\nOrigin: {server.url}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        assert line.recv(12) == b"HTTP/1.1 101"


def opened(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def test_the_server_may_hold_as_many_files_as_the_system_grants(server):
    limits = Path(f"/proc/{server.process.pid}/limits").read_text()
    found = re.search(r"Max open files +(\d+) +(\d+)", limits)
    assert found
    assert int(found[1]) == min(int(found[2]), 2**16)


def memory(server: Server) -> int:
    """What the server holds, in MiB."""
    assert server.process
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.process.pid}/status").read_text())
    assert found
    return int(found[1]) // 1024


class Guesser:
    """A browser on the sign-in page, ready to press the button."""

    def __init__(self, server: Server, number: int) -> None:
        self.line = HTTPConnection("127.0.0.1", server.port)
        self.line.request("GET", "/accounts/sign-in/")
        page = self.line.getresponse()
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
        assert found
        cookie = str(page.getheader("Set-Cookie")).partition(";")[0]
        self.headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        fields = {"csrfmiddlewaretoken": found[1], "login": f"ana{number}@school.example", "password": "a wrong one"}
        self.form = urlencode(fields)

    def presses(self) -> int:
        self.line.request("POST", "/accounts/sign-in/", self.form, self.headers)
        answer = self.line.getresponse()
        answer.read()
        return answer.status


def test_sixty_wrong_sign_ins_at_once_are_answered_and_do_not_fill_the_memory(server):
    guessers = [Guesser(server, number) for number in range(CROWD)]
    before = memory(server)
    with ThreadPoolExecutor(CROWD) as crowd:
        answers = list(crowd.map(Guesser.presses, guessers))
    assert {200, 429} == set(answers)
    assert memory(server) - before < MOST_MIB


BEGUN = b"GET / HTTP/1.1\r\nHost: "
WHOLE = b"GET /connection/ask/ HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("said", [b"", BEGUN, WHOLE])
def test_a_thousand_idle_connections_from_one_address_keep_no_child_out_even_there(server, said):
    """Idle: nothing is said, half a request, or the answer is here."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2 * IDLE)), hard))
    with ExitStack() as stack:
        for _connection in range(IDLE):
            idle = stack.enter_context(closing(opened(server)))
            idle.sendall(said)
            if said == WHOLE:
                assert idle.recv(12) == b"HTTP/1.1 200"
        for _child in range(10):
            a_child_comes_in(server)
        assert files(server) < connections.PER_ADDRESS + connections.OTHER_FILES


def test_a_head_that_does_not_end_is_refused(server):
    with closing(opened(server)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"a" * 2**16)
        assert line.recv(12) == b"HTTP/1.1 400"
