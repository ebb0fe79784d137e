"""People without a browser: they read a page's forms and send them. What they have done costs no page drawn."""

import http.cookiejar
import re
import urllib.parse
import urllib.request
from collections.abc import Mapping
from typing import Any, NamedTuple

PASSWORD = "seven ate nine"
ANSWER = 20
"""Seconds within which a living server has answered."""
CODE = re.compile(r'class="code nowrap">(\w{3}) (\w{3})<')
CHOSEN = re.compile(r'<input type="(?:radio|checkbox)" name="(\w+)" value="(\w+)"[^>]*\schecked')
WAY = re.compile(r'<input type="hidden" name="mode" value="(\w+)"')
NAME = re.compile(r'name="student" value="(\d+)">(.*?)</button>', re.DOTALL)


class Settings(NamedTuple):
    """How a class plays: a way of playing, as the set-up page calls it, and what is chosen instead of the usual."""

    way: str
    chosen: Mapping[str, Any] = {}

    def but(self, **chosen: Any) -> "Settings":
        return self._replace(chosen={**self.chosen, **chosen})


RACE, TURNS = Settings("around_the_corner.race"), Settings("around_the_corner.turns")
SOLO, NINE = Settings("around_the_corner.solo"), Settings("nine_to_nothing.tables")
SUN = Settings("around_the_corner.sun")
SHORT: Mapping[str, Any] = {"steps": ["1"]}
"""The small deck of 24 cards."""


class HttpPerson:
    """Somebody who signs in with plain HTTP."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = http.cookiejar.CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def gets(self, path: str) -> tuple[str, str]:
        """Return where we ended up, and the page."""
        with self.browser.open(self.url + path, timeout=ANSWER) as answer:
            return answer.url, answer.read().decode()

    def chosen(self, path: str) -> dict[str, list[str]]:
        """Return what is chosen in the form on this page before anybody touches it."""
        fields: dict[str, list[str]] = {}
        page = self.gets(path)[1]
        for name, value in CHOSEN.findall(page):
            fields.setdefault(name, []).append(value)
        mode = WAY.search(page)
        return fields | ({"mode": [mode[1]]} if mode else {})

    def posts(self, path: str, *, form: str = "", fields: Mapping[str, Any] | None = None) -> tuple[str, str]:
        """Send the form that stands on the page `form`, by default on the page itself."""
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.gets(form or path)[1])
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1] if token else "", **(fields or {})}, doseq=True)
        request = urllib.request.Request(self.url + path, body.encode(), {"Origin": self.url})
        with self.browser.open(request, timeout=ANSWER) as answer:
            return answer.url, answer.read().decode()

    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)


class HttpTeacher(HttpPerson):
    """A teacher who has signed up and made a class, without looking at a single page."""

    def __init__(self, url: str, email: str, names: list[str]) -> None:
        super().__init__(url)
        self.email = email
        account = {"email": email, "name": "Ms Okoro", "password1": PASSWORD}
        self.posts("/accounts/sign-up/", fields=account)
        made, _ = self.posts("/classes/new/", fields={"name": "4B"})
        classroom = re.search(r"/classes/(\d+)/", made)
        assert classroom, made
        self.classroom = int(classroom[1])
        students = f"/classes/{self.classroom}/students/add/"
        checked, _ = self.posts(students, fields={"step": "check", "text": "\n".join(names)})
        _, page = self.posts(checked.removeprefix(url))
        assert all(name in page for name in names), page

    def students(self) -> list[str]:
        """Return the numbers of the children of the class, as addresses have them, in the order of their names."""
        return list(dict.fromkeys(re.findall(r"/students/(\d+)/", self.gets(f"/classes/{self.classroom}/")[1])))

    def opens_a_session(self, settings: Settings = RACE) -> str:
        """Open a lobby; return the join code."""
        path = f"/classes/{self.classroom}/sessions/new/?way={settings.way}"
        url, lobby = self.posts(path, fields={**self.chosen(path), **settings.chosen})
        session, code = re.search(r"/sessions/(\d+)/", url), CODE.search(lobby)
        assert session, url
        assert code, lobby
        self.session = int(session[1])
        return code[1] + code[2]

    def starts(self) -> None:
        lobby = f"/sessions/{self.session}/"
        self.posts(f"{lobby}start/", form=lobby)

    def starts_a_check_up(self) -> None:
        """Let every child of the class be asked what is most in doubt: who waits may begin now."""
        path = f"/classes/{self.classroom}/homework/"
        until = re.search(r'name="until" value="([\d-]+)"', self.gets(path)[1])
        assert until
        cards = {"corner": "yes", "steps": ["1", "2", "3"]}
        self.posts(path, fields={"unit": "check_up", "until": until[1], **cards})


class HttpChild(HttpPerson):
    """A child who has tapped its name and waits; it may have chosen a language of its own."""

    def __init__(self, url: str, code: str, name: str, language: str = "") -> None:
        super().__init__(url)
        _, names = self.gets(f"/join/{code}/")
        numbers = {re.sub(r"<[^>]*>", "", shown).strip(): number for number, shown in NAME.findall(names)}
        where, page = self.posts(f"/join/{code}/", fields={"student": numbers[name]})
        assert where.endswith("/waiting/"), page
        if language:
            self.posts("/language/", form="/waiting/", fields={"language": language})


def number_in(url: str) -> int:
    """The number of the class or session that a page is about."""
    found = re.search(r"/(\d+)/", url)
    assert found, url
    return int(found[1])
