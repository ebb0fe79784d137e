"""A platform that shows tools inside its own page, in browsers that give no cookies there."""

import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from lti_tool.models import LtiRegistration

from tests.conftest import words
from tests.lti.conftest import admin_of
from tests.lti.course import ana_teacher, class_4b, connected, course, platform
from tests.lti.platform import LTI, Platform

__all__ = ["ana_teacher", "class_4b", "connected", "course", "platform"]

IN_A_FRAME = {"Sec-Fetch-Dest": "iframe"}


def policy(answer) -> dict[str, set[str]]:
    parts = (part.split() for part in answer["Content-Security-Policy"].split("; "))
    return {name: set(places) for name, *places in parts}


def opened(platform, *, secure=False, **changed):
    """Return what the platform's frame shows, and its token."""
    answer = Client(headers=IN_A_FRAME).post(reverse("lti_login"), platform.announcement() | changed, secure=secure)
    return answer, token_of(answer)


def token_of(answer):
    found = re.search(r'name="frame" value="([^"]+)"', answer.content.decode())
    return found[1] if found else ""


def test_a_browser_that_does_not_say_where_it_shows_a_page_gets_the_button(platform):
    answer = Client().post(reverse("lti_login"), platform.announcement())
    assert "Open Cardinal" in words(answer)


def asked(token):
    return Client(headers=IN_A_FRAME).get(reverse("lti_frame", args=[token]))


def test_a_frame_shows_one_button_to_its_own_platform_alone(platform):
    answer, token = opened(platform, lti_message_hint='"><b>')
    assert policy(answer)["frame-ancestors"] == {platform.home}
    assert platform.home in policy(answer)["form-action"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert answer["Cache-Control"] == "no-store"
    page = answer.content.decode()
    assert 'name="lti_message_hint" value="&quot;&gt;&lt;b&gt;"' in page
    assert f'name="iss" value="{platform.home}"' in page
    assert page.count("<button") == 1
    assert "disabled" not in page
    assert len(token) >= 32


def test_a_platform_that_is_not_known_shows_nothing_of_ours(platform):
    answer, _token = opened(platform, iss="https://elsewhere.example")
    assert answer.status_code == 403
    assert answer["X-Frame-Options"] == "DENY"


def test_a_platform_that_was_shut_out_shows_no_frame_of_ours(platform):
    _answer, token = opened(platform)
    LtiRegistration.objects.update(is_active=False)
    assert asked(token).status_code == 404
    answer, _none = opened(platform)
    assert (answer.status_code, answer["X-Frame-Options"]) == (403, "DENY")


def test_a_frame_has_a_token_of_its_own_whatever_was_sent(platform):
    answer, token = opened(platform, frame="sent-along")
    assert answer.content.decode().count('name="frame"') == 1
    assert token != "sent-along"


@pytest.mark.sqlite
def test_a_token_that_nobody_has_given_out_is_not_remembered(platform):
    platform.announces(Client(), frame="x" * 1000)
    assert len(caches["platforms"]._cache) == 1


def test_a_child_goes_on_in_a_window_and_the_frame_asks_no_more(platform, connected):
    _answer, token = opened(platform)
    assert asked(token).status_code == 204
    assert platform.launches(Client(), "u2", ["Learner"], frame=token)["Location"] == reverse("practice")
    assert asked(token).status_code == 404


def test_a_link_that_is_chosen_in_the_window_is_handed_over_in_the_frame(platform, connected, class_4b):
    _answer, token = opened(platform)
    platform.launches(connected, "ana-sub", ["Instructor"], frame=token, claims=platform.deep_linking())
    assert asked(token).status_code == 204
    chosen = connected.post(reverse("lti_choose"), {"link": "today"})
    assert "Close this window" in words(chosen)
    assert "JWT" not in chosen.content.decode()
    handed = asked(token)
    assert policy(handed)["frame-ancestors"] == {platform.home}
    assert handed["Cache-Control"] == "no-store"
    assert policy(handed)["form-action"] == {"'self'", platform.home}
    assert f'action="{platform.home}/return"' in handed.content.decode()
    word = platform.read(re.search(r'name="JWT"\s+value="([^"]+)"', handed.content.decode())[1])
    (item,) = word[f"{LTI}-dl/claim/content_items"]
    assert item["custom"] == {"cardinal": "today"}


@pytest.mark.parametrize("token", ["", "no-such-token"])
def test_who_comes_without_a_frame_hands_over_in_the_window(platform, connected, class_4b, token):
    platform.launches(connected, "ana-sub", ["Instructor"], frame=token, claims=platform.deep_linking())
    assert "JWT" in connected.post(reverse("lti_choose"), {"link": "today"}).content.decode()


def test_canvas_shows_frames_at_the_name_of_each_school(platform):
    LtiRegistration.objects.update(issuer="https://canvas.instructure.com")
    answer, _token = opened(platform, iss="https://canvas.instructure.com")
    assert "https://*.instructure.com" in policy(answer)["frame-ancestors"]


class TestWhereThePlatformKeepsData:
    """The secret in the platform's storage stands for the cookie that a frame has not."""

    @pytest.fixture(autouse=True)
    def keeps_data(self, platform, connected):
        platform.keeps_data = True

    def begun(self, platform, **how):
        """Return the token of the frame's page; what it lays into the storage: the secret; and what it asks the
        platform for."""
        door, token = opened(platform, **how)
        page = door.content.decode()
        found = {name: unescape(said) for name, said in re.findall(r'data-(\w+)="([^"]*)"', page)}
        assert (found["target"], found["origin"]) == ("_parent", platform.home)
        return token, found["secret"], dict(parse_qsl(urlsplit(found["way"]).query))

    def arrived(self, platform, way, sub="u2", role="Learner", *, secure=False, **more):
        """Return what the frame shows after its launch, and the token there."""
        word = platform.word(way["nonce"], sub, [role], **more)
        framed = Client(headers=IN_A_FRAME)
        shown = framed.post(reverse("lti_launch"), {"state": way["state"], "id_token": word}, secure=secure)
        return shown, token_of(shown)

    def entered(self, token, secret, origin="http://testserver", browser=None, *, secure=False):
        form = {"frame": token, "secret": secret}
        return (browser or Client()).post(reverse("lti_enter"), form, headers={"Origin": origin}, secure=secure)

    def test_the_launch_is_in_the_frame_and_the_button_opens_the_window(self, platform):
        _token, secret, way = self.begun(platform)
        shown, token = self.arrived(platform, way)
        assert policy(shown)["frame-ancestors"] == {platform.home}
        assert not shown.cookies
        page = shown.content.decode()
        assert f'action="{reverse("lti_enter")}"' in page
        assert secret not in page
        assert "disabled" in page[page.index("<button") :], "pressed before the secret is there, it would be refused"
        for _press in range(2):
            assert self.entered(token, secret)["Location"] == reverse("practice")

    def test_over_https_no_cookie_is_needed_in_the_frame(self, platform):
        """Over https, and there alone, pylti1p3 asks for a cookie of its own."""
        _token, secret, way = self.begun(platform, secure=True)
        _shown, token = self.arrived(platform, way, secure=True)
        entered = self.entered(token, secret, "https://testserver", secure=True)
        assert entered["Location"] == reverse("practice")

    def test_a_link_that_is_chosen_in_the_window_comes_back(self, platform, connected, class_4b):
        _token, secret, way = self.begun(platform)
        _shown, token = self.arrived(platform, way, "ana-sub", "Instructor", claims=platform.deep_linking())
        assert self.entered(token, secret, browser=connected)["Location"] == reverse("lti_choose")
        assert "Close this window" in words(connected.post(reverse("lti_choose"), {"link": "today"}))
        assert asked(token).status_code == 200

    def test_nobody_else_comes_in_by_it(self, platform, ana_teacher):
        first, secret, way = self.begun(platform)
        assert self.entered(first, secret).status_code == 403
        _shown, token = self.arrived(platform, way)
        assert self.entered(token, "").status_code == 403
        assert self.entered(token, "guessed").status_code == 403
        assert self.entered("no-such-token", secret).status_code == 403
        assert self.entered(token, secret, origin="https://evil.example").status_code == 403
        LtiRegistration.objects.update(is_active=False)
        assert self.entered(token, secret).status_code == 403

    def test_who_led_somebody_else_through_a_sign_in_does_not_become_them(self, platform):
        """A child begins one in its own frame, and makes the teacher's browser go on with it. It knows the secret and
        the token that it was shown; the token that lets somebody in is on the page in the teacher's browser alone."""
        token, secret, way = self.begun(platform)
        shown, _token = self.arrived(platform, way, "ana-sub", "Instructor")
        assert shown.status_code == 200
        assert self.entered(token, secret).status_code == 403

    def test_a_state_of_one_platform_is_none_of_another(self, platform, ana_teacher):
        _token, _secret, way = self.begun(platform)
        with Platform() as second:
            second.register(admin_of(ana_teacher))
            assert self.arrived(second, way)[0].status_code == 403

    def test_a_state_is_good_for_one_launch_and_the_frame_says_so(self, platform):
        _token, _secret, way = self.begun(platform)
        assert self.arrived(platform, way)[0].status_code == 200
        again, _none = self.arrived(platform, way)
        assert again.status_code == 403
        assert policy(again)["frame-ancestors"] == {platform.home}

    def test_a_refusal_is_read_in_the_frame(self, platform):
        _token, _secret, way = self.begun(platform)
        shown, _none = self.arrived(platform, way, claims={"exp": 1})
        assert "Go back to the course" in words(shown)
        assert policy(shown)["frame-ancestors"] == {platform.home}
        assert "X-Frame-Options" not in shown
        LtiRegistration.objects.update(is_active=False)
        assert self.arrived(platform, way)[0]["X-Frame-Options"] == "DENY"

    @pytest.mark.parametrize("sent", ["", "\0", "x" * 1000, "é"])
    def test_a_state_or_secret_that_nobody_has_given_out_is_refused(self, sent):
        launched = Client().post(reverse("lti_launch"), {"state": sent, "id_token": "a.b.c"})
        assert launched.status_code == 403
        assert launched["X-Frame-Options"] == "DENY"
        assert self.entered(sent, sent).status_code == 403

    def test_an_id_token_that_is_not_right_is_refused_in_the_frame_too(self, platform):
        for claims in ({"aud": "another-tool"}, {"nonce": "guessed"}, {"exp": 1}):
            token, secret, way = self.begun(platform)
            shown, none = self.arrived(platform, way, claims=claims)
            assert (shown.status_code, none) == (403, ""), claims
            assert self.entered(token, secret).status_code == 403, claims

    def test_the_button_of_before_works_as_ever_and_needs_its_cookie(self, platform):
        _door, token = opened(platform)
        assert platform.launches(Client(), "u2", ["Learner"], frame=token)["Location"] == reverse("practice")
        _door, token = opened(platform)
        asked_for = platform.announces(Client(), frame=token)
        word = platform.word(asked_for["nonce"], "u2", ["Learner"])
        form = {"state": asked_for["state"], "id_token": word}
        assert Client().post(reverse("lti_launch"), form).status_code == 403
