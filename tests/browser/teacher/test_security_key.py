"""A security key as the second factor: a virtual one in a real browser."""

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.people import PASSWORD, Teacher

KEY = {"protocol": "ctap2", "transport": "usb", "hasResidentKey": False, "hasUserVerification": True,
       "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip


def test_a_security_key_is_added_and_opens_the_account(people: People) -> None:
    teacher = people(Teacher)
    teacher.signs_up("key@school.example")
    page = teacher.page
    line = teacher.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    line.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    teacher.goes("/accounts/second-factor/")
    teacher.follows("A key or a fingerprint instead of a code")
    teacher.follows("Add a key")
    page.get_by_label("Name").fill("The blue one")
    assert axe_violations(page) == []
    teacher.presses("Add it")
    expect(page.get_by_role("heading", name="Codes on paper")).to_be_visible()
    teacher.goes("/accounts/second-factor/webauthn/")
    teacher.sees("The blue one")
    teacher.goes("/accounts/sign-out/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    teacher.goes("/accounts/sign-in/")
    page.get_by_label("E-mail").fill("key@school.example")
    page.get_by_role("textbox", name="Password", exact=True).fill(PASSWORD)
    teacher.presses("Sign in", exact=True)
    expect(page.get_by_role("heading", name="And the code")).to_be_visible()
    assert axe_violations(page) == []
    teacher.presses("Use a security key")
    page.wait_for_url("**/classes/")
