"""Language of a request: the teacher's, the child's own or its class's, otherwise the browser's.

A browser of which nobody is known keeps a choice in a cookie (LANGUAGE_COOKIE_NAME), until somebody signs in at it.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.utils import translation


def names() -> dict[str, str]:
    """Return each language's name in itself, by its code."""
    return dict(settings.LANGUAGES)


def active() -> str:
    """Return the code of the language of this page; a new account and a new class begin with it."""
    found = (translation.get_language() or settings.LANGUAGE_CODE).split("-")[0]
    return found if found in names() else settings.LANGUAGE_CODE


def read_in(language: str) -> None:
    """Draw what is drawn from here on in this language; "" leaves it as it is."""
    if language and language != translation.get_language():
        translation.activate(language)


def chosen_at(request: HttpRequest) -> str:
    """Return what was chosen at this browser before anybody signed in at it, "" for nothing."""
    found = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return found if found in names() else ""


def of_browser(scope: Mapping[str, Any]) -> str:
    """Return the language in which the browser at this socket would be given a page, nobody being known."""
    headers = {name.decode("latin1"): value.decode("latin1") for name, value in scope["headers"]}
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get("accept-language", "")
    request.COOKIES = parse_cookie(headers.get("cookie", ""))
    return translation.get_language_from_request(request)


def keep(response: HttpResponse, language: str) -> None:
    """Let a browser of which nobody is known keep a choice."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, language, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )


def forget(response: HttpResponse) -> None:
    """Drop the choice: who signs in or out takes it along, and leaves it to nobody."""
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
