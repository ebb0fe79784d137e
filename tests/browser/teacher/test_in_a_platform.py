"""A learning platform that nobody here wrote shows Cardinal inside its own page, in browsers that give a frame cookies
and in those that do not."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CHROMIUM, QUIET, alone
from tests.browser.over_http.people import PASSWORD, HttpTeacher
from tests.browser.prepared import copied
from tests.lti.foreign import ForeignPlatform
from tests.lti.marionette import ALL, NONE_OF_THIRD_PARTIES, PARTITIONED, Firefox
from tests.lti.platform import child

pytestmark = pytest.mark.long

KNOWN = (
    "from classroom.lti import keys; from lti_tool.models import LtiRegistration; keys.ready(); "
    "LtiRegistration.objects.create(name='Moodle', issuer='{0}', client_id='tool-1', auth_url='{0}/auth', "
    "token_url='{0}/token', keyset_url='{0}/jwks')"
)
FIREFOX = shutil.which("firefox-esr")
NO_COOKIES_IN_FRAMES = "--test-third-party-cookie-phaseout"


@pytest.fixture
def platform(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ForeignPlatform]:
    """At 127.0.0.1, which is another site than Cardinal's localhost."""
    monkeypatch.setenv("CARDINAL_LTI", "1")
    with alone(copied(prepared, tmp_path)) as server, ForeignPlatform() as platform:
        platform.tool = server.url
        server.manages("shell", "-c", KNOWN.format(platform.home))
        with urlopen(f"{server.url}/lti/keys/") as keys:  # noqa: S310
            platform.tool_keys = json.load(keys)
        yield platform


@pytest.fixture(params=[True, False], ids=["no_cookies_in_frames", "cookies_in_frames"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    strict = [NO_COOKIES_IN_FRAMES] if request.param else []
    own = browser.browser_type.launch(executable_path=CHROMIUM, args=[*QUIET, *strict])
    yield own.new_page()
    own.close()


@pytest.mark.parametrize("keeps_data", [False, True])
def test_a_teacher_puts_a_link_into_the_course_and_a_child_comes_in(
    platform: ForeignPlatform, page: Page, *, keeps_data: bool
) -> None:
    platform.keeps_data = keeps_data
    HttpTeacher(platform.tool, "ana@school.example", ["Bea"])
    platform.members = [child("u1", "Amir", "Aslan")]
    platform.sends = ("ana-sub", "Instructor", platform.deep_linking())
    page.goto(f"{platform.home}/course")
    _connects_the_class(window := _opened_by(platform, page))
    window.goto(f"{platform.tool}/lti/choose/")
    window.get_by_role("button", name="Today’s session").click()
    expect(window.get_by_text("Close this window")).to_be_visible()
    window.close()
    expect(page.frame_locator("iframe").get_by_text("The course has its link.")).to_be_visible()
    assert [item["custom"] for item in platform.items] == [{"cardinal": "today"}]
    page.context.clear_cookies()
    platform.sends = ("u1", "Learner", {})
    page.goto(f"{platform.home}/course")
    expect(_opened_by(platform, page).get_by_text("Amir").first).to_be_visible()


@pytest.mark.skipif(FIREFOX is None, reason="Debian's firefox-esr is not installed")
@pytest.mark.parametrize("keeps_data", [False, True])
@pytest.mark.parametrize("cookies", [NONE_OF_THIRD_PARTIES, PARTITIONED, ALL])
def test_they_do_so_in_firefox(platform: ForeignPlatform, tmp_path: Path, cookies: int, *, keeps_data: bool) -> None:
    platform.keeps_data = keeps_data
    HttpTeacher(platform.tool, "ana@school.example", ["Bea"])
    platform.members = [child("u1", "Amir", "Aslan")]
    platform.sends = ("ana-sub", "Instructor", platform.deep_linking())
    with Firefox(str(FIREFOX), tmp_path / "firefox", cookies) as firefox:
        course = _opened_in_firefox(platform, firefox)
        firefox.types("[name=login]", "ana@school.example")
        firefox.types("[name=password]", PASSWORD)
        firefox.presses("Sign in")
        firefox.presses("That is me")
        firefox.presses("4B")
        firefox.presses("Make these changes")
        firefox.shows("Amir")
        firefox.opens(f"{platform.tool}/lti/choose/")
        firefox.presses("Today’s session")
        firefox.shows("Close this window")
        firefox.looks_at(course)
        firefox.enters("iframe")
        firefox.shows("The course has its link.")
        platform.sends = ("u1", "Learner", {})
        _opened_in_firefox(platform, firefox)
        firefox.shows("Amir")
    assert [item["custom"] for item in platform.items] == [{"cardinal": "today"}]


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
    expect(frame.get_by_role("button")).to_have_count(1)
    with page.expect_popup() as opened:
        frame.get_by_role("button", name="Open Cardinal").click()
    return opened.value


def _connects_the_class(window: Page) -> None:
    window.get_by_label("E-mail").fill("ana@school.example")
    window.get_by_label("Password").fill(PASSWORD)
    window.keyboard.press("Enter")
    window.get_by_role("button", name="That is me").click()
    window.get_by_role("button", name="4B").click()
    window.get_by_role("button", name="Make these changes").click()
    expect(window.get_by_text("Amir").first).to_be_visible()
