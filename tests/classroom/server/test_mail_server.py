"""The school's mail server: from one address to Django's settings, and mails that no page waits for."""

import asyncio
import socket
import socketserver
from collections.abc import AsyncIterator, Iterator
from threading import Thread
from typing import Any

import pytest
import uvicorn
from django.core.mail import send_mail
from django.urls import reverse

from classroom.server import mail_server
from classroom.server.deployment import draining, serving
from tests.classroom.server.test_environment import settings_with


def test_the_address_becomes_the_settings_of_the_smtp_backend(monkeypatch):
    found = settings_with(monkeypatch, CARDINAL_EMAIL_URL="smtp://ana%40school:s%3Ae@mail.school.example:2525")
    assert found["EMAIL_BACKEND"] == "classroom.server.mail_server.BesidePages"
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.school.example", 2525)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("ana@school", "s:e")
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (True, False)


def test_without_it_no_link_to_a_new_password_is_shown_to_anybody(monkeypatch):
    monkeypatch.delenv("CARDINAL_EMAIL_URL", raising=False)
    for found in (settings_with(monkeypatch), settings_with(monkeypatch, CARDINAL_EMAIL_URL="")):
        assert found["EMAIL_BACKEND"].endswith("without_mail.EmailBackend")


@pytest.mark.parametrize(
    ("address", "port", "tls", "ssl"),
    [
        ("smtp://mail.school.example", 587, True, False),
        ("smtps://mail.school.example", 465, False, True),
        ("smtp://localhost:25", 25, False, False),
    ],
)
def test_the_port_and_the_encryption_follow_from_each_other(address, port, tls, ssl):
    found = mail_server.read(address)
    assert (found.port, found.use_tls, found.use_ssl) == (port, tls, ssl)


@pytest.mark.parametrize(
    "address",
    ["mail.school.example", "https://mail.school.example", "smtp://", "smtp://a:b", "smtp://a:b@mail.example:587x"],
)
def test_an_address_that_is_none_stops_the_start_with_a_sentence(monkeypatch, address):
    with pytest.raises(SystemExit, match="CARDINAL_EMAIL_URL has to look like"):
        settings_with(monkeypatch, CARDINAL_EMAIL_URL=address)


@pytest.fixture
def silent(settings) -> Iterator[socket.socket]:
    """A mail server that accepts connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_BACKEND = "classroom.server.mail_server.BesidePages"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()
        settings.EMAIL_TIMEOUT = 60
        yield server


def callers(server: socket.socket, count: int) -> list[socket.socket]:
    return [server.accept()[0] for _caller in range(count)]


def all_have_ended() -> None:
    """Wait until all mails are sent or given up."""
    for _place in range(mail_server.AT_ONCE):
        assert mail_server._places.acquire(timeout=10)
    mail_server._places.release(mail_server.AT_ONCE)


def test_a_forgotten_password_waits_for_no_mail_server(client, ana_teacher, silent, caplog):
    page = client.post(reverse("account_reset_password"), {"email": ana_teacher.email})
    assert page.status_code == 302
    [caller] = callers(silent, 1)
    caller.close()
    all_have_ended()
    assert "A mail was not sent: " in caplog.text
    assert ana_teacher.email not in caplog.text


def test_mails_that_a_silent_server_holds_are_bounded(silent, caplog):
    for number in range(mail_server.AT_ONCE):
        assert send_mail("", "", None, [f"{number}@school.example"]) == 1
    held = callers(silent, mail_server.AT_ONCE)
    assert send_mail("", "", None, ["one.more@school.example"]) == 0
    assert f"{mail_server.AT_ONCE} are on their way already" in caplog.text
    for caller in held:
        caller.close()
    all_have_ended()


class Mailbox(socketserver.StreamRequestHandler):
    """A mail server for one mail."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                self.server.lines = list(iter(self.rfile.readline, b".\r\n"))  # type: ignore[attr-defined]
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 well\r\n")


def test_a_mail_arrives(silent, settings):
    with socketserver.TCPServer(("127.0.0.1", 0), Mailbox) as server:
        settings.EMAIL_PORT = server.server_address[1]
        thread = Thread(target=server.handle_request)
        thread.start()
        assert send_mail("Seven ate nine", "Open this link", None, ["ana@school.example"]) == 1
        thread.join()
        assert b"Subject: Seven ate nine\r\n" in server.lines
    all_have_ended()


async def no_pages(scope: Any, receive: Any, send: Any) -> None: ...


@pytest.fixture
async def stopping(monkeypatch, silent) -> AsyncIterator[asyncio.Task[None]]:
    """A server that is told to stop while a mail is on its way."""
    monkeypatch.setattr(draining, "has_begun", False)
    assert send_mail("Seven ate nine", "Open this link", None, ["ana@school.example"]) == 1

    def stop() -> None:
        asyncio.get_running_loop().call_soon(setattr, server, "should_exit", True)

    server = serving._Server(uvicorn.Config(no_pages, lifespan="off", log_config=None), stop)
    with serving.bound("127.0.0.1", 0) as at:
        yield asyncio.create_task(server.serve(sockets=[at]))
    all_have_ended()


async def test_a_server_that_stops_lets_a_mail_arrive(stopping, silent):
    assert await asyncio.wait({stopping}, timeout=1) == (set(), {stopping})
    with socketserver.TCPServer(silent.getsockname(), Mailbox, bind_and_activate=False) as server:
        server.socket.close()
        server.socket = silent
        await asyncio.to_thread(server.handle_request)
        await stopping
        assert b"Subject: Seven ate nine\r\n" in server.lines


async def test_a_server_that_stops_waits_for_no_silent_mail_server_for_long(stopping, silent):
    [caller] = callers(silent, 1)
    await asyncio.wait_for(stopping, 2 * serving.MAIL_SECONDS)
    assert mail_server.are_on_their_way()
    caller.close()
