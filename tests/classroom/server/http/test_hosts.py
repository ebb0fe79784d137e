"""Names the server answers to, and pages that may open a socket to it."""

import pytest
from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from classroom.server.http import hosts
from classroom.server.http.hosts import LocalNamesMiddleware, is_local_name, same_origin
from classroom.server.http.links import own_url
from classroom.server.http.origins import OriginMiddleware


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.20:8000",
        "127.0.0.1",
        "[::1]:8000",
        "[fe80::1]",
        "localhost:8000",
        "cardinal",
        "TEACHER-PC.local:8000",
        "box.lan",
        "box.home.arpa",
        "box.internal.",
    ],
)
def test_addresses_and_names_of_the_room_are_answered(host):
    assert is_local_name(host)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "192.168.1.20.evil.example", "local.evil.example", "", "a b", "1.2.3.4.5"],
)
def test_names_that_a_stranger_can_own_are_refused(host):
    assert not is_local_name(host)


def test_this_machines_own_name_is_answered(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "Box.School.Example")
    assert is_local_name("box.school.example:8000")


@pytest.mark.django_db
def test_a_rebound_name_is_refused_in_words_and_sees_nothing():
    answer = Client(headers={"Host": "evil.example"}).get("/")
    assert answer.status_code == 400
    assert "does not answer to this name" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("public", ["", "play.school.example"])
@pytest.mark.parametrize("host", ["a b", "evil.example/x", "[::1", "\\", "evil.example"])
def test_a_malformed_host_is_refused_in_words_and_writes_no_line(host, public, settings, caplog):
    """Anybody could fill the disk with tracebacks."""
    settings.PUBLIC_HOST, settings.ALLOWED_HOSTS = public, [public or "*"]
    answer = Client(headers={"Host": host}).get("/")
    assert (answer.status_code, "Cardinal" in answer.content.decode(), caplog.text) == (400, True, "")


@pytest.mark.parametrize(("host", "status"), [("evil.example", 400), ("cardinal.local", 200)])
async def test_async_pages_are_guarded_alike(host, status):
    async def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse("a page")

    request = RequestFactory().get("/", headers={"Host": host})
    answer = await LocalNamesMiddleware(page)(request)
    assert answer.status_code == status


def asked_at(server: str, port: int = 8000) -> HttpRequest:
    """A request that came to this address of the server, and claims another one."""
    request = RequestFactory().get("/", headers={"Host": "192.168.1.66"})
    request.META |= {"SERVER_NAME": server, "SERVER_PORT": str(port)}
    return request


@pytest.mark.parametrize(
    ("server", "port", "url"),
    [
        ("192.168.1.20", 8000, "http://192.168.1.20:8000/a/"),
        ("192.168.1.20", 80, "http://192.168.1.20/a/"),
        ("fd00::20", 8000, "http://[fd00::20]:8000/a/"),
    ],
)
def test_a_mail_names_the_address_that_was_connected_to(server, port, url):
    assert own_url(asked_at(server, port), "/a/") == url


def test_a_mail_asked_for_at_the_server_itself_names_its_address_in_the_room(monkeypatch):
    monkeypatch.setattr(hosts, "own_addresses", lambda: ["10.0.0.20"])
    assert own_url(asked_at("127.0.0.1"), "/a/") == "http://10.0.0.20:8000/a/"
    monkeypatch.setattr(hosts, "own_addresses", list)
    assert own_url(asked_at("127.0.0.1"), "/a/") == "http://localhost:8000/a/"


def test_under_a_public_name_a_mail_names_that(settings):
    settings.PUBLIC_HOST = "play.school.example"
    assert own_url(asked_at("127.0.0.1"), "/a/") == "https://play.school.example/a/"


def handshake(origin: str | None, host: str = "192.168.1.20:8000", scheme: str = "ws") -> dict[str, object]:
    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin is not None else [])
    return {"type": "websocket", "scheme": scheme, "headers": headers}


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("http://192.168.1.20:8000", "192.168.1.20:8000", "ws"),
        ("http://cardinal.local", "cardinal.local:80", "ws"),
        ("https://cardinal.local", "cardinal.local", "wss"),
        ("http://[::1]:8000", "[::1]:8000", "ws"),
        ("http://LOCALHOST:8000", "localhost:8000", "ws"),
    ],
)
def test_a_page_of_this_server_may_open_a_socket(origin, host, scheme):
    assert same_origin(handshake(origin, host, scheme))


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://evil.example",
        "http://192.168.1.20",
        "http://192.168.1.20:8001",
        "https://192.168.1.20:8000",
        "http://192.168.1.20:8000.evil.example",
        "http://evil.example@192.168.1.20:8000",
        "http://192.168.1.21:8000",
        "http://[",
    ],
)
def test_any_other_page_may_not_open_a_socket(origin):
    assert not same_origin(handshake(origin))


def test_a_rebound_name_opens_no_socket_though_its_origin_is_the_same():
    assert not same_origin(handshake("http://evil.example:8000", "evil.example:8000"))


def test_under_a_public_name_only_that_name_over_https_may_open_a_socket(settings):
    settings.PUBLIC_HOST = "play.school.example"
    assert same_origin(handshake("https://play.school.example", "play.school.example"))
    assert not same_origin(handshake("http://play.school.example", "play.school.example"))
    assert not same_origin(handshake("http://192.168.1.20:8000"))


@pytest.mark.parametrize(("origin", "reached"), [("http://192.168.1.20:8000", True), ("http://evil.example", False)])
def test_a_foreign_socket_is_closed_before_it_is_accepted(origin, reached):
    sent: list[dict[str, object]] = []
    seen: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "websocket.connect"}

    async def send(message) -> None:
        sent.append(message)

    async def app(scope, receive, send) -> None:
        seen.append(scope)

    async_to_sync(OriginMiddleware(app))(handshake(origin), receive, send)
    assert bool(seen) is reached
    assert [message["type"] for message in sent] == ([] if reached else ["websocket.close"])


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("2001:db8:5:7:a:b:c:d", "2001:db8:5:7::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_limits_count_by_the_network_of_an_ipv6_address(address, network):
    assert hosts.network_of(address) == network
