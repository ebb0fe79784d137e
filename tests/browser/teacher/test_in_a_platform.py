"""A learning platform that shows Cardinal inside its own page, in a browser that gives a frame no cookies."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CHROMIUM, QUIET, alone
from tests.browser.over_http.people import PASSWORD, HttpTeacher
from tests.browser.prepared import copied
from tests.lti.platform import Platform, child

pytestmark = pytest.mark.long

KNOWN = (
    "from classroom.lti import keys; from lti_tool.models import LtiRegistration; keys.ready(); "
    "LtiRegistration.objects.create(name='Moodle', issuer='{0}', client_id='tool-1', auth_url='{0}/auth', "
    "token_url='{0}/token', keyset_url='{0}/jwks')"
)
NO_COOKIES_IN_FRAMES = "--test-third-party-cookie-phaseout"


@pytest.fixture
def platform(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    """At 127.0.0.1, which is another site than Cardinal's localhost."""
    monkeypatch.setenv("CARDINAL_LTI", "1")
    with alone(copied(prepared, tmp_path)) as server, Platform() as platform:
        platform.tool = server.url
        server.manages("shell", "-c", KNOWN.format(platform.home))
        with urlopen(f"{server.url}/lti/keys/") as keys:  # noqa: S310
            platform.tool_keys = json.load(keys)
        yield platform


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    strict = browser.browser_type.launch(executable_path=CHROMIUM, args=[*QUIET, NO_COOKIES_IN_FRAMES])
    yield strict.new_page()
    strict.close()


@pytest.mark.parametrize("keeps_data", [False, True])
def test_a_teacher_puts_a_link_into_the_course_and_a_child_comes_in(
    platform: Platform, page: Page, *, keeps_data: bool
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
    assert len(platform.returned) == 1
    page.context.clear_cookies()
    platform.sends = ("u1", "Learner", {})
    page.goto(f"{platform.home}/course")
    expect(_opened_by(platform, page).get_by_text("Amir").first).to_be_visible()


def _opened_by(platform: Platform, page: Page) -> Page:
    """Press the one button of the frame; return the window."""
    frame = page.frame_locator("iframe")
    if platform.keeps_data:
        expect(frame.locator("[name=secret]")).to_have_value(re.compile("."))
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
