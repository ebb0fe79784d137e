"""What a proxy loses on the way is said in words: on a page, in the answer to a refused line, in the self-test."""

import pytest
from asgiref.sync import async_to_sync
from django.urls import reverse

from classroom.server.http import proxies
from classroom.server.http.origins import OriginMiddleware

PUBLIC = "play.school.example"


@pytest.fixture(autouse=True)
def anew(monkeypatch) -> None:
    monkeypatch.setattr(proxies._Upgrades, "lost_at", float("-inf"))


@pytest.fixture
def public(settings) -> None:
    settings.PUBLIC_HOST, settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = PUBLIC, [PUBLIC], True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


@pytest.mark.parametrize(
    ("host", "page", "forwarded", "said"),
    [
        (PUBLIC, f"https://{PUBLIC}", "https", ""),
        (f"{PUBLIC}:8444", f"https://{PUBLIC}:8444/connection/", "https", ""),
        (PUBLIC, "", "https", ""),
        (
            PUBLIC,
            f"https://{PUBLIC}:8444/connection/",
            "https",
            "but the proxy passes on the name play.school.example:",
        ),
        ("127.0.0.1:8000", f"https://{PUBLIC}", "https", "the proxy does not pass on the name"),
        (PUBLIC, f"https://{PUBLIC}", None, "let it send X-Forwarded-Proto"),
        (PUBLIC, "https://evil.example", "https", "Pages of evil.example may not open WebSocket connections"),
    ],
)
def test_under_a_public_name_each_fault_of_a_proxy_is_named(host, page, forwarded, said, public):
    fault = proxies.fault(host=host, page=page, forwarded=forwarded)
    assert said in fault
    assert bool(said) == bool(fault)


@pytest.mark.parametrize(
    ("host", "page", "said"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000/connection/", ""),
        ("192.168.1.20", "http://192.168.1.20:8080/", "The page is at 192.168.1.20:8080, but the proxy passes on"),
        ("box.lan", "https://box.lan/", "start it with CARDINAL_HOST=box.lan"),
    ],
)
def test_in_the_room_each_fault_of_a_proxy_is_named(host, page, said):
    assert said in proxies.fault(host=host, page=page, forwarded=None)


@pytest.mark.parametrize("page", ["null", "http://[", "chrome-extension://abc", "//", "x", "http:///a"])
def test_an_address_that_is_none_is_no_fault_of_a_proxy(page, client, db):
    assert client.get(reverse("connection_ask"), headers={"origin": page}).status_code == 200


def test_the_self_test_names_the_fault_of_a_proxy(client, db):
    """A browser names the page that asks, with its port."""
    asked = client.get(
        reverse("connection_ask"), headers={"host": "192.168.1.20", "referer": "http://192.168.1.20:8080/connection/"}
    )
    assert "passes on the name 192.168.1.20:" in asked.json()["fault"]


def test_without_a_proxy_the_self_test_names_no_fault(client, db):
    assert client.get(reverse("connection_ask")).json()["fault"] == ""


def test_a_connection_whose_upgrade_was_taken_away_is_named_there_and_in_the_self_test(client, db):
    refused = client.get("/ws/table/ABC/", headers={"Sec-WebSocket-Key": "x"})
    assert (refused.status_code, refused["Upgrade"]) == (426, "websocket")
    assert "takes away the headers Upgrade and Connection" in refused.content.decode()
    assert "takes away the headers Upgrade" in client.get(reverse("connection_ask")).json()["fault"]


def test_who_opens_the_address_of_a_socket_as_a_page_accuses_no_proxy(client, db):
    assert client.get("/ws/table/ABC/").status_code == 426
    assert client.get(reverse("connection_ask")).json()["fault"] == ""


def test_a_wrong_name_is_answered_in_words(client, db, public):
    answer = client.get("/", headers={"host": "127.0.0.1:8000"})
    assert answer.status_code == 400
    assert "Cardinal answers to https://play.school.example/ alone" in answer.content.decode()


def test_a_proxy_in_front_of_the_room_is_told_of_the_setting(client, db):
    at = {"host": "play.school.example"}
    assert "CARDINAL_HOST" not in client.get("/", headers=at).content.decode()
    assert "has to set CARDINAL_HOST" in client.get("/", headers=at | {"x-forwarded-proto": "https"}).content.decode()


def test_a_proxy_that_drops_the_scheme_causes_no_circle_of_redirects(client, db, public):
    host = {"host": PUBLIC}
    assert "let it send X-Forwarded-Proto" in client.get("/join/", headers=host).content.decode()
    assert client.get("/join/", headers=host | {"x-forwarded-proto": "http"}).status_code == 301
    assert client.get("/join/", headers=host | {"x-forwarded-proto": "https"}).status_code == 200
    client.defaults["REMOTE_ADDR"] = "192.0.2.1"
    assert client.get("/join/", headers=host).status_code == 301


def test_a_refused_connection_says_why():
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "websocket.connect"}

    async def send(message) -> None:
        sent.append(message)

    async def nobody(scope, receive, send) -> None:
        raise AssertionError("the line was let in")

    headers = [(b"host", b"192.168.1.20"), (b"origin", b"http://192.168.1.20:8080")]
    scope = {"type": "websocket", "scheme": "ws", "headers": headers, "extensions": {"websocket.http.response": {}}}
    async_to_sync(OriginMiddleware(nobody))(scope, receive, send)
    assert [sent[0]["type"], sent[0]["status"]] == ["websocket.http.response.start", 403]
    assert b"Let it pass on the name with its port." in sent[1]["body"]
