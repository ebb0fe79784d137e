"""Language of a request: the teacher's, the child's own or its class's, otherwise the browser's.

Where nobody is signed in, a choice is kept in a cookie (LANGUAGE_COOKIE_NAME), until somebody signs in at this browser.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.utils import translation

from classroom import cookies


def names() -> dict[str, str]:
    """Return each language's name in itself, by its code."""
    return dict(settings.LANGUAGES)


def active() -> str:
    """Return the code of the language of this page; a new account and a new class start with it."""
    found = (translation.get_language() or settings.LANGUAGE_CODE).split("-")[0]
    return found if found in names() else settings.LANGUAGE_CODE


def read_in(language: str) -> None:
    """Activate this language for what is rendered from now on; "" changes nothing."""
    if language and language != translation.get_language():
        translation.activate(language)


def chosen_at(request: HttpRequest) -> str:
    """Return the language that was chosen at this browser before anybody signed in, "" for none."""
    found = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return found if found in names() else ""


def of_browser(scope: Mapping[str, Any]) -> str:
    """Return the language of pages for the browser at this socket when nobody is signed in."""
    headers = {name.decode("latin1"): value.decode("latin1") for name, value in scope["headers"]}
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get("accept-language", "")
    request.COOKIES = parse_cookie(headers.get("cookie", ""))
    return translation.get_language_from_request(request)


def keep(response: HttpResponse, language: str) -> None:
    """Keep the choice in a cookie, for a browser where nobody is signed in."""
    cookies.keep(response, settings.LANGUAGE_COOKIE_NAME, language)


def forget(response: HttpResponse) -> None:
    """Delete the cookie: the choice moves to the account at a sign-in, and is not left to others at a sign-out."""
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
