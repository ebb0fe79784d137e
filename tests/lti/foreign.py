"""A platform that nobody here wrote: lti1p3platform judges and signs, this module gives it rows and addresses.

It stands beside `platform`, which knows only what we have read in the standard.
"""

import json
import ssl
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from lti1p3platform.ltiplatform import LTI1P3PlatformConfAbstract
from lti1p3platform.membership import Context
from lti1p3platform.message_launch import LTIAdvantageMessageLaunchAbstract
from lti1p3platform.oidc_login import OIDCLoginAbstract
from lti1p3platform.registration import Registration
from lti1p3platform.request import Request
from lti1p3platform.score import UpdateScoreStatus
from lti1p3platform.service_connector import AssignmentsGradesService, NamesRoleProvisioningService

from tests.lti.platform import MEMBERSHIP, Platform, PlatformHandler, form


class _Conf(LTI1P3PlatformConfAbstract):
    def init_platform_config(self, *, platform: "ForeignPlatform") -> None:
        launch = f"{platform.tool}/lti/launch/"
        known = Registration().set_iss(platform.home).set_client_id("tool-1").set_deployment_id("d1")
        known.set_launch_url(launch).set_deeplink_launch_url(launch).set_oidc_login_url(f"{platform.tool}/lti/login/")
        known.set_tool_key_set(platform.tool_keys)
        known.set_platform_public_key(platform.key.export_to_pem().decode())
        known.set_platform_private_key(platform.key.export_to_pem(private_key=True, password=None).decode())
        self._registration = known

    def get_registration_by_params(self, **_asked: Any) -> Registration:
        return self._registration


class _Login(OIDCLoginAbstract):
    def set_lti_message_hint(self, **hint: str) -> None:
        self._lti_message_hint = hint["link"]

    def get_redirect(self, url: str) -> str:
        return url


class _Launch(LTIAdvantageMessageLaunchAbstract):
    """Cardinal without a public name calls itself as the room does: its page is opened where the tests have it."""

    platform: "ForeignPlatform"

    def render_launch_form(self, launch_data: dict[str, Any], **_more: Any) -> str:
        path = urlsplit(launch_data.pop("launch_url")).path
        return form(f"{self.platform.tool}{path}", launch_data)


class _Grades(AssignmentsGradesService):
    """Rows of the gradebook of `platform`."""

    platform: "ForeignPlatform"

    def find_lineitems(self, **_asked: Any) -> Any:
        return {"content": self.platform.lines, "has_next": False}

    def create_lineitem(self, creation_data: Any) -> Any:
        made = creation_data | {"id": f"{self.platform.home}/lineitems/{len(self.platform.lines)}"}
        self.platform.lines.append(made)
        return made

    def update_score(self, line_item_id: str, score: Any) -> UpdateScoreStatus:
        self.platform.scores.append(score | {"line": line_item_id})
        return UpdateScoreStatus.SUCCESS

    def find_lineitem(self, line_item_id: str) -> Any: ...

    def update_lineitem(self, update_data: Any) -> Any: ...

    def delete_lineitem(self, line_item_id: str) -> None: ...

    def get_results(self, line_item_id: str, **_asked: Any) -> Any: ...


class _Names(NamesRoleProvisioningService):
    platform: "ForeignPlatform"

    def get_member_data_page(self, **_asked: Any) -> Any:
        return {"content": self.platform.members, "has_next": False}

    def get_context_by_id(self) -> Context:
        return Context("course-7", "4B", "Maths 4B")


class _Asked(Request):
    def build_metadata(self, request: Any) -> Any:
        return request


class ForeignHandler(PlatformHandler):
    platform: "ForeignPlatform"

    def handle(self) -> None:
        """A browser that doubts the certificate hangs up, asks, and comes again."""
        with suppress(ssl.SSLError):
            super().handle()

    def do_GET(self) -> None:  # noqa: N802
        parts = urlsplit(self.path)
        if parts.path == "/link":
            self._page(form(f"{self.platform.tool}/lti/login/", self.platform.announcement()))
        elif parts.path == "/jwks":
            self._answer(self.platform.conf.get_jwks())
        elif parts.path == "/auth":
            self._page(self.platform.launch(self._asked()).lti_launch())
        elif parts.path == "/members":
            self._says(self.platform.names(self._asked()).handle_get_members)
        elif parts.path == "/lineitems":
            self._says(self.platform.grades(self._asked()).handle_get_lineitems)
        else:
            super().do_GET()

    def do_POST(self) -> None:  # noqa: N802
        asked = self._asked()
        if self.path == "/token":
            self._answer(self.platform.conf.get_access_token(asked.form_data))
        elif self.path == "/return":
            self.platform.items += self.platform.conf.validate_deeplinking_resp(asked.form_data)
            self.platform.returned.append(asked.form_data["JWT"])
            self._page("<p>The course has its link.</p>")
        elif self.path == "/lineitems":
            self._says(self.platform.grades(asked).handle_create_lineitem)
        else:
            self._says(self.platform.grades(asked).handle_update_score, line_item_id=self.path)

    def _asked(self) -> _Asked:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        is_json = "json" in (self.headers["Content-Type"] or "")
        return _Asked({
            "method": self.command, "path": self.path, "headers": self.headers,
            "get_data": dict(parse_qsl(urlsplit(self.path).query)),
            "form_data": {} if is_json else dict(parse_qsl(body)), "json": json.loads(body) if is_json else None,
        })  # fmt: skip

    def _says(self, service: Any, **more: Any) -> None:
        """Answer what the library does. A list is the page's content: it leaves that to whoever calls it."""
        answer = service.__self__.handle_resp(service, **more)
        result = answer.result
        self._answer(result["content"] if isinstance(result, dict) and "content" in result else result, answer.code)


class ForeignPlatform(Platform):
    """`items` are the links that were put into its course; who comes takes the last of them. `certified`: the folder of
    its certificate and key; it speaks https then."""

    handler = ForeignHandler

    def __init__(self, host: str = "127.0.0.1", certified: Path | None = None) -> None:
        super().__init__(host)
        self.items: list[dict[str, Any]] = []
        if certified:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certified / "certificate.pem", certified / "key.pem")
            # Nobody waits here for a line that a browser only keeps ready: its thread shakes hands.
            self.server.socket = context.wrap_socket(self.server.socket, True, do_handshake_on_connect=False)
            self.home = self.home.replace("http", "https", 1)

    @property
    def conf(self) -> _Conf:
        return _Conf(platform=self)

    def announcement(self) -> dict[str, str]:
        login = _Login(None, self.conf)
        login.set_lti_message_hint(link="link-1")
        said = dict(parse_qsl(urlsplit(login.initiate_login("h")).query))
        return said | ({"lti_storage_target": "_parent"} if self.keeps_data else {})

    def launch(self, asked: Request) -> _Launch:
        """Send over whom `sends` says."""
        number, role, claims = self.sends
        launch = _Launch(asked, self.conf)
        launch.platform = self
        launch.set_user_data(number, [MEMBERSHIP + role], full_name="Somebody Else")
        launch.set_resource_link_claim("link-1")
        launch.set_launch_context_claim("course-7", context_title="Maths 4B")
        launch.set_ags(f"{self.home}/lineitems")
        launch.set_nrps(f"{self.home}/members")
        if claims:
            launch.set_dl(f"{self.home}/return", accept_types={"ltiResourceLink"})
        elif self.items:
            launch.set_custom_parameters_claim(self.items[-1]["custom"])
        return launch

    def names(self, asked: Request) -> _Names:
        service = _Names(asked, self.conf, f"{self.home}/members")
        service.platform = self
        return service

    def grades(self, asked: Request) -> _Grades:
        service = _Grades(asked, self.conf, f"{self.home}/lineitems")
        service.platform = self
        return service
