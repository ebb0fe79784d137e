"""Each middleware of ours answers as the one it stands for: status, headers, cookies and body, on the same requests."""

import gzip
import re
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import AsyncClient
from django.urls import reverse

pytestmark = pytest.mark.django_db(transaction=True)

DRAWN = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[^"]+')
"""A form's token is drawn anew for each page."""

REQUESTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a page": ("get", "/join/", {}),
    "a packed page": ("get", "/join/", {"headers": {"accept-encoding": "gzip"}}),
    "in another language": ("get", "/join/", {"headers": {"accept-language": "is"}}),
    "without its last slash": ("get", "/join", {}),
    "nowhere": ("get", "/nowhere/", {}),
    "a static file": ("get", "/static/css/base.css", {}),
    "a page that needs a teacher": ("get", "/classes/", {}),
    "a form without its token": ("post", "/join/", {"data": {"code": "ABCDEF"}}),
    "a file without its token": (
        "post",
        "/lists/new/",
        {"data": {"file": b"x"}, "headers": {"origin": "http://testserver"}},
    ),
    "a stranger's origin": (
        "post",
        "/join/",
        {"data": {"code": "X"}, "headers": {"origin": "http://elsewhere.example"}},
    ),
}


async def answer(method: str, path: str, asked: dict[str, Any], *, teacher: Any = None) -> dict[str, Any]:
    """Ask for a page as a new browser does; return all that tells two answers apart."""
    browser = AsyncClient(enforce_csrf_checks=True)
    if teacher:
        await browser.aforce_login(teacher)
    response: Any = await getattr(browser, method)(path, **asked)
    body = b"".join([part async for part in response]) if response.streaming else response.content
    headers = {name.lower(): value for name, value in response.items()}
    headers.pop("last-modified", None)  # ours says by the ETag alone which file it is
    if headers.get("content-encoding") == "gzip":
        body, headers["content-length"] = gzip.decompress(body), "packed"
    cookies = {name: {**morsel} for name, morsel in response.cookies.items()}
    for kept in cookies.values():
        kept.pop("expires")
    return {"status": response.status_code, "headers": headers, "cookies": cookies, "body": DRAWN.sub(b"", body)}


@pytest.mark.parametrize("original", settings.INLINE_MIDDLEWARE.items(), ids=lambda pair: pair[1].rsplit(".", 1)[1])
@time_machine.travel("2026-11-23T09:00:00Z", tick=False)
async def test_a_middleware_of_ours_answers_as_the_original(settings, original, ana_teacher):
    ours, djangos = original
    with_ours = [await answer(*request) for request in REQUESTS.values()]
    with_ours.append(await answer("get", reverse("classes"), {}, teacher=ana_teacher))
    settings.MIDDLEWARE = [djangos if name == ours else name for name in settings.MIDDLEWARE]
    with_djangos = [await answer(*request) for request in REQUESTS.values()]
    with_djangos.append(await answer("get", reverse("classes"), {}, teacher=ana_teacher))
    for name, mine, theirs in zip([*REQUESTS, "a teacher's page"], with_ours, with_djangos, strict=True):
        assert mine == theirs, name
