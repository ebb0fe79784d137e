"""Nothing is offered to a visitor of the demo that its guard refuses."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import resolve, reverse

from classroom.demo import guard
from classroom.models import ClassSession
from tests.classroom.demo.test_visits import visit
from tests.doors.following import pages_from

pytestmark = pytest.mark.django_db(transaction=True)

TYPED = {None, "text", "email", "password", "file", "url", "tel"}
FREE = frozenset({"code", "steps", "minutes", "amount"})
"""What may be typed: codes of a lesson or a day, and numbers."""
State = ClassSession.State


class Offers(HTMLParser):
    """Addresses that a page's forms and buttons post to, and names of the fields of those forms that take any text."""

    def __init__(self, url: str, html: str) -> None:
        super().__init__()
        self.url, self.sends, self.typed = url, set[str](), set[str]()
        self.forms, self.buttons, self.open = dict[str, str](), list[tuple[str, str | None]](), ""
        self.feed(html)
        self.sends |= {self.named(said or self.forms[form]) for form, said in self.buttons if form in self.forms}

    def named(self, address: str) -> str:
        return resolve(urlsplit(urljoin(self.url, address)).path).url_name or ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        for name in ("hx-post", "data-hx-post"):
            if name in said:
                self.sends.add(self.named(said[name] or ""))
        if tag == "form":
            self.open = said.get("id") or f"form {len(self.forms)}"
            if said.get("method") == "post":
                self.forms[self.open] = said.get("action") or ""
        form = said.get("form") or self.open
        if tag == "button" or tag == "input" and said.get("type") in {"submit", "image"}:
            self.buttons.append((form, said.get("formaction")))
        elif form in self.forms and (tag == "textarea" or tag == "input" and said.get("type") in TYPED):
            self.typed.add(said.get("name") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = ""


@pytest.fixture
def demo(settings, short_demo) -> None:
    settings.DEMO = True


def offered(browser: Client, *starts: str) -> Iterator[tuple[str, Offers]]:
    """Yield every page that is found by links, and what it offers."""
    for url, answer in pages_from(browser, *starts):
        if "html" in answer.headers.get("content-type", ""):
            where = answer.redirect_chain[-1][0] if answer.redirect_chain else url
            yield where, Offers(where, answer.content.decode())


def lesson_ends(browser: Client) -> list[str]:
    lesson = ClassSession.objects.get(state=State.PLAYING, classroom__teachers__is_active=True)
    browser.post(reverse("session_end", args=[lesson.pk]))
    return [reverse("session", args=[lesson.pk])]


def lobby_opens(browser: Client) -> list[str]:
    lesson_ends(browser)
    lesson = ClassSession.objects.filter(classroom__teachers__is_active=True).latest("pk")
    browser.post(reverse("session_as_last_time", args=[lesson.classroom_id]))
    lobby = ClassSession.objects.get(state=State.LOBBY)
    return [reverse("session", args=[lobby.pk]), reverse("join_names", args=[lobby.code])]


@pytest.mark.parametrize("happens", [lambda browser: [], lesson_ends, lobby_opens])
def test_nothing_is_offered_that_is_refused(demo, happens: Callable[[Client], list[str]]):
    browser = visit()
    pages = dict(offered(browser, *happens(browser), reverse("classes"), reverse("print_shelf")))
    assert len(pages) > 50
    assert {url: refused for url, page in pages.items() if (refused := page.sends - guard.MAY_POST)} == {}
    assert {url: typed for url, page in pages.items() if (typed := page.typed - FREE)} == {}


def test_a_stranger_at_a_server_of_demos_is_offered_nothing_that_is_refused(demo):
    pages = dict(offered(Client(), reverse("home")))
    assert "demo_begin" in {name for page in pages.values() for name in page.sends}
    assert {url: refused for url, page in pages.items() if (refused := page.sends - guard.MAY_POST)} == {}


def test_a_school_is_offered_what_the_demo_refuses(ana_client, class_4b):
    found = {name for _url, page in offered(ana_client, reverse("classes")) for name in page.sends}
    assert {"class_new", "roster", "student_rename", "class_teachers", "account", "import_several"} <= found
