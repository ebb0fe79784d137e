"""A learning platform that nobody here wrote shows Cardinal inside its own page, in browsers that give a frame cookies
and in those that do not. Both speak https, as they have to: Cardinal behind nginx, with the file that `deploy` prints.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from django.test import override_settings
from playwright.sync_api import Browser, Page, expect

from classroom.server.deployment import config_files
from classroom.server.http.hosts import own_addresses
from tests.browser.conftest import CHROMIUM, QUIET, alone
from tests.browser.driving.patience import patiently
from tests.browser.driving.server import Server
from tests.browser.games.test_solo import answer_of, number_on
from tests.browser.over_http.people import PASSWORD, HttpTeacher
from tests.browser.prepared import copied
from tests.lti.foreign import ForeignPlatform
from tests.lti.marionette import ALL, NONE_OF_THIRD_PARTIES, PARTITIONED, Firefox
from tests.lti.platform import child
from tests.serve.test_proxies import answers, free_port, wrapped

ADDRESS = next(iter(own_addresses()), "")
"""Of this box in its own network: another site than localhost, and the server asks a platform there if it is named."""
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed"),
    pytest.mark.skipif(not ADDRESS, reason="this box is in no network"),
]
FIREFOX = shutil.which("firefox-esr")
WHOLE_CHROMIUM = shutil.which("chromium") or CHROMIUM
SAME_NETWORK = f"{QUIET[-1]},LocalNetworkAccessChecks"
"""Or Chromium shows nothing of this box itself in the frame of a page of its network."""
SETS_A_COOKIE = "document.cookie = 'probe=1; SameSite=None; Secure'; return document.cookie.includes('probe')"
HOURLY = """
from classroom.lti import gradebook, members
from classroom.models import PlatformCourse, Student
from classroom.sessions import lifecycle
from tests.classroom.reports.attempts_given import play_at
amir = Student.objects.get(classroom={0}, name__startswith="Amir")
lesson = lifecycle.open_session(classroom=amir.classroom, game="around_the_corner", options={{}}, table_size=2)
play_at(lesson, amir, right=12)
gradebook.send_due()
PlatformCourse.objects.update(read_at=None)
members.read_nightly()
"""
"""After a lesson, so that there is something to tell of Amir, and as if the names had been read the day before."""


class Secured(NamedTuple):
    """A server behind its proxy, and the certificate of all that speak https here."""

    server: Server
    url: str
    certified: Path
    admin: HttpTeacher


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificate")
    named = ["-subj", "/CN=localhost", "-addext", f"subjectAltName=DNS:localhost,IP:{ADDRESS}"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *named]
    files = ["-keyout", f"{folder / 'key.pem'}", "-out", f"{folder / 'certificate.pem'}"]
    subprocess.run([*command, *files], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def secured(prepared: Path, certified: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    port, folder = free_port(), tmp_path_factory.mktemp("nginx")
    with pytest.MonkeyPatch.context() as environment:
        for name in ("REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"):
            environment.setenv(name, str(certified / "certificate.pem"))
        for name, value in {"HOST": "localhost", "LTI": "1", "LTI_HOSTS": ADDRESS}.items():
            environment.setenv(f"CARDINAL_{name}", value)
        with alone(copied(prepared, tmp_path_factory.mktemp("secured"))) as server:
            keys = {name: str(certified / f"{name}.pem") for name in ("certificate", "key")}
            with override_settings(PUBLIC_HOST="localhost"):
                text = config_files.text("nginx", port=server.port, public_port=port, user="", **keys)
            running = subprocess.Popen(wrapped("nginx", text, folder, free_port()), stderr=subprocess.DEVNULL)
            patiently(lambda: answers(port), "the proxy")
            url = f"https://localhost:{port}"
            yield Secured(server, url, certified, HttpTeacher(url, "admin@school.example", ["Zoe"]))
            running.terminate()
            running.wait(20)


@pytest.fixture
def platform(secured: Secured) -> Iterator[ForeignPlatform]:
    with ForeignPlatform(ADDRESS, secured.certified) as platform:
        platform.tool, home = secured.url, platform.home
        pages = {"auth_url": f"{home}/auth", "token_url": f"{home}/token", "keyset_url": f"{home}/jwks"}
        secured.admin.posts(
            "/lti/platforms/", fields={"name": "Foreign", "issuer": home, "client_id": "tool-1", **pages}
        )
        with urlopen(f"{secured.url}/lti/keys/") as keys:  # noqa: S310
            platform.tool_keys = json.load(keys)
        yield platform


@pytest.fixture
def ana(secured: Secured, platform: ForeignPlatform) -> HttpTeacher:
    """The teacher of the course, who has set her class one card of homework."""
    teacher = HttpTeacher(secured.url, f"ana{urlsplit(platform.home).port}@school.example", ["Bea"])
    path = f"/classes/{teacher.classroom}/homework/"
    until = re.search(r'name="until" value="([\d-]+)"', teacher.gets(path)[1])
    assert until
    teacher.posts(path, fields={**teacher.chosen(path), "unit": "cards", "amount": "1", "until": until[1]})
    platform.members = [child("u1", "Amir", "Aslan")]
    platform.sends = ("ana-sub", "Instructor", platform.deep_linking())
    return teacher


@pytest.fixture(params=[True, False], ids=["cookies_in_frames", "no_cookies_in_frames"])
def page(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """In the whole Chromium: the one without windows knows no such preference."""
    (profile := tmp_path / "chromium" / "Default").mkdir(parents=True)
    (profile / "Preferences").write_text(json.dumps({"profile": {"cookie_controls_mode": 0 if request.param else 1}}))
    own = browser.browser_type.launch_persistent_context(
        profile.parent, executable_path=WHOLE_CHROMIUM, args=[*QUIET[:-1], SAME_NETWORK], ignore_https_errors=True
    )
    page = own.pages[0]
    page.add_init_script("window.holds = true")
    yield page
    own.close()


@pytest.mark.parametrize("keeps_data", [False, True])
def test_a_teacher_puts_a_link_into_the_course_and_a_child_comes_in(
    platform: ForeignPlatform, ana: HttpTeacher, page: Page, request: pytest.FixtureRequest, *, keeps_data: bool
) -> None:
    platform.keeps_data = keeps_data
    page.goto(f"{platform.home}/course")
    window = _opened_by(platform, page)
    assert page.frames[1].evaluate(f"() => {{ {SETS_A_COOKIE} }}") is request.node.callspec.params["page"]
    _connects_the_class(window, ana)
    window.goto(f"{platform.tool}/lti/choose/")
    window.get_by_role("button", name="Homework").click()
    expect(window.get_by_text("Close this window")).to_be_visible()
    window.close()
    expect(page.frame_locator("iframe").get_by_text("The course has its link.")).to_be_visible()
    assert [list(item["custom"]) for item in platform.items] == [["cardinal"]]
    page.context.clear_cookies()
    platform.sends = ("u1", "Learner", {})
    page.goto(f"{platform.home}/course")
    _plays_its_card(_opened_by(platform, page))


def test_a_link_opens_a_window_and_a_result_and_names_go_over(
    secured: Secured, platform: ForeignPlatform, ana: HttpTeacher, page: Page
) -> None:
    page.goto(f"{platform.home}/link")
    _connects_the_class(page, ana)
    page.goto(f"{platform.tool}/lti/choose/")
    page.get_by_role("button", name="Homework").click()
    expect(page.get_by_text("The course has its link.")).to_be_visible()
    page.context.clear_cookies()
    platform.sends = ("u1", "Learner", {})
    page.goto(f"{platform.home}/link")
    _plays_its_card(page)
    platform.members.append(child("u2", "Cleo", "Cruz"))
    secured.server.manages("shell", "-c", HOURLY.format(ana.classroom))
    assert {score["userId"]: score["scoreMaximum"] for score in platform.scores} == {"u1": 60}
    assert [line["tag"] for line in platform.lines] == [f"cardinal-{platform.items[0]['custom']['cardinal']}"]
    assert "Cleo" in ana.gets(f"/classes/{ana.classroom}/")[1]


@pytest.mark.skipif(FIREFOX is None, reason="Debian's firefox-esr is not installed")
@pytest.mark.parametrize("keeps_data", [False, True])
@pytest.mark.parametrize("cookies", [NONE_OF_THIRD_PARTIES, PARTITIONED, ALL])
def test_in_firefox_a_link_is_put_into_the_course_and_a_child_comes_in(
    platform: ForeignPlatform, ana: HttpTeacher, tmp_path: Path, cookies: int, *, keeps_data: bool
) -> None:
    platform.keeps_data = keeps_data
    with Firefox(str(FIREFOX), tmp_path / "firefox", cookies) as firefox:
        course = _opened_in_firefox(platform, firefox)
        firefox.types("[name=login]", ana.email)
        firefox.types("[name=password]", PASSWORD)
        firefox.presses("Sign in")
        firefox.presses("That is me")
        firefox.presses("4B")
        firefox.presses("Make these changes")
        firefox.shows("Amir")
        firefox.opens(f"{platform.tool}/lti/choose/")
        firefox.presses("Homework")
        firefox.shows("Close this window")
        firefox.looks_at(course)
        firefox.enters("iframe")
        takes = firefox.ask("WebDriver:ExecuteScript", script=SETS_A_COOKIE, args=[])
        assert takes is (cookies != NONE_OF_THIRD_PARTIES)
        firefox.shows("The course has its link.")
        platform.sends = ("u1", "Learner", {})
        _opened_in_firefox(platform, firefox)
        firefox.shows("Do the homework")
    assert [list(item["custom"]) for item in platform.items] == [["cardinal"]]


def _opened_in_firefox(platform: ForeignPlatform, firefox: Firefox) -> str:
    """Press the one button of the frame and look at the window; return the one of the course."""
    course, before = firefox.windows()[0], set(firefox.windows())
    firefox.looks_at(course)
    firefox.opens(f"{platform.home}/course")
    firefox.enters("iframe")
    firefox.clicks("[action='/lti/enter/'] button:enabled" if platform.keeps_data else "[data-door] button")
    (opened,) = firefox.until(lambda: set(firefox.windows()) - before)
    firefox.looks_at(opened)
    return course


def _opened_by(platform: ForeignPlatform, page: Page) -> Page:
    """Press the one button of the frame; return the window."""
    frame = page.frame_locator("iframe")
    if platform.keeps_data:
        expect(frame.locator("[action='/lti/enter/'] button:disabled")).to_be_visible()
        expect(frame.get_by_text("One moment")).to_be_visible()
        page.evaluate("() => { holds = false; }")
    expect(frame.get_by_role("button")).to_have_count(1)
    with page.expect_popup() as opened:
        frame.get_by_role("button", name="Open Cardinal").click()
    return opened.value


def _connects_the_class(window: Page, teacher: HttpTeacher) -> None:
    window.get_by_label("E-mail").fill(teacher.email)
    window.get_by_label("Password").fill(PASSWORD)
    window.keyboard.press("Enter")
    window.get_by_role("button", name="That is me").click()
    window.get_by_role("button", name="4B").click()
    window.get_by_role("button", name="Make these changes").click()
    expect(window.get_by_text("Amir").first).to_be_visible()


def _plays_its_card(window: Page) -> None:
    """A child begins its homework and puts down the one card of it."""
    window.get_by_role("button", name="Do the homework").click()
    held = window.locator(".eight .card:not([disabled])")
    expect(held).to_have_count(8)
    fits = answer_of(window)
    next(card for card in held.all() if number_on(card) in fits).click()
    expect(window.get_by_text("1 of 1 card")).to_be_visible()
