"""A learning platform as the standard wants it: a small server with keys, names, lines and scores."""

import json
import re
import threading
import time
from contextlib import suppress
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, parse_qsl, urlsplit

import jwt
from django.test import Client
from django.urls import reverse
from jwcrypto.jwk import JWK

LTI = "https://purl.imsglobal.org/spec/lti"
MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
IN_A_WINDOW = {"Sec-Fetch-Dest": "document"}
DRIPS = "drips"
"""In `instead`: an answer without an end."""
PAGE = 2
"""People on a page of the list, so that there are several."""


@cache
def own_key() -> JWK:
    return JWK.generate(kty="RSA", size=2048, kid="platform-1")


class Platform:
    """`members` are the people of its course, `lines` the lines of its gradebook, `scores` what was written there.

    `says` is what its configuration says otherwise than it is, `instead` what it answers at a path whoever asks, with
    the heads of the answer. `sends` is whom its own pages send over, to the `tool` at this address, by number, role and
    claims; `returned` what was handed to them. `keeps_data`: its page does so for tools in its frames.
    """

    handler: "type[PlatformHandler] | None" = None

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.key = own_key()
        self.members: list[dict[str, Any]] = []
        self.lines: list[dict[str, Any]] = []
        self.scores: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        self.registered: dict[str, Any] = {}
        self.says: dict[str, Any] = {}
        self.instead: dict[str, tuple[int, Any, dict[str, str]]] = {}
        self.visits: list[str] = []
        self.takes_no_score_of: set[str] = set()
        self.tool_keys: dict[str, Any] = {}
        self.tool = "http://testserver"
        self.sends: tuple[str, str, dict[str, Any]] = ("u1", "Learner", {})
        self.returned: list[str] = []
        self.keeps_data = False
        handler = type("Handler", (self.handler or PlatformHandler,), {"platform": self})
        self.server = ThreadingHTTPServer((host, 0), handler)
        self.home = f"http://{host}:{self.server.server_port}"

    def __enter__(self) -> Self:
        often = {"poll_interval": 0.01}  # by itself it looks twice a second whether it is to stop
        threading.Thread(target=self.server.serve_forever, kwargs=often, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    # What its admin and its people do

    def register(self, admin: Client) -> Any:
        """Its admin opens the link that the school's admin has made."""
        made = admin.post(reverse("lti_platforms")).content.decode()
        (path,) = re.findall(r'<code class="link">http://testserver(/lti/register/\S+?)</code>', made)
        answer = Client().get(path, {"openid_configuration": f"{self.home}/configuration", "registration_token": "r1"})
        self.tool_keys = admin.get(reverse("lti_jwks")).json()
        return answer

    def announces(self, browser: Client, **changed: str) -> dict[str, str]:
        """Begin a sign-in; return what the tool asks for: state, nonce and so on."""
        sent = browser.post(reverse("lti_login"), self.announcement() | changed, headers=IN_A_WINDOW)
        if sent.status_code != 302:
            return {}
        assert sent["Location"].startswith(f"{self.home}/auth?")
        return dict(parse_qsl(urlsplit(sent["Location"]).query))

    def announcement(self) -> dict[str, str]:
        return {
            "iss": self.home,
            "login_hint": "h",
            "client_id": "tool-1",
            "target_link_uri": f"{self.tool}/lti/launch/",
        } | ({"lti_storage_target": "_parent"} if self.keeps_data else {})

    def launches(self, browser: Client, sub: str, roles: list[str], *, frame: str = "", **more: Any) -> Any:
        """Send somebody over. `custom`, `claims`, `key` change what is said and who signs it; `frame` is the token of
        the frame whose button was pressed."""
        asked = self.announces(browser, **({"frame": frame} if frame else {}))
        word = self.word(asked["nonce"], sub, roles, **more)
        return browser.post(reverse("lti_launch"), {"state": asked["state"], "id_token": word})

    def word(self, nonce: str, sub: str, roles: list[str], *, custom: dict[str, str] | None = None,
             claims: dict[str, Any] | None = None, key: JWK | None = None, kid: str = "platform-1") -> str:  # fmt: skip
        now = int(time.time())
        said = {
            "iss": self.home, "aud": "tool-1", "sub": sub, "nonce": nonce, "iat": now, "exp": now + 600,
            "name": "Somebody Else", "email": f"{sub}@secret.example",
            f"{LTI}/claim/message_type": "LtiResourceLinkRequest",
            f"{LTI}/claim/version": "1.3.0",
            f"{LTI}/claim/deployment_id": "d1",
            f"{LTI}/claim/target_link_uri": f"{self.tool}/lti/launch/",
            f"{LTI}/claim/resource_link": {"id": "link-1"},
            f"{LTI}/claim/roles": [MEMBERSHIP + role for role in roles],
            f"{LTI}/claim/context": {"id": "course-7", "title": "Maths 4B"},
            f"{LTI}/claim/custom": custom or {},
            f"{LTI}-nrps/claim/namesroleservice": {"context_memberships_url": f"{self.home}/members"},
            f"{LTI}-ags/claim/endpoint": {
                "lineitems": f"{self.home}/lineitems",
                "scope": [f"{LTI}-ags/scope/lineitem", f"{LTI}-ags/scope/score"],
            },
        }  # fmt: skip
        signer = (key or self.key).get_op_key("sign")  # kept by the key; a PEM is checked anew each time: 25 ms
        return jwt.encode(said | (claims or {}), signer, algorithm="RS256", headers={"kid": kid})

    def deep_linking(self) -> dict[str, Any]:
        """Claims of a teacher who wants to put a link into the course."""
        return {
            f"{LTI}/claim/message_type": "LtiDeepLinkingRequest",
            f"{LTI}-dl/claim/deep_linking_settings": {
                "deep_link_return_url": f"{self.home}/return",
                "accept_types": ["ltiResourceLink"],
                "accept_presentation_document_targets": ["window"],
                "data": "state of the platform",
            },
        }

    def read(self, word: str) -> dict[str, Any]:
        """Read what the tool has signed, by its public keys."""
        return read_by(self.tool_keys, word, audience=self.home)

    def configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.home,
            "authorization_endpoint": f"{self.home}/auth",
            "token_endpoint": f"{self.home}/token",
            "jwks_uri": f"{self.home}/jwks",
            "registration_endpoint": f"{self.home}/register",
            f"{LTI}-platform-configuration": {"product_family_code": "moodle"},
        } | self.says


KEEPS_DATA = """<script>
const kept = {};
let asked = 0;
addEventListener("message", ({ data, source, origin }) => {
  if (data.subject === "lti.put_data") kept[origin + data.key] = data.value;
  else if (data.subject !== "lti.get_data" || (window.holds ?? !asked++)) return;
  const { key, message_id } = data;
  source.postMessage({ subject: data.subject + ".response", message_id, key, value: kept[origin + key] }, origin);
});
</script>"""
"""LTI Postmessage Storage 0.1, as far as this page needs it: by the origin of the tool. What is asked first is
lost, as by a page that does not listen yet; or what is asked while a test `holds`."""


def read_by(keys: dict[str, Any], word: str, audience: str) -> dict[str, Any]:
    kid = jwt.get_unverified_header(word)["kid"]
    (fitting,) = [key for key in keys["keys"] if key["kid"] == kid]
    return jwt.decode(word, jwt.PyJWK(fitting).key, algorithms=["RS256"], audience=audience)


def child(number: str, given: str, family: str, **more: Any) -> dict[str, Any]:
    return {
        "user_id": number, "given_name": given, "family_name": family, "name": f"{given} {family}", "status": "Active",
        "email": f"{given}@secret.example".lower(), "roles": [f"{MEMBERSHIP}Learner"],
    } | more  # fmt: skip


def form(action: str, fields: dict[str, str], target: str = "_self") -> str:
    """A form that sends itself, as platforms write them."""
    inputs = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in fields.items())
    send = "<script>document.forms[0].submit()</script>"
    return f'<form method="post" action="{action}" target="{target}">{inputs}</form>{send}'


class PlatformHandler(BaseHTTPRequestHandler):
    platform: Platform

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        platform = self.platform
        platform.visits.append(self.path)
        if parts.path in platform.instead:
            status, said, heads = platform.instead[parts.path]
            if said is DRIPS:
                self._drip()
            else:
                self._answer(said, status, **heads)
        elif parts.path == "/configuration":
            self._answer(platform.configuration())
        elif parts.path == "/jwks":
            public = json.loads(platform.key.export_public()) | {"alg": "RS256", "use": "sig"}
            self._answer({"keys": [public]})
        elif parts.path == "/members" and self._is_known():
            asked = parse_qs(parts.query)
            self._people(int(asked.get("from", ["0"])[0]), is_marked=asked.get("mark") == ["Ab"])
        elif parts.path == "/lineitems" and self._is_known():
            self._answer(platform.lines)
        elif parts.path == "/course":
            self._page('<h1>Course</h1><iframe name="tool" width="600" height="400"></iframe>'
                       + (KEEPS_DATA if platform.keeps_data else "")
                       + form(f"{platform.tool}/lti/login/", platform.announcement(), target="tool"))  # fmt: skip
        elif parts.path == "/auth":
            announced = dict(parse_qsl(parts.query))
            number, role, claims = platform.sends
            word = platform.word(announced["nonce"], number, [role], claims=claims)
            self._page(form(f"{platform.tool}/lti/launch/", {"state": announced["state"], "id_token": word}))
        else:
            self._answer({}, 404)

    def _people(self, begin: int, *, is_marked: bool) -> None:
        """Answer with a page of the list; a page that follows is found by its mark, capital letters and all."""
        if begin and not is_marked:
            return self._answer({}, 404)
        some, left = self.platform.members[begin : begin + PAGE], self.platform.members[begin + PAGE :]
        following = f'<{self.platform.home}/members?from={begin + PAGE}&mark=Ab>; rel="next"' if left else ""
        self._answer({"id": "m", "context": {"id": "course-7"}, "members": some}, Link=following)
        return None

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        platform = self.platform
        if self.path in platform.instead:
            status, said, heads = platform.instead[self.path]
            self._answer(said, status, **heads)
        elif self.path == "/return":
            platform.returned.append(dict(parse_qsl(body.decode()))["JWT"])
            self._page("<p>The course has its link.</p>")
        elif self.path == "/register":
            platform.registered = json.loads(body) | {"bearer": self.headers["Authorization"]}
            self._answer({"client_id": "tool-1"})
        elif self.path == "/token":
            self._token(dict(parse_qsl(body.decode())))
        elif self.path == "/lineitems" and self._is_known():
            platform.lines.append(json.loads(body) | {"id": f"{platform.home}/lineitems/{len(platform.lines)}"})
            self._answer(platform.lines[-1])
        elif self.path.endswith("/scores") and self._is_known():
            score = json.loads(body)
            if score["userId"] in platform.takes_no_score_of:
                self._answer({}, 500)
            else:
                platform.scores.append(score | {"line": self.path})
                self._answer({})
        else:
            self._answer({}, 404)

    def _drip(self) -> None:
        """Answer with a space now and then, until nobody listens any more."""
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            while True:
                self.wfile.write(b" ")
                time.sleep(0.05)

    def _token(self, form: dict[str, str]) -> None:
        """Nobody gets a token but who signs with the tool's key."""
        said = read_by(self.platform.tool_keys, form["client_assertion"], f"{self.platform.home}/token")
        self.platform.asked.append({"client": said["sub"], "scope": form["scope"]})
        self._answer({"access_token": "token-1", "token_type": "Bearer", "expires_in": 3600})

    def _is_known(self) -> bool:
        return self.headers["Authorization"] == "Bearer token-1"

    def _page(self, html: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(html.encode())

    def _answer(self, said: Any, status: int = 200, **heads: str) -> None:
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in heads.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_words: object) -> None:
        pass
