"""Where this box itself goes: to the internet, however an address is written, and by one road alone."""

import ast
import socket
from ipaddress import ip_address

import pytest

from classroom.server import outgoing
from tests.test_arrows import SOURCES, imports

NOT_PUBLIC = [
    *("127.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001", "127.9.9.9", "0.0.0.0", "0", "localhost"),
    *("10.0.0.1", "172.16.0.1", "192.168.1.5", "100.64.0.1", "169.254.169.254", "224.0.0.1", "255.255.255.255"),
    *("192.0.2.1", "198.18.0.1", "240.0.0.1"),
    *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[::ffff:0:127.0.0.1]", "[fe80::1]"),
    *("[fd00::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[2002:7f00:1::]", "[2002:a00:1::1]"),
    *("[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::7f00:1]"),
]


@pytest.fixture(autouse=True)
def public(settings) -> None:
    settings.PUBLIC_HOST = "cards.example"


@pytest.mark.parametrize("host", NOT_PUBLIC)
def test_addresses_that_are_not_of_the_internet_are_refused_in_every_spelling(host):
    with pytest.raises(outgoing.NotPublicError):
        outgoing.addresses_of(host, 443)
    if host != "localhost":
        with pytest.raises(outgoing.NotPublicError):
            outgoing.refuse_literal(host)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:4700::1", "64:ff9b::5db8:d70e", "::ffff:93.184.215.14"])
def test_addresses_of_the_internet_are_accepted(address):
    assert outgoing.is_public(ip_address(address))
    assert [ip_address(found) for found in outgoing.addresses_of(address, 443)] == [ip_address(address)]


@pytest.mark.parametrize("host", ["moodle..example", f"{'a' * 64}.example"])
def test_what_cannot_be_a_name_has_no_address(host):
    outgoing.refuse_literal(host)
    with pytest.raises(OSError, match="is no name"):
        outgoing.addresses_of(host, 443)


def answering(monkeypatch, *answers: str) -> None:
    """Let the name's server say this."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answer, 443)) for answer in answers]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: found)


def test_one_private_address_among_public_ones_refuses_the_name(monkeypatch):
    answering(monkeypatch, "93.184.215.14", "10.0.0.7")
    with pytest.raises(outgoing.NotPublicError):
        outgoing.addresses_of("moodle.example", 443)


def test_a_platform_that_the_technician_has_named_may_be_in_the_school_and_not_on_this_box(monkeypatch, settings):
    settings.LTI_HOSTS = {"moodle.school.example"}
    answering(monkeypatch, "10.0.0.7")
    assert outgoing.addresses_of("Moodle.School.example.", 443) == ["10.0.0.7"]
    with pytest.raises(outgoing.NotPublicError):
        outgoing.addresses_of("other.school.example", 443)
    for here in ("127.0.0.1", "169.254.169.254", "0.0.0.0"):
        answering(monkeypatch, here)
        with pytest.raises(outgoing.NotPublicError):
            outgoing.addresses_of("moodle.school.example", 443)


ROADS = {"requests", "urllib.request", "urllib3", "http.client", "httpx", "aiohttp", "ftplib", "smtplib"}
MAY_GO = {
    "classroom.lti.asking",  # the one road
    "classroom.server.monitoring.door_test",  # asks this box by the address that its technician has typed
}


def test_nothing_else_of_ours_makes_requests():
    """Others may import the names of errors from `requests`, and call nothing of it."""
    found = set()
    for module, path in SOURCES.items():
        if module in MAY_GO or not {name.split(".")[0] for name in imports(path)} & {
            road.split(".")[0] for road in ROADS
        }:
            continue
        tree = ast.parse(path.read_text())
        names = {name for name in imports(path) if name in ROADS - {"requests"} or name.startswith("urllib3")}
        calls = [
            node for node in ast.walk(tree) if isinstance(node, ast.Call) and "requests." in ast.unparse(node.func)
        ]
        found |= {module} if names or calls else set()
    assert found == set()
