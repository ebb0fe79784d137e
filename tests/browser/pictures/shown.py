"""What a picture is of: a page as a server sends it, and what is pressed on it first."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from django.test import Client

MEANWHILE = re.compile(r'(<div class="\w+" data-meanwhile="([^"]+)">)</div>')


class Shown(NamedTuple):
    """`kind` says who looks: teacher, child, stranger, table, projector or paper. `act` is JavaScript, run once the
    page stands: it opens a menu, taps a card."""

    kind: str
    html: str
    act: str = ""


Pictures = dict[str, Shown]
"""Every picture by the name of its file: `teacher-home`."""


def stranger(language: str) -> Client:
    """A browser of nobody's that asks for pages in this language."""
    return Client(headers={"accept-language": language})


def seen(kind: str, browser: Client, addresses: Mapping[str, str], act: str = "") -> Pictures:
    """Return these pages as this browser sees them."""
    return {f"{kind}-{name}": Shown(kind, _html(browser, url), act) for name, url in addresses.items()}


def _html(browser: Client, url: str) -> str:
    answer = browser.get(url, follow=True)
    assert "html" in answer.headers["content-type"], url
    return whole(browser, answer.content.decode())


def whole(browser: Client, html: str) -> str:
    """Return a page with what its script asks for while a child waits."""

    def asked(place: re.Match[str]) -> str:
        return f"{place[1]}{browser.get(place[2].replace('&amp;', '&')).content.decode()}</div>"

    return MEANWHILE.sub(asked, html)
